import { GoondanError, type JsonValue } from '@goondan/core';
import * as shape from '../../../shape/shape.ts';
import { knownSecrets } from '../../../secret/known-secrets.ts';
import { maskedConsole } from '../../../secret/masked-console.ts';
import { SecretMask } from '../../../secret/secret-mask.ts';
import { agentDefinitions } from '../../../swarm/agent-definition.ts';
import { AgentLoader } from '../../../swarm/agent-loader.ts';
import { Resources } from '../../../swarm/resources.ts';
import { runTurn } from '../../../turn/run-turn.ts';
import { workspaceLayout } from '../../../workspace/layout.ts';
import { turnOutcomeSchema } from '../../turn-outcome.ts';
import { AgentRunner, type AgentSurroundings } from '../agent-runner.ts';
import { Handles } from '../handles.ts';
import { waitAtMost } from '../wait-for.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import { deliverySchema, eventOfMessage } from './ipc-message.ts';
import { isRoomFor } from './observer-valve.ts';
import { SpillFolder } from './spill-folder.ts';
import { startOrderSchema, type StartOrder } from './start-order.ts';

const turnSchema = shape.object({ turnId: shape.string() });
const cancelSchema = shape.object({ ...turnSchema.fields, reason: shape.string() });
const agentsSchema = shape.array(
  shape.object({ agent: shape.string(), instances: shape.array(shape.string()) }),
);
const graceAfterInterruptMs = 1_000;
const idleBeforeTidyingMs = 1_000;

/** An agent process: silent until it is told which agent it is, then that agent's only runner. */
export class AgentChild {
  readonly channel: Channel;
  #runner: AgentRunner | undefined;
  #loader: AgentLoader | undefined;
  #awake = 0;
  #tidying: ReturnType<typeof setTimeout> | undefined;

  constructor(send: ChannelOptions['send']) {
    this.channel = new Channel({
      send,
      spill: new SpillFolder(process.env['GOONDAN_SPILL'] ?? ''),
      onViolation: (reason) => {
        console.error(`The orchestrator sent ${reason}.`);
        process.exit(1);
      },
      methods: {
        start: (params) => this.#start(startOrderSchema.parse(params)),
        message: (params) => this.#take(params),
        outcome: (params) => this.#running.outcome(turnSchema.parse(params).turnId),
        cancel: (params) => {
          const { turnId, reason } = cancelSchema.parse(params);
          return this.#running.cancel(turnId, reason);
        },
        spawn: (params) => this.#running.spawn(shape.string().parse(params)),
        isHeld: (params) => this.#running.isHeld(turnSchema.parse(params).turnId),
        resume: (params) => this.#running.resume(shape.string().parse(params)),
        ping: () => this.#runner?.openTurns().length ?? 0,
      },
    });
  }

  get #running(): AgentRunner {
    if (this.#runner === undefined) throw new Error('This process has not been told which agent it is.');
    return this.#runner;
  }

