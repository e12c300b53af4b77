import type { AgentEvent, JsonValue } from '@goondan/core';
import * as shape from '../../../shape/shape.ts';
import {
  runtimeEventSchema,
  turnDeltaSchema,
  type RuntimeEvent,
  type TurnDelta,
} from '../../../telemetry/runtime-event.ts';
import type { Address } from '../../turn-context.ts';
import type { SentRequest } from '../request-limit.ts';
import type { Methods } from './channel.ts';
import { deliverySchema, eventOfMessage } from './ipc-message.ts';

const addressSchema = shape.object({ agent: shape.string(), instanceKey: shape.string() });
const outcomeSchema = shape.object({ to: addressSchema, turnId: shape.string() });
const cancelSchema = shape.object({ ...outcomeSchema.fields, reason: shape.string() });
const completeSchema = shape.object({ handle: shape.string(), outcome: shape.json() });
const observedSchema = shape.union([turnDeltaSchema, runtimeEventSchema]);

/** Who does what agents ask for. */
export interface MethodHost {
  send(to: Address, event: AgentEvent): Promise<{ readonly turnId: string }>;
  outcome(to: Address, turnId: string): Promise<JsonValue>;
  cancel(request: SentRequest, reason: string): Promise<boolean>;
  completionOf(handle: string): Promise<JsonValue>;
  complete(handle: string, outcome: JsonValue): Promise<void>;
  agents(): JsonValue;
  spawn(to: Address): Promise<void>;
  isHeld(to: Address, turnId: string): Promise<boolean>;
  tell(event: RuntimeEvent | TurnDelta): void;
}

/** What the process of an agent may ask. Who asks is known by the channel. */
export function agentMethods(sender: string, host: MethodHost): Methods {
  return {
    message: async (params) => {
      const { message } = deliverySchema.parse(params);
      const event = eventOfMessage(message, sender);
      if (event === undefined)
        throw new Error(`A message of type ${message.type} is not taken from an agent.`);
      const { instanceKey = 'default' } = event;
      return { ...(await host.send({ agent: message.to, instanceKey }, event)) };
    },
    outcome: (params) => {
      const { to, turnId } = outcomeSchema.parse(params);
      return host.outcome(to, turnId);
    },
    cancel: (params) => {
      const { reason, ...request } = cancelSchema.parse(params);
      return host.cancel(request, reason);
    },
    completionOf: (params) => host.completionOf(shape.string().parse(params)),
    complete: (params) => {
      const { handle, outcome } = completeSchema.parse(params);
      return host.complete(handle, outcome);
    },
    agents: () => host.agents(),
    spawn: (params) => host.spawn(addressSchema.parse(params)),
    isHeld: (params) => {
      const { to, turnId } = outcomeSchema.parse(params);
      return host.isHeld(to, turnId);
    },
    observe: (params) => host.tell({ ...observedSchema.parse(params), agentName: sender }),
  };
}
