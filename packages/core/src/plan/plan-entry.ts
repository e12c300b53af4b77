import { isRecord, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { nearest } from '../error/nearest.ts';
import type { PlanProblem } from './plan-problems.ts';
import { referencesIn } from './plan-reference.ts';
import { planLimits } from './plan.ts';

/** An entry as it was written: whom it refers to, and what is wrong with it by itself. */
export interface ReadEntry {
  readonly id: string | undefined;
  readonly tool: string;
  readonly args: JsonObject;
  /** Ids, each with the place in the plan that names it. */
  readonly refersTo: readonly { readonly id: string; readonly path: string }[];
  readonly problems: readonly PlanProblem[];
}

const fields = ['id', 'tool', 'args', 'after'];

/** Reads one entry of a plan. */
export function entryOf(entry: JsonValue, index: number): ReadEntry {
  if (typeof entry === 'string') return readEntry({ tool: entry }, index);
  return isObject(entry)
    ? readEntry(entry, index)
    : broken({}, { index, path: '', what: 'must be a name or {id, tool, args, after?}' });
}

function readEntry(entry: JsonObject, index: number): ReadEntry {
  const { id, tool, args = {}, after = [] } = entry;
  const unknown = Object.keys(entry).find((key) => !fields.includes(key));
  const refused = (path: string, what: string): ReadEntry => broken(entry, { index, path, what });
  if (unknown !== undefined) {
    const near = nearest(unknown, fields);
    const hint = near === undefined ? '' : ` (did you mean '${near}'?)`;
    return refused(`/${unknown}`, `has no field '${unknown}'${hint}`);
  }
  if (typeof tool !== 'string' || tool === '') return refused('/tool', 'must name a tool');
  if (id !== undefined && !isId(id))
    return refused('/id', `must have an id of 1 to ${planLimits.idLength} characters, or none`);
  if (!isObject(args)) return refused('/args', 'must have an object as args');
  if (!isIds(after)) return refused('/after', 'must have a list of ids as after');
  const found = referencesIn(args);
  const problems = found.flatMap((one): PlanProblem[] =>
    'problem' in one
      ? [
          {
            code: 'E_PLAN_REFERENCE',
            message: `Entry ${index + 1}: ${one.problem}.`,
            path: `/tools/${index}/args${one.at}`,
          },
        ]
      : [],
  );
  const references = found.flatMap((one) => ('from' in one ? [one] : []));
  return {
    id,
    tool,
    args,
    refersTo: [
      ...references.map(({ from, at }) => ({ id: from, path: `/tools/${index}/args${at}` })),
      ...after.map((other, at) => ({ id: other, path: `/tools/${index}/after/${at}` })),
    ],
    problems,
  };
}

/** It keeps its id: others may well refer to it. */
function broken(
  { id }: JsonObject,
  { index, path, what }: { readonly index: number; readonly path: string; readonly what: string },
): ReadEntry {
  const message = `Entry ${index + 1} ${what}.`;
  const problems: PlanProblem[] = [{ code: 'E_PLAN_INVALID', message, path: `/tools/${index}${path}` }];
  return { id: id !== undefined && isId(id) ? id : undefined, tool: '', args: {}, refersTo: [], problems };
}

function isObject(value: JsonValue): value is JsonObject {
  return isRecord(value);
}

function isId(value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && value.length <= planLimits.idLength;
}

function isIds(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every(isId);
}
