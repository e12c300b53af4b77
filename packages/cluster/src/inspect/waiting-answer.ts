import { parseJson, type JsonValue } from '@goondan/core';
import { shape } from '@goondan/runtime/engine';
import { queryCluster, quoted } from '../client/admin.ts';
import type { Inspected } from './inspected.ts';

/** An answer to a handle that cannot be lost any more, and that no worker has taken up yet. */
export interface WaitingAnswer {
  readonly acceptedAt: string;
  /** What the handle is to be completed with; undefined while the cluster does not show it. */
  readonly outcome: JsonValue | undefined;
}

const answerSchema = shape.object({ id: shape.string(), acceptedAt: shape.string() });
const entrySchema = shape.object({ entry: shape.string() });
const inputSchema = shape.object({
  Command: shape.object({ Input: shape.object({ payload: shape.array(shape.number()) }) }),
});

/** The first answer to a handle that waits for a worker; undefined where none does. */
export async function waitingAnswer(
  { cluster, names }: Inspected,
  handle: string,
): Promise<WaitingAnswer | undefined> {
  const [found] = await queryCluster(
    cluster,
    `select id, created_at as "acceptedAt" from sys_invocation
     where target_service_name = ${quoted(names.handles)} and target_service_key = ${quoted(handle)}
     and target_handler_name = 'complete' and status <> 'completed' order by created_at limit 1`,
    answerSchema,
  );
  if (found === undefined) return undefined;
  const [input] = await queryCluster(
    cluster,
    `select entry_json as entry from sys_journal where id = ${quoted(found.id)} and "index" = 0`,
    entrySchema,
  );
  return { acceptedAt: found.acceptedAt, outcome: input === undefined ? undefined : outcomeIn(input.entry) };
}

function outcomeIn(entry: string): JsonValue | undefined {
  const input = inputSchema.safeParse(parseJson(entry));
  return input.success ? parseJson(Buffer.from(input.data.Command.Input.payload).toString()) : undefined;
}
