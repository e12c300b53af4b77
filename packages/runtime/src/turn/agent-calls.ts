import {
  GoondanError,
  type AgentAddress,
  type AgentEvent,
  type JsonValue,
  type ToolRuntime,
} from '@goondan/core';
import * as shape from '../shape/shape.ts';
import { checkInstanceKey } from '../engine/instance-key.ts';
import type { Address, HandoffCall, TurnContext } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import { nextChain, nextHops, travelMetadata, travelOf } from './request-chain.ts';
import type { TurnState } from './turn-state.ts';

const defaultTimeoutMs = 60_000;
const summariesSchema = shape.array(
  shape.object({ agent: shape.string(), instances: shape.array(shape.string()) }),
);
const spawnedSchema = shape.object({ instanceKey: shape.string() });

/** What calls to other agents are made from. */
export interface AgentCallsOptions {
  readonly turn: TurnState;
  /** The entries' common start, such as `s0/c1`. */
  readonly place: string;
  /** The span that causes them. */
  readonly spanId: string;
  /** The tool call that makes them; middleware makes none. */
  readonly call?: HandoffCall;
}

/** How middleware and tools of a turn talk to other agents: each request or message is an entry of its own (COMM-2, COMM-3, HAND-1). */
export function agentCalls(options: AgentCallsOptions): ToolRuntime {
  const { turn, place, call } = options;
  const { context } = turn;
  let count = 0;
  const next = (kind: string): string => {
    count += 1;
    return `${place}/${kind}${count}`;
  };
  return {
    async request(to, input, { timeoutMs = defaultTimeoutMs } = {}) {
      const name = next('request');
      const target = addressOf(to, context);
      const event = eventOf(options, { name, to: target, input, kind: 'request' });
      return answerOf(target, await context.request(name, target, event, { timeoutMs }));
    },
    async send(to, input) {
      const name = next('send');
      const target = addressOf(to, context);
      await context.send(name, target, eventOf(options, { name, to: target, input, kind: 'send' }));
    },
    async handoff(to, input) {
      const name = next('handoff');
      if (call === undefined) throw new Error('Only a tool call can hand work off.');
      const target = addressOf(to, context);
      const event = eventOf(options, { name, to: target, input, kind: 'handoff' });
      return context.handoff(name, target, event, call);
    },
    list: () => context.step(next('list'), summariesSchema, async () => copied(await context.agents())),
    spawn: (to) =>
      context.step(next('spawn'), spawnedSchema, async () => {
        const target = addressOf(to, context);
        await context.spawn(target);
        return { instanceKey: target.instanceKey };
      }),
    sleep: (ms) => context.sleep(next('sleep'), ms),
  };
}

function addressOf(to: AgentAddress, { self }: TurnContext): Address {
  const instanceKey = to.instanceKey ?? self.instanceKey;
  checkInstanceKey(instanceKey);
  return { agent: to.agent, instanceKey };
}

interface Spoken {
  readonly name: string;
  readonly to: Address;
  readonly input: JsonValue;
  readonly kind: 'request' | 'send' | 'handoff';
}

/** Made of its place in the turn: made again after a crash it is the same event. */
function eventOf({ turn, spanId }: AgentCallsOptions, { name, to, input, kind }: Spoken): AgentEvent {
  const { context, event, traceId, agent } = turn;
  const { self, turnId } = context;
  const id = `${turnId}/${name}`;
  // Who does not wait holds nobody up.
  const chain = kind === 'request' ? nextChain(travelOf(event).chain, self, to) : [];
  const whitelists = agent.policy.delegates.map((list) => [...list]);
  return {
    id,
    type: kind === 'request' ? 'agent.request' : 'agent.message',
    createdAt: event.createdAt,
    input,
    instanceKey: to.instanceKey,
    source: { kind: 'agent', name: self.agent },
    ...(kind === 'send' ? {} : { replyTo: { target: self.agent, correlationId: id } }),
    traceId,
    metadata: travelMetadata({ chain, whitelists, parentSpanId: spanId, hops: nextHops(event, to) }),
  };
}

function answerOf(to: Address, { status, output = null, error }: TurnOutcome): JsonValue {
  if (status === 'completed') return output;
  const reason = error === undefined ? status : `${error.code}: ${error.message}`;
  throw new GoondanError('E_AGENT_FAILED', `${to.agent}/${to.instanceKey} did not answer: ${reason}`);
}

function copied(
  agents: readonly { readonly agent: string; readonly instances: readonly string[] }[],
): shape.Infer<typeof summariesSchema> {
  return agents.map(({ agent, instances }) => ({ agent, instances: [...instances] }));
}
