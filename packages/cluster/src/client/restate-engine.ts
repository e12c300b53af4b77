import { GoondanError, type AgentEvent, type HandleOwner, type JsonValue } from '@goondan/core';
import type {
  Address,
  AgentStatus,
  Engine,
  OpenTurn,
  RequestOptions,
  RuntimeEvent,
  SubmitOptions,
  TurnDelta,
  TurnOutcome,
} from '@goondan/runtime';
import { agentNotFound, answerWithin, Observers, recordableOutcome } from '@goondan/runtime/engine';
import { serviceNames, type ServiceNames } from '../service/service-names.ts';
import type { TurnResult } from '../service/wire.ts';
import { askCluster, type ClusterAddress } from './cluster-http.ts';
import { heldCalls } from './held-calls.ts';
import { HeldPoll } from './held-poll.ts';
import { Ingress, type AcceptedTurn } from './ingress.ts';
import { asOpenTurns, findInvocation, invocationOf, openInvocations } from './invocations.ts';

/** What an engine on a cluster is made of. */
export interface RestateEngineOptions {
  readonly cluster: ClusterAddress;
  /** Tells the swarm from others on the same cluster. */
  readonly namespace: string;
  /** The agents of the swarm; without it every name is tried. */
  readonly agents?: readonly string[];
  readonly logger: Console;
  /** Takes the secrets from what comes from outside before it is handed in. */
  readonly mask?: <Value>(value: Value) => Value;
  /** A worker in this process, begun and ended with the engine; it tells of its turns as they happen. */
  readonly worker?: (observe: (event: RuntimeEvent | TurnDelta) => void) => Promise<EngineWorker>;
  /** True: while turns are waited for, calls of theirs on other workers that wait for persons are told of too (`tool.held`, `tool.released`). */
  readonly tellsHeld?: boolean;
}

