import {
  GoondanError,
  type AgentAddress,
  type AgentEvent,
  type JsonValue,
  type MiddlewareAgents,
} from '@goondan/core';
import type { Address, TurnContext } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';

const defaultTimeoutMs = 60_000;

/** What calls to other agents are made from. */
export interface AgentCallsOptions {
  readonly context: TurnContext;
  /** The entries' common start, such as `s0/c1`. */
  readonly place: string;
  readonly traceId: string;
  /** Recorded, so that an event made again is the same. */
  readonly at: string;
}

/** How middleware and tools of a turn talk to other agents: each request or message is an entry of its own (COMM-2, COMM-3). */
export function agentCalls(options: AgentCallsOptions): MiddlewareAgents {
  const { context, place } = options;
  let count = 0;
  const next = (): string => {
    count += 1;
    return `${place}/agent${count}`;
  };
  return {
    async request(to, input, { timeoutMs = defaultTimeoutMs } = {}) {
      const name = next();
      const target = addressOf(to, context);
      const replyTo = { target: context.self.agent, correlationId: `${context.turnId}/${name}` };
      const event = { ...eventOf(name, input, options), replyTo };
      return answerOf(target, await context.request(name, target, event, { timeoutMs }));
    },
    async send(to, input) {
      const name = next();
      await context.send(name, addressOf(to, context), eventOf(name, input, options));
    },
  };
}

function addressOf({ agent, instanceKey }: AgentAddress, { self }: TurnContext): Address {
  return { agent, instanceKey: instanceKey ?? self.instanceKey };
}

function eventOf(name: string, input: JsonValue, { context, traceId, at }: AgentCallsOptions): AgentEvent {
  return {
    id: `${context.turnId}/${name}`,
    type: 'agent.message',
    createdAt: at,
    input,
    source: { kind: 'agent', name: context.self.agent },
    traceId,
  };
}

function answerOf(to: Address, { status, output = null, error }: TurnOutcome): JsonValue {
  if (status === 'completed') return output;
  const reason = error === undefined ? status : `${error.code}: ${error.message}`;
  throw new GoondanError('E_AGENT_FAILED', `${to.agent}/${to.instanceKey} did not answer: ${reason}`);
}
