import type { Address, Engine, RuntimeEvent, TurnDelta, TurnOutcome } from '@goondan/runtime';
import type { HeldCall } from './held-call.ts';
import { createHeldWatch, type HeldWatch, type IsHolding } from './held-watch.ts';
import { listenForInterrupt } from './interrupt.ts';

/** How long what runs may go on once the process is asked to end. */
const interruptGraceMs = 2000;
/** How long the other calls of a turn may go on once one of them waits for a person: cut off, their outcome would be unknown. */
const heldGraceMs = 60_000;

/** A turn that is waited for. */
interface AwaitedTurn extends Address {
  readonly turnId: string;
  readonly traceId?: string | undefined;
}

/** Turns to wait for. */
export interface TurnsRequest {
  readonly engine: Engine;
  /** Where the handles lie. */
  readonly handles: string;
  /** Called once the engine has started: sets turns going and says which. */
  readonly begin: () => Promise<readonly AwaitedTurn[]>;
  /** Whether the events that the turns cause are waited for too; default true. Without it they are durably queued, no more. */
  readonly isDraining?: boolean;
  /** After this the turns are cancelled. */
  readonly timeoutMs?: number | undefined;
  /** Hears everything that happens meanwhile. */
  readonly onEvent?: (event: RuntimeEvent | TurnDelta) => void;
  /** Told once this process is asked to end, which may take a moment. */
  readonly onInterrupt?: () => void;
}

/** A turn that has ended, or that goes on only after a person has answered. */
export type SettledTurn =
  | { readonly turn: AwaitedTurn; readonly outcome: TurnOutcome }
  | { readonly turn: AwaitedTurn; readonly held: readonly HeldCall[] };

/** How waiting ended; what had not ended is kept to be taken up again. */
export type TurnsEnd =
  | {
      readonly kind: 'settled' | 'timeout';
      readonly turns: readonly SettledTurn[];
      /** The turns that they caused and that were still open when they had ended. */
      readonly caused: readonly SettledTurn[];
    }
  | { readonly kind: 'interrupted'; readonly turns: readonly AwaitedTurn[] };

/** Starts the engine and waits until each turn has ended or waits for a person, or until this process is asked to end. */
export async function runTurns(request: TurnsRequest): Promise<TurnsEnd> {
  const { engine, handles, begin, isDraining = true, timeoutMs, onEvent, onInterrupt } = request;
  const interrupt = listenForInterrupt();
  const watch = createHeldWatch(async (handle) => {
    const { isHandleAnswered } = await import('@goondan/runtime/inspect');
    return isHandleAnswered(handles, handle);
  });
  const stopObserving = engine.observe((event) => {
    onEvent?.(event);
    watch.onEvent(event);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await engine.start();
    const turns = await begin();
    const settled = settleAll({ engine, watch, turns, isDraining });
    // Where something else comes first nobody waits for it any more.
    settled.catch(() => {});
    const first = await Promise.race([
      settled.then(() => 'settled' as const),
      interrupt.promise.then(() => 'interrupted' as const),
      new Promise<'timeout'>((resolve) => {
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs, 'timeout');
      }),
    ]);
    if (first === 'interrupted') {
      onInterrupt?.();
      await engine.stop({ graceMs: interruptGraceMs });
      return { kind: first, turns };
    }
    if (first === 'timeout') {
      const open = isDraining ? await causedBy(engine, turns) : [];
      for (const { turnId } of [...turns, ...open])
        await engine.cancel(turnId, 'the time given with --timeout is over');
      return { kind: first, ...(await settled) };
    }
    const { turns: ended, caused } = await settled;
    if (![...ended, ...caused].some((turn) => 'held' in turn)) return { kind: first, turns: ended, caused };
    await engine.stop({ graceMs: heldGraceMs });
    return {
      kind: first,
      turns: ended.map((turn) => withAllHeld(turn, watch)),
      caused: caused.map((turn) => withAllHeld(turn, watch)),
    };
  } finally {
    clearTimeout(timer);
    stopObserving();
    interrupt.dispose();
  }
}

interface Awaited {
  readonly engine: Engine;
  readonly watch: HeldWatch;
  readonly turns: readonly AwaitedTurn[];
  readonly isDraining: boolean;
}

/** Waits for turns, and then for those they caused, and those these caused. */
async function settleAll({ engine, watch, turns, isDraining }: Awaited) {
  const ended = await Promise.all(turns.map((turn) => settle(engine, watch, turn)));
  const caused: SettledTurn[] = [];
  // A turn that waits for a person causes nothing more for now.
  if (!isDraining || ended.some((turn) => 'held' in turn)) return { turns: ended, caused };
  for (;;) {
    const isNew = ({ turnId }: AwaitedTurn): boolean => !caused.some(({ turn }) => turn.turnId === turnId);
    const open = (await causedBy(engine, turns)).filter(isNew);
    if (open.length === 0) return { turns: ended, caused };
    caused.push(...(await Promise.all(open.map((turn) => settle(engine, watch, turn)))));
  }
}

/** The open turns of the same traces. */
async function causedBy(engine: Engine, turns: readonly AwaitedTurn[]): Promise<AwaitedTurn[]> {
  const own = new Set(turns.map(({ turnId }) => turnId));
  const traces = new Set(turns.map(({ traceId }) => traceId).filter((traceId) => traceId !== undefined));
  return (await engine.openTurns())
    .filter(
      ({ turnId, event }) => !own.has(turnId) && event.traceId !== undefined && traces.has(event.traceId),
    )
    .map(({ agent, instanceKey, turnId, event }) => ({ agent, instanceKey, turnId, traceId: event.traceId }));
}

async function settle(engine: Engine, watch: HeldWatch, turn: AwaitedTurn): Promise<SettledTurn> {
  const outcome = engine.attach(turn.turnId);
  // It may be rejected long after the call that is held was seen.
  outcome.catch(() => {});
  const ended = await Promise.race([outcome, watch.until(holdsUp(turn))]);
  return ended === undefined ? { turn, held: [] } : { turn, outcome: ended };
}

/** Calls of the same step may have come to be held after the first. */
function withAllHeld(settled: SettledTurn, watch: HeldWatch): SettledTurn {
  if (!('held' in settled)) return settled;
  return { turn: settled.turn, held: watch.calls(holdsUp(settled.turn)) };
}

/** A held call of the turn's own trace holds it up, and so does one of an earlier turn of the same instance. */
function holdsUp({ traceId, agent, instanceKey }: AwaitedTurn): IsHolding {
  return (event) =>
    (traceId !== undefined && event.traceId === traceId) ||
    (event.agentName === agent && event.instanceKey === instanceKey);
}
