import { GoondanError } from '@goondan/core/basics';
import type { McpCaller, McpTask, McpTasks, McpToolResult } from '@goondan/mcp';
import { inWorkspace, type Engine, type TurnOutcome, type WorkspaceLayout } from '@goondan/runtime';
import { heldRequests } from './held-requests.ts';
import { isKeyOf } from './instance-keys.ts';
import { Recent } from './recent.ts';
import type { SwarmTurn, SwarmTurns } from './swarm-turns.ts';

/** How long a turn is kept after its end. */
const ttlMs = 14 * 24 * 60 * 60 * 1000;
const pollMs = 1000;
/** How many are remembered; the rest is in the journal. */
const mostKnown = 10_000;

/** What tasks are made of. */
export interface SwarmTasksOptions {
  readonly engine: Engine;
  readonly turns: SwarmTurns;
  readonly layout: WorkspaceLayout;
  readonly resultOf: (turn: SwarmTurn, outcome: TurnOutcome) => Promise<McpToolResult>;
}

interface KnownTurn extends SwarmTurn {
  /** In milliseconds since 1970. */
  readonly beganAt: number;
}

/** Turns as tasks: what is asked for by its turn's id, in this life of the process or a later one. */
export class SwarmTasks implements McpTasks {
  readonly #options: SwarmTasksOptions;
  readonly #known = new Recent<KnownTurn>(mostKnown);

  constructor(options: SwarmTasksOptions) {
    this.#options = options;
  }

  /** The task that a turn is from now on. */
  async of(turn: SwarmTurn): Promise<McpTask> {
    const known = { ...turn, beganAt: Date.now() };
    this.#known.set(turn.turnId, known);
    return this.#task(known);
  }

  async get(id: string, caller: McpCaller): Promise<McpTask | undefined> {
    const turn = await this.#find(id, caller);
    return turn && this.#task(turn);
  }

  async settled(
    id: string,
    { caller, signal }: { readonly caller: McpCaller; readonly signal: AbortSignal },
  ): Promise<McpTask | undefined> {
    const turn = await this.#find(id, caller);
    if (turn === undefined) return undefined;
    const { engine, turns } = this.#options;
    const done = new AbortController();
    const gone = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => gone.resolve(), { once: true, signal: done.signal });
    try {
      await Promise.race([engine.attach(id), turns.untilHeld(turn, done.signal), gone.promise]);
    } finally {
      done.abort();
    }
    return this.#task(turn);
  }

  async answer(id: string, caller: McpCaller, answers: Readonly<Record<string, unknown>>): Promise<void> {
    const turn = await this.#find(id, caller);
    if (turn !== undefined) await this.#options.turns.answer(turn, answers);
  }

  async cancel(id: string, caller: McpCaller): Promise<void> {
    if ((await this.#find(id, caller)) === undefined) return;
    const { engine } = this.#options;
    if (await engine.cancel(id, 'the MCP client has cancelled the task')) await engine.attach(id);
  }

  async list(caller: McpCaller): Promise<McpTask[]> {
    const open = (await this.#options.engine.openTurns()).filter(
      ({ event, instanceKey }) => event.source.name === 'mcp' && isKeyOf(caller, instanceKey),
    );
    const known = this.#known.values().filter(({ instanceKey }) => isKeyOf(caller, instanceKey));
    const ids = new Set([...known, ...open].map(({ turnId }) => turnId));
    const tasks = await Promise.all([...ids].map((id) => this.get(id, caller)));
    return tasks.filter((task) => task !== undefined);
  }

  async #find(id: string, caller: McpCaller): Promise<KnownTurn | undefined> {
    const turn = this.#known.get(id) ?? (await this.#open(id)) ?? (await this.#past(id));
    return turn !== undefined && isKeyOf(caller, turn.instanceKey) ? turn : undefined;
  }

  async #open(id: string): Promise<KnownTurn | undefined> {
    const open = (await this.#options.engine.openTurns()).find(({ turnId }) => turnId === id);
    if (open === undefined) return undefined;
    const { agent, instanceKey, turnId, event, acceptedAt } = open;
    return { agent, instanceKey, turnId, traceId: event.traceId ?? '', beganAt: acceptedAt };
  }

  /** One that had ended before this process began. */
  #past(id: string): Promise<KnownTurn | undefined> {
    return inWorkspace(this.#options.layout.folder, (view) => {
      const turn = view.turn(id);
      if (turn === undefined) return undefined;
      const { agent, instanceKey, turnId, traceId } = turn;
      const times = view
        .eventsOfTrace(traceId)
        .filter((event) => event.turnId === id)
        .map(({ at }) => at);
      return { agent, instanceKey, turnId, traceId, beganAt: Math.min(...times, Date.now()) };
    });
  }

  async #task(turn: KnownTurn): Promise<McpTask> {
    const { engine, turns, resultOf } = this.#options;
    const { turnId, beganAt } = turn;
    const updatedAt = turns.heardAt(turnId) ?? beganAt;
    const base = {
      id: turnId,
      createdAt: new Date(beganAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      ttlMs,
      pollMs,
    };
    const calls = turns.heldCalls(turn);
    if ((await engine.openTurns()).some((open) => open.turnId === turnId)) {
      if (calls.length === 0) return { ...base, status: 'working' };
      const statusMessage = `waits for a person: ${calls.map(({ toolName }) => toolName).join(', ')}`;
      return { ...base, status: 'input_required', statusMessage, requests: heldRequests(calls) };
    }
    const outcome = await this.#outcome(turnId);
    if (isCancelled(outcome)) return { ...base, status: 'cancelled' };
    return { ...base, status: 'completed', result: await resultOf(turn, outcome) };
  }

  async #outcome(turnId: string): Promise<TurnOutcome> {
    try {
      return await this.#options.engine.attach(turnId);
    } catch (thrown) {
      // Ended and let go of between two looks at it.
      throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `The turn ${turnId} is not kept any more.`, {
        cause: thrown,
      });
    }
  }
}

/** A turn of one call and no model has ended when its call has, whatever with. */
function isCancelled({ status, steps, toolCalls: [call] }: TurnOutcome): boolean {
  return status === 'cancelled' || (steps === 0 && call?.result.error?.code === 'E_TOOL_CANCELLED');
}