  async #start(order: StartOrder): Promise<JsonValue> {
    const { agent, stateRoot, bundleRoot, journalPath } = order;
    const layout = workspaceLayout(stateRoot, bundleRoot ?? undefined);
    const resources = new Resources(
      { root: bundleRoot ?? stateRoot, resources: order.own.map((resource) => ({ resource })) },
      order.stock.map(({ root, resources: listed }) => ({
        root,
        resources: listed.map((resource) => ({ resource })),
      })),
    );
    const { secretVariables } = order;
    const secrets = knownSecrets({ models: resources.models, secretVariables }, process.env);
    const mask = new SecretMask([...secrets, ...order.literals]);
    const logger = maskedConsole(console, mask);
    globalThis.console = logger;
    this.#loader = new AgentLoader({
      definitions: agentDefinitions(resources),
      resources,
      bundleRoot: bundleRoot ?? stateRoot,
      layout,
      env: process.env,
      logger,
      mask,
      complete: async (handle, outcome) => {
        await this.channel.call('complete', { handle, outcome });
      },
      keepAwake: () => this.#keepAwake(),
      watch: async (call) => {
        this.channel.notice('busy', { ...call });
        // A handler that blocks keeps back what has not left: nobody would know which one it is.
        await this.channel.flushed();
        return () => this.channel.notice('free', { turnId: call.turnId, entry: call.entry });
      },
    });
    this.#runner = new AgentRunner({
      agent,
      journalPath,
      runner: async () => {
        const loaded = await this.#loader?.load(agent);
        if (loaded === undefined) throw new Error('This process has been told to end.');
        return (context, input) => runTurn(context, loaded, input);
      },
      workdirOf: (instanceKey) => layout.workdirOf(agent, instanceKey),
      surroundings: this.#surroundings(agent, new Handles(layout.handles, layout.folder)),
      onEnded: ({ turnId }) => {
        this.channel.notice('ended', turnId);
        this.#tidyWhenIdle();
      },
      mask: (event) => mask.json(event),
      keepsTrying: true,
    });
    await this.#runner.journal.prune(Date.now() - order.retentionMs);
    const open = this.#runner.openTurns();
    for (const { instanceKey } of open)
      if (order.resume?.includes(instanceKey) ?? true) this.#runner.resume(instanceKey);
    return open.map(({ turnId }) => turnId);
  }

  /** Whoever waits for something outside must not be put to sleep. */
  #keepAwake(): () => void {
    this.#awake += 1;
    if (this.#awake === 1) this.channel.notice('awake', true);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#awake -= 1;
      if (this.#awake === 0) this.channel.notice('awake', false);
    };
  }

  /** What turns left behind is given back while nobody waits: an idle agent should cost little. */
  #tidyWhenIdle(): void {
    clearTimeout(this.#tidying);
    this.#tidying = setTimeout(() => {
      if (this.#runner?.openTurns().length === 0) Bun.gc(true);
    }, idleBeforeTidyingMs);
    this.#tidying.unref();
  }

  async #take(params: JsonValue): Promise<JsonValue> {
    const { message, workdir } = deliverySchema.parse(params);
    if (message.type === 'shutdown')
      return this.#shutDown(shape.object({ graceMs: shape.number() }).parse(message.payload));
    const event = message.type === 'event' ? message.payload : eventOfMessage(message, message.from);
    if (event?.instanceKey === undefined) throw new Error('A message for no instance.');
    const options = workdir === undefined ? {} : { workdir };
    return { ...(await this.#running.accept(event.instanceKey, event, options)) };
  }

  /** Begins nothing new, waits for what has begun, ends what takes too long; then the process may be ended. */
  async #shutDown({ graceMs }: { readonly graceMs: number }): Promise<JsonValue> {
    const runner = this.#runner;
    if (runner !== undefined) {
      const stopped = runner.stop();
      await waitAtMost(graceMs, stopped);
      runner.interrupt(new GoondanError('E_AGENT_CANCELLED', 'The process is shutting down.'));
      await waitAtMost(Math.min(graceMs, graceAfterInterruptMs), stopped);
      runner.close();
    }
    this.#runner = undefined;
    await waitAtMost(graceAfterInterruptMs, this.#loader?.stop() ?? Promise.resolve());
    return { type: 'shutdown_ack', from: 'agent', to: 'orchestrator', payload: null };
  }

  #surroundings(agent: string, handles: Handles): AgentSurroundings {
    const { channel } = this;
    return {
      send: async (to, event) => {
        const payload = { ...event, instanceKey: to.instanceKey };
        const message = { type: 'event', from: agent, to: to.agent, payload };
        return turnSchema.parse(await channel.call('message', { message }));
      },
      outcome: async (to, turnId) =>
        turnOutcomeSchema.parse(await channel.call('outcome', { to: { ...to }, turnId })),
      cancel: ({ to, turnId }, reason) => channel.call('cancel', { to: { ...to }, turnId, reason }),
      openHandle: (handle, owner) => handles.openHeld(handle, owner),
      completionOf: (handle) => channel.call('completionOf', handle),
      claimHandle: (handle, owner) => handles.openHandoff(handle, owner),
      complete: async (handle, outcome) => {
        await channel.call('complete', { handle, outcome });
      },
      agents: async () => agentsSchema.parse(await channel.call('agents', null)),
      spawn: async (to) => {
        await channel.call('spawn', { ...to });
      },
      isHeld: async (to, turnId) => (await channel.call('isHeld', { to: { ...to }, turnId })) === true,
      observe: (event) => {
        try {
          if (isRoomFor(event, channel.underway)) channel.notice('observe', { ...event });
        } catch {
          // Too large, or the disk has no room for it: watchers miss one, the turn goes on.
        }
      },
    };
  }
}
