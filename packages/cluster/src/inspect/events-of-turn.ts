import { parseJson } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { queryCluster, quoted } from '../client/admin.ts';
import { askCluster } from '../client/cluster-http.ts';
import { turnResultSchema } from '../service/wire.ts';
import { recordedStepSchema } from '../turn/recorded-step.ts';
import type { Inspected } from './inspected.ts';

const rowSchema = shape.object({ entry: shape.string() });
const ranSchema = shape.object({
  Notification: shape.object({
    Completion: shape.object({
      Run: shape.object({ result: shape.object({ Success: shape.array(shape.number()) }) }),
    }),
  }),
});

/** The runtime events of a turn, by its invocation: all once it has ended, before that those on record so far. */
export async function eventsOfTurn(
  inspected: Inspected,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<readonly RuntimeEvent[]> {
  return status === 'completed' ? endedEvents(inspected, id) : eventsSoFar(inspected, id);
}

async function endedEvents({ cluster }: Inspected, id: string): Promise<readonly RuntimeEvent[]> {
  const answer = await askCluster(cluster, `${cluster.ingressUrl}/restate/invocation/${id}/output`, {
    method: 'GET',
  });
  const result = turnResultSchema.safeParse(answer.body);
  return result.success ? result.data.events : [];
}

async function eventsSoFar({ cluster }: Inspected, id: string): Promise<readonly RuntimeEvent[]> {
  const rows = await queryCluster(
    cluster,
    `select entry_json as entry from sys_journal
     where id = ${quoted(id)} and entry_type = 'Notification: Run' order by "index"`,
    rowSchema,
  );
  return rows.flatMap(({ entry }) => {
    const ran = ranSchema.safeParse(parseJson(entry));
    if (!ran.success) return [];
    const bytes = Buffer.from(ran.data.Notification.Completion.Run.result.Success);
    const step = recordedStepSchema.safeParse(parseJson(bytes.toString()));
    return step.success ? step.data.events : [];
  });
}
