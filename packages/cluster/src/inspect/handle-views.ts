import { isRecord, parseJson } from '@goondan/core';
import type { HandleStatus, HandleView } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { queryCluster, quoted } from '../client/admin.ts';
import { openInvocations } from '../client/invocations.ts';
import { completionSchema, handleRecordSchema } from '../service/wire.ts';
import type { Inspected } from './inspected.ts';

const rowSchema = shape.object({ handle: shape.string(), key: shape.string(), value: shape.string() });

type HandleRow = shape.Infer<typeof rowSchema>;
type HandleRecord = shape.Infer<typeof handleRecordSchema>;
type Completion = shape.Infer<typeof completionSchema>;

/** Every handle of a swarm, or the one of that name, the oldest first. */
export async function handleViews(inspected: Inspected, only?: string): Promise<HandleView[]> {
  const { cluster, names } = inspected;
  const one = only === undefined ? '' : ` and service_key = ${quoted(only)}`;
  const rows = await queryCluster(
    cluster,
    `select service_key as handle, key, value_utf8 as value from state
     where service_name = ${quoted(names.handles)}${one}`,
    rowSchema,
  );
  const isOpen = await openTurnsFor(inspected, rows);
  return Array.from(
    Map.groupBy(rows, ({ handle }) => handle),
    ([handle, own]) => viewOf(inspected, { handle, own, isOpen }),
  )
    .flatMap((view) => (view === undefined ? [] : [view]))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

interface FoundHandle {
  readonly handle: string;
  readonly own: readonly HandleRow[];
  readonly isOpen: (turnId: string) => boolean;
}

function viewOf({ namespace }: Inspected, { handle, own, isOpen }: FoundHandle): HandleView | undefined {
  const record = valueOf(own, 'record', handleRecordSchema);
  if (record === undefined) return undefined;
  const completion = valueOf(own, 'completion', completionSchema);
  const { kind, owner, about, createdAt } = record;
  const { idempotencyKey: _, ...call } = owner;
  return {
    handle,
    status: statusOf(record, completion, isOpen),
    kind,
    ...call,
    about,
    workspace: namespace,
    createdAt,
    ...(completion === undefined ? {} : { completedAt: completion.completedAt, outcome: completion.outcome }),
  };
}

function statusOf(
  { kind, owner }: HandleRecord,
  completion: Completion | undefined,
  isOpen: (turnId: string) => boolean,
): HandleStatus {
  if (kind === 'detached') return completion === undefined ? 'pending' : 'delivered';
  if (completion === undefined) return isOpen(owner.turnId) ? 'held' : 'expired';
  const { outcome } = completion;
  return isRecord(outcome) && outcome['decision'] === 'cancelled' ? 'expired' : 'completed';
}

/** Only what is held needs to know which turns are open. */
async function openTurnsFor(
  { cluster, names }: Inspected,
  rows: readonly HandleRow[],
): Promise<(turnId: string) => boolean> {
  const completed = new Set(rows.flatMap(({ handle, key }) => (key === 'completion' ? [handle] : [])));
  if (rows.every(({ handle }) => completed.has(handle))) return () => false;
  const open = new Set((await openInvocations(cluster, names)).map(({ turnId }) => turnId));
  return (turnId) => open.has(turnId);
}

function valueOf<Value>(
  rows: readonly HandleRow[],
  key: string,
  schema: { parse(value: unknown): Value },
): Value | undefined {
  const row = rows.find((one) => one.key === key);
  return row === undefined ? undefined : schema.parse(parseJson(row.value));
}
