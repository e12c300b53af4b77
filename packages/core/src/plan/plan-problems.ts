import type { ErrorCode } from '../error/codes.ts';
import { GoondanError } from '../error/goondan-error.ts';
import { nearest } from '../error/nearest.ts';
import { isRecord, type JsonValue } from '../json/json-value.ts';
import { snapshot } from '../json/snapshot.ts';
import { argumentLimits } from '../tool/arguments.ts';
import { findCycle } from './cycle.ts';
import { entryOf, type ReadEntry } from './plan-entry.ts';
import { planLimits, type CheckedPlan } from './plan.ts';

/** One thing that keeps a plan from being run. */
export interface PlanProblem {
  readonly code: Extract<ErrorCode, `E_PLAN_${string}`>;
  readonly message: string;
  /** JSON pointer into the plan. */
  readonly path: string;
}

/** A plan that can be run, or everything that is wrong with its structure. */
export type PlanCheck =
  | { readonly entries: CheckedPlan; readonly problems: readonly [] }
  | { readonly entries?: undefined; readonly problems: readonly PlanProblem[] };

/** Looks at the structure of a plan, and runs nothing. Unknown tools and wrong arguments are no matter of structure (PLAN-3). */
export function inspectPlan(plan: unknown): PlanCheck {
  const listed = listOf(plan);
  if ('code' in listed) return { problems: [listed] };
  const read = listed.tools.map((entry, index) => entryOf(entry, index));
  const places = placesOf(read);
  const problems = [
    ...read.flatMap((entry) => entry.problems),
    ...places.problems,
    ...unknownIds(read, places.byId),
  ];
  if (problems.length > 0) return { problems };
  const entries = read.map(({ id, tool, args, refersTo }, index) => ({
    index,
    id,
    tool,
    args,
    dependsOn: [...new Set(refersTo.flatMap(({ id: other }) => places.byId.get(other) ?? []))],
  }));
  const cycle = findCycle(entries.map(({ dependsOn }) => dependsOn));
  return cycle === undefined ? { entries, problems: [] } : { problems: [cycleProblem(cycle, read)] };
}

/** The plan as it is run. Throws `E_PLAN_*` for what is wrong with its structure. */
export function checkPlan(plan: unknown): CheckedPlan {
  const { entries, problems } = inspectPlan(plan);
  const [first] = problems;
  if (first === undefined) return entries ?? [];
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new GoondanError(first.code, `${first.message}${more}`);
}

/** No plan and an empty one are the same: nothing to run. */
function listOf(plan: unknown): { readonly tools: readonly JsonValue[] } | PlanProblem {
  if (plan === undefined || plan === null) return { tools: [] };
  if (!isRecord(plan)) return invalid('', 'A plan is {tools: [name or entry, …]}.');
  const { tools } = plan;
  if (tools === undefined || tools === null)
    return Object.keys(plan).some((key) => key !== 'tools')
      ? invalid('', `The plan has no 'tools', only ${Object.keys(plan).slice(0, 5).join(', ')}.`)
      : { tools: [] };
  if (!Array.isArray(tools)) return invalid('/tools', "'tools' must be a list of names and entries.");
  if (tools.length > planLimits.entries) {
    const message = `A plan has at most ${planLimits.entries} entries; this one has ${tools.length}.`;
    return { code: 'E_PLAN_TOO_LARGE', message, path: '/tools' };
  }
  const copy = snapshot(tools, { ...argumentLimits, maxSize: 4 * argumentLimits.maxSize });
  if (copy.status === 'failed') return invalid(`/tools${copy.path}`, `The plan ${copy.reason}.`);
  return { tools: Array.isArray(copy.value) ? copy.value : [] };
}

function placesOf(read: readonly ReadEntry[]): {
  readonly byId: ReadonlyMap<string, number>;
  readonly problems: readonly PlanProblem[];
} {
  const byId = new Map<string, number>();
  const problems: PlanProblem[] = [];
  for (const [index, { id }] of read.entries()) {
    if (id === undefined) continue;
    const other = byId.get(id);
    if (other === undefined) byId.set(id, index);
    else {
      const message = `The id '${id}' is that of entry ${other + 1} and of entry ${index + 1}.`;
      problems.push({ code: 'E_PLAN_DUPLICATE_ID', message, path: `/tools/${index}/id` });
    }
  }
  return { byId, problems };
}

function unknownIds(read: readonly ReadEntry[], byId: ReadonlyMap<string, number>): PlanProblem[] {
  return read.flatMap(({ refersTo }, index) =>
    refersTo.flatMap(({ id, path }) => {
      if (byId.has(id)) return [];
      const near = nearest(id, [...byId.keys()]);
      const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
      const message = `Entry ${index + 1} refers to '${id}', and no entry has that id.${hint}`;
      return [{ code: 'E_PLAN_REFERENCE' as const, message, path }];
    }),
  );
}

function cycleProblem(cycle: readonly number[], read: readonly ReadEntry[]): PlanProblem {
  const [start = 0] = cycle;
  const shown = cycle.slice(0, 20).map((index) => read[index]?.id ?? String(index + 1));
  const path = [...shown, ...(cycle.length > 20 ? ['…'] : []), shown[0]].join(' → ');
  const message = `Entries wait for one another in a circle: ${path}.`;
  return { code: 'E_PLAN_CYCLE', message, path: `/tools/${start}` };
}

function invalid(path: string, message: string): PlanProblem {
  return { code: 'E_PLAN_INVALID', message, path };
}
