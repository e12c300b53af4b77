import type { RuntimeEvent } from '@goondan/runtime';
import { completionEvent, isTraceId, shape, turnIdOf } from '@goondan/runtime/engine';
import { queryCluster, quoted } from '../client/admin.ts';
import { ofSwarm } from '../client/invocations.ts';
import { eventsOfTurn } from './events-of-turn.ts';
import { handleViews } from './handle-views.ts';
import type { Inspected } from './inspected.ts';

const turnSchema = shape.object({
  id: shape.string(),
  turnId: shape.string(),
  status: shape.string(),
  caller: shape.string().exactOptional(),
});

type Turn = shape.Infer<typeof turnSchema>;

/** Of so many turns, the newest, the trace is looked for where only its id is known. */
const mostLookedAt = 500;

/** The runtime events of the trace that a turn belongs to, or `last`, or of that id; undefined where none is known. */
export async function traceEvents(
  inspected: Inspected,
  id: string,
): Promise<readonly RuntimeEvent[] | undefined> {
  const start = await startOf(inspected, id);
  if (start === undefined) return undefined;
  const [first] = await eventsOfTurn(inspected, start);
  const turns = await family(inspected, start);
  const events: RuntimeEvent[] = [];
  for (const turn of turns)
    for (const event of await eventsOfTurn(inspected, turn))
      if (event.traceId === first?.traceId) events.push(event);
  return events.toSorted((one, other) => one.at - other.at);
}

async function startOf(inspected: Inspected, id: string): Promise<Turn | undefined> {
  const newest = 'order by coalesce(completed_at, created_at) desc';
  if (id === 'last') return (await turnsWhere(inspected, 'true', `${newest} limit 1`))[0];
  const [named] = await turnsWhere(inspected, `idempotency_key = ${quoted(id)}`);
  if (named !== undefined || !isTraceId(id)) return named;
  for (const turn of await turnsWhere(inspected, 'true', `${newest} limit ${mostLookedAt}`)) {
    const [event] = await eventsOfTurn(inspected, turn);
    if (event?.traceId === id) return turn;
  }
  return undefined;
}

/** The turn, those that called it, and all that they called or that answers to their calls began. */
async function family(inspected: Inspected, start: Turn): Promise<Turn[]> {
  const handles = await handleViews(inspected);
  const found = new Map<string, Turn>();
  let next: readonly Turn[] = [start];
  while (next.length > 0) {
    for (const turn of next) found.set(turn.id, turn);
    const callers = next.flatMap(({ caller }) => (caller === undefined ? [] : [caller]));
    const begun = handles.flatMap((view) => {
      const { outcome, completedAt, kind } = view;
      const isOfThese = next.some(({ turnId }) => turnId === view.turnId);
      if (!isOfThese || kind !== 'detached' || outcome === undefined || completedAt === undefined) return [];
      const { to, event } = completionEvent({ ...view, owner: view, outcome, completedAt });
      return [turnIdOf(to, event)];
    });
    const ids = next.map(({ id }) => id);
    const near = await turnsWhere(
      inspected,
      [
        `invoked_by_id in (${listed(ids)})`,
        ...(callers.length === 0 ? [] : [`id in (${listed(callers)})`]),
        ...(begun.length === 0 ? [] : [`idempotency_key in (${listed(begun)})`]),
      ].join(' or '),
    );
    next = near.filter(({ id }) => !found.has(id));
  }
  return [...found.values()];
}

function turnsWhere({ cluster, names }: Inspected, where: string, order = ''): Promise<Turn[]> {
  return queryCluster(
    cluster,
    `select id, idempotency_key as "turnId", status, invoked_by_id as caller from sys_invocation
     where ${ofSwarm(names)} and (${where}) ${order}`,
    turnSchema,
  );
}

function listed(texts: readonly string[]): string {
  return texts.map(quoted).join(', ');
}