/** What an engine needs of a worker of its own. */
export interface EngineWorker {
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

/** Turns that this engine has handed in and need not look for; older ones are looked up. */
const mostKnown = 10_000;
/** How soon it is told that a call on another worker waits for a person. */
const heldEveryMs = 500;

/** Hands events to the agents of a cluster, wherever their workers are. */
export class RestateEngine implements Engine {
  readonly #options: RestateEngineOptions;
  readonly #names: ServiceNames;
  readonly #ingress: Ingress;
  readonly #observers: Observers;
  readonly #heldPoll: HeldPoll | undefined;
  readonly #known = new Map<string, AcceptedTurn>();
  /** The last that is on its way to each instance. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #cancelling = new Map<string, Promise<boolean>>();
  #closed = new AbortController();
  #worker: EngineWorker | undefined;

  constructor(options: RestateEngineOptions) {
    this.#options = options;
    this.#names = serviceNames(options.namespace);
    this.#ingress = new Ingress(options.cluster, this.#names);
    this.#observers = new Observers(options.logger);
    if (options.tellsHeld === true)
      this.#heldPoll = new HeldPoll({
        heldIn: (invocationIds) => heldCalls(options.cluster, this.#names, invocationIds),
        tell: (event) => this.#observers.tell(event),
        everyMs: heldEveryMs,
      });
  }

  /** Looks whether the cluster answers, and begins the worker of its own where there is one: its turns go on at once. */
  async start(): Promise<void> {
    const { cluster, worker } = this.#options;
    this.#closed = new AbortController();
    await askCluster(cluster, `${cluster.ingressUrl}/restate/health`, { method: 'GET' });
    this.#worker = await worker?.((event) => {
      this.#heldPoll?.heard(event);
      this.#observers.tell(event);
    });
  }

  /** On a cluster nothing waits to be resumed: says what is open. */
  async resume(only: Partial<Address> = {}): Promise<readonly OpenTurn[]> {
    return (await this.openTurns()).filter(
      ({ agent, instanceKey }) =>
        (only.agent ?? agent) === agent && (only.instanceKey ?? instanceKey) === instanceKey,
    );
  }

  async stop(options: { readonly graceMs?: number } = {}): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.stop(options);
    const reason = 'The process is shutting down; the turn goes on in the cluster.';
    this.#closed.abort(new GoondanError('E_RUN_INTERRUPTED', reason));
  }

  async send(
    to: Address,
    event: AgentEvent,
    { workdir }: SubmitOptions = {},
  ): Promise<{ readonly turnId: string }> {
    const { agents } = this.#options;
    if (agents !== undefined && !agents.includes(to.agent)) throw agentNotFound(to.agent, agents);
    const masked = this.#masked(event);
    const turn = await this.#inOrder(JSON.stringify([to.agent, to.instanceKey]), () =>
      this.#ingress.send(to, masked, workdir === undefined ? {} : { workdir }),
    );
    this.#keep(turn);
    return { turnId: turn.turnId };
  }

  async request(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions & RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { turnId } = await this.send(to, event, options);
    return answerWithin(options.timeoutMs, to, this.attach(turnId));
  }

  async attach(turnId: string): Promise<TurnOutcome> {
    const { outcome, events } = await this.#result(turnId);
    if (this.#worker === undefined) for (const event of events) this.#observers.tell(event);
    return outcome;
  }

  /** Of two reasons the first counts. */
  cancel(turnId: string, reason = 'it was cancelled'): Promise<boolean> {
    // Twice is once: the turn may have ended by the first before the second is looked at.
    const cancelling =
      this.#cancelling.get(turnId) ??
      this.#cancel(turnId, reason).finally(() => this.#cancelling.delete(turnId));
    this.#cancelling.set(turnId, cancelling);
    return cancelling;
  }

  async #cancel(turnId: string, reason: string): Promise<boolean> {
    const known = this.#known.get(turnId) ?? { turnId };
    const found = await findInvocation(this.#options.cluster, this.#names, known);
    if (found === undefined || found.status === 'completed') return false;
    const agent = this.#names.agentOf(found.service) ?? '';
    const turn = { turnId, invocationId: found.id, agent, instanceKey: found.key };
    await this.#ingress.cancel({ ...turn, reason: this.#masked(reason) });
    return true;
  }

  async complete(handle: string, outcome: JsonValue): Promise<void> {
    await this.#ingress.complete(handle, this.#masked(recordableOutcome(handle, outcome)));
    this.#heldPoll?.released(handle);
  }

  /** Takes handles of calls that answered `pending`, durably (PEND-1). */
  claimHandle(handle: string, owner: HandleOwner): Promise<boolean> {
    return this.#ingress.claimHandle(handle, owner);
  }

  async openTurns(): Promise<readonly OpenTurn[]> {
    const { cluster } = this.#options;
    return asOpenTurns(cluster, this.#names, await openInvocations(cluster, this.#names));
  }

  /** The runtime events of a turn that has ended, as they are kept with its outcome. */
  async eventsOf(turnId: string): Promise<readonly RuntimeEvent[]> {
    return (await this.#result(turnId)).events;
  }

  /** How the agents are that have open turns; which worker runs them, and in which process, is the cluster's affair. */
  async status(): Promise<readonly AgentStatus[]> {
    const open = await openInvocations(this.#options.cluster, this.#names);
    const byAgent = Map.groupBy(open, ({ service }) => this.#names.agentOf(service) ?? service);
    return Array.from(byAgent, ([agent, turns]): AgentStatus => {
      const isWaiting = turns.some(({ status }) => status === 'backing-off' || status === 'paused');
      const crashes = Math.max(0, ...turns.map(({ retries }) => (retries ?? 0) - 1));
      const state = isWaiting ? 'waiting' : 'running';
      return {
        agent,
        instanceKey: null,
        state,
        pid: null,
        crashes,
        restartAt: null,
        openTurns: turns.length,
      };
    });
  }

  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void {
    return this.#observers.add(listener);
  }

  async #result(turnId: string): Promise<TurnResult> {
    const turn = this.#known.get(turnId) ?? (await this.#find(turnId));
    if (turn !== undefined) {
      const leave = this.#heldPoll?.enter(turn.invocationId);
      try {
        return await this.#ingress.attach(turn, this.#closed.signal);
      } finally {
        leave?.();
      }
    }
    // One that was cancelled before it began is gone but for the reason.
    const outcome = await this.#ingress.cancelled(turnId);
    if (outcome !== undefined) return { outcome, events: [], held: [] };
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
  }

  async #find(turnId: string): Promise<AcceptedTurn | undefined> {
    const invocationId = await invocationOf(this.#options.cluster, this.#names, turnId);
    if (invocationId === undefined) return undefined;
    const turn = { turnId, invocationId };
    this.#keep(turn);
    return turn;
  }

  /** What is sent about an instance or a turn one after the other arrives so. */
  async #inOrder<Value>(key: string, send: () => Promise<Value>): Promise<Value> {
    const sent = (this.#sending.get(key) ?? Promise.resolve()).then(send);
    const settled = sent.then(
      () => undefined,
      () => undefined,
    );
    this.#sending.set(key, settled);
    return sent.finally(() => {
      if (this.#sending.get(key) === settled) this.#sending.delete(key);
    });
  }

  #keep(turn: AcceptedTurn): void {
    this.#known.set(turn.turnId, turn);
    for (const turnId of this.#known.keys()) {
      if (this.#known.size <= mostKnown) return;
      this.#known.delete(turnId);
    }
  }

  #masked<Value>(value: Value): Value {
    const { mask } = this.#options;
    return mask === undefined ? value : mask(value);
  }
}
