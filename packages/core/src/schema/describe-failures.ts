import { describeKeyword } from './describe-keyword.ts';
import { describeUnion } from './describe-union.ts';
import { groupErrors, type FailureNode } from './group-errors.ts';
import { memberOf, pointerTo } from '../json/json-pointer.ts';
import type { JsonSchema } from './json-schema.ts';
import { cut, visible } from './preview.ts';
import type { SchemaFailure } from './schema-failure.ts';
import type { AjvError } from './validator.ts';

/** As many failures as a reader can use. */
const mostFailures = 10;
const longestKey = 60;
const longestPath = 300;

/** Ajv's errors as readable failures, at most ten; the last says how many more there are. `root` is the schema Ajv compiled. */
export function describeFailures(errors: readonly AjvError[], root: JsonSchema): readonly SchemaFailure[] {
  const failures = describeAllFailures(errors, root);
  const shown = failures
    .slice(0, mostFailures)
    .map(({ path, message }) => ({ path: shortPath(path), message }));
  const last = shown.at(-1);
  const hidden = failures.length - shown.length;
  if (hidden === 0 || last === undefined) return shown;
  return [...shown.slice(0, -1), { path: last.path, message: `${last.message} (and ${hidden} more)` }];
}

/** As `describeFailures`, with every failure and with paths that are whole however long they are. */
export function describeAllFailures(errors: readonly AjvError[], root: JsonSchema): readonly SchemaFailure[] {
  return distinct(describeNodes(groupErrors(errors), root));
}

/** The one failure of a validator that stops at the first: Ajv puts the outermost keyword last. */
export function describeFirstFailure(
  errors: readonly AjvError[],
  root: JsonSchema,
): readonly SchemaFailure[] {
  return describeFailures(errors.slice(-1), root);
}

function describeNodes(nodes: readonly FailureNode[], root: JsonSchema): readonly SchemaFailure[] {
  const told = nodes.filter((node) => !isConsequence(node, nodes));
  return (told.length === 0 ? nodes : told).flatMap((node) => describeNode(node, root));
}

/** True for what only repeats that something else failed: `if`, and members left unevaluated because no alternative matched. */
function isConsequence({ error }: FailureNode, nodes: readonly FailureNode[]): boolean {
  if (error.keyword === 'if') return true;
  if (!error.keyword.startsWith('unevaluated')) return false;
  return nodes.some((other) => other.branches.length > 0 && other.error.instancePath === error.instancePath);
}

function describeNode({ error, branches }: FailureNode, root: JsonSchema): readonly SchemaFailure[] {
  const path = pathOf(error);
  const described = branches.map((branch) => describeNodes(branch, root));
  if (error.keyword === 'propertyNames') {
    const reason = described.flat().find(({ message }) => message.startsWith('must'))?.message;
    return [
      { path, message: `${describeKeyword(error, root)}${reason === undefined ? '' : `: it ${reason}`}` },
    ];
  }
  if (branches.length > 0) return describeUnion({ error, branches, described, path, root });
  return [{ path, message: describeKeyword(error, root) }];
}

/** The place a failure is about: of a property that is missing or too much, its own. */
function pathOf(error: AjvError): string {
  const names = ['missingProperty', 'additionalProperty', 'unevaluated', 'propertyName'];
  const key = names.map((name): unknown => memberOf(error.params, name)).find((value) => value !== undefined);
  const isKey = typeof key === 'string' || typeof key === 'number';
  return isKey ? pointerTo(error.instancePath, key) : error.instancePath;
}

function distinct(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  return [...new Map(failures.map((failure) => [`${failure.path} ${failure.message}`, failure])).values()];
}

function shortPath(path: string): string {
  const short = path
    .split('/')
    .map((key) => cut(key, longestKey))
    .join('/');
  return visible(cut(short, longestPath));
}
