import type { JsonValue } from '@goondan/core';
import { completionEvent, shape } from '@goondan/runtime/engine';
import { handlers, object, type ObjectContext } from '@restatedev/restate-sdk/fetch';
import { ClusterCalls } from '../turn/cluster-calls.ts';
import { jsonSerde } from './json-serde.ts';
import type { ServiceNames } from './service-names.ts';
import { serviceOptions } from './service-options.ts';
import {
  claimedSchema,
  completedSchema,
  completionSchema,
  handleClaimSchema,
  handleRecordSchema,
  type HandleClaim,
} from './wire.ts';

/** Where a handle keeps whose it is, and what it was completed with. */
const handleKeys = { record: 'record', completion: 'completion' } as const;

const recordSerde = jsonSerde(handleRecordSchema);
const completionSerde = jsonSerde(completionSchema);

/** Handles, each an object of its own: one owner, completed at most once, whoever comes first (PEND-1, PEND-2). */
export function handlesObject(names: ServiceNames) {
  return object({
    name: names.handles,
    handlers: {
      claim: handlers.object.exclusive(
        { input: jsonSerde(handleClaimSchema), output: jsonSerde(claimedSchema) },
        claim,
      ),
      complete: handlers.object.exclusive(
        { input: jsonSerde(shape.json()), output: jsonSerde(completedSchema) },
        (context: ObjectContext, outcome: JsonValue) =>
          complete(context, new ClusterCalls(context, names), outcome),
      ),
    },
    options: serviceOptions({}),
  });
}

async function claim(
  context: ObjectContext,
  wanted: HandleClaim,
): Promise<shape.Infer<typeof claimedSchema>> {
  const found = await context.get(handleKeys.record, recordSerde);
  if (found !== null)
    return { isOurs: found.owner.idempotencyKey === wanted.owner.idempotencyKey, at: found.createdAt };
  const at = await context.date.toJSON();
  context.set(handleKeys.record, { ...wanted, createdAt: at }, recordSerde);
  return { isOurs: true, at };
}

async function complete(
  context: ObjectContext,
  calls: ClusterCalls,
  outcome: JsonValue,
): Promise<shape.Infer<typeof completedSchema>> {
  const record = await context.get(handleKeys.record, recordSerde);
  if (record === null) return { status: 'E_HANDLE_NOT_FOUND' };
  if ((await context.get(handleKeys.completion, completionSerde)) !== null)
    return { status: 'E_HANDLE_COMPLETED' };
  const completion = { outcome, completedAt: await context.date.toJSON() };
  context.set(handleKeys.completion, completion, completionSerde);
  const { awakeable, owner, about } = record;
  if (awakeable !== undefined) context.resolveAwakeable(awakeable, completion, completionSerde);
  if (record.kind === 'detached') {
    const { to, event } = completionEvent({ handle: context.key, owner, about, ...completion });
    await calls.send(to, event).invocationId;
  }
  return { status: 'done' };
}
