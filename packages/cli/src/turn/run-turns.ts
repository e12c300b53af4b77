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
  /** Called once the engine has started: sets turns going and says which. */
  readonly begin: () => Promise<readonly AwaitedTurn[]>;
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
  | { readonly kind: 'settled' | 'timeout'; readonly turns: readonly SettledTurn[] }
  | { readonly kind: 'interrupted'; readonly turns: readonly AwaitedTurn[] };

/** Starts the engine and waits until each turn has ended or waits for a person, or until this process is asked to end. */
export async function runTurns(request: TurnsRequest): Promise<TurnsEnd> {
  const { engine, begin, timeoutMs, onEvent, onInterrupt } = request;
  const interrupt = listenForInterrupt();
  const watch = createHeldWatch();
  const stopObserving = engine.observe((event) => {
    onEvent?.(event);
    watch.onEvent(event);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await engine.start();
    const turns = await begin();
    const settled = Promise.all(turns.map((turn) => settle(engine, watch, turn)));
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
      for (const { turnId } of turns) await engine.cancel(turnId, 'the time given with --timeout is over');
      return { kind: first, turns: await settled };
    }
    if (!(await settled).some((turn) => 'held' in turn)) return { kind: first, turns: await settled };
    await engine.stop({ graceMs: heldGraceMs });
    return { kind: first, turns: (await settled).map((turn) => withAllHeld(turn, watch)) };
  } finally {
    clearTimeout(timer);
    stopObserving();
    interrupt.dispose();
  }
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
