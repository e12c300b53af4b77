import { isRecord, nearest } from '@goondan/core/basics';
import { editorSchema } from '@goondan/core/bundle';
import { UsageError } from '../error/usage-error.ts';

/** The schema of a document of that kind, or of any. Throws `E_USAGE` for a kind there is not. */
export async function kindSchema(kind: string | undefined, rest: readonly string[]): Promise<unknown> {
  if (rest.length > 0) throw new UsageError(`too many words: ${rest.join(' ')}`, 'Name one kind.');
  const whole = editorSchema();
  if (kind === undefined) return whole;
  const { $schema, allOf, definitions } = whole;
  const branches = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  const byKind = new Map(branches.map((branch) => [kindOf(branch['if']), branch['then']]));
  const found = byKind.get(kind);
  if (isRecord(found))
    return { $schema, title: kind, ...found, ...(definitions === undefined ? {} : { definitions }) };
  throw unknown('kind', kind, [...byKind.keys(), 'output']);
}

/** The schema of what a command prints with `--json`; the names of all without one. Throws `E_USAGE`. */
export async function printedSchema(command: readonly string[]): Promise<unknown> {
  const { outputSchemas } = await import('./output-schemas.ts');
  const name = command.join(' ').replace(/^gdn /, '');
  if (name === '') return Object.keys(outputSchemas);
  const found = outputSchemas[name];
  if (found === undefined) throw unknown('command', name, Object.keys(outputSchemas));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: `gdn ${name} --json`, ...found };
}

function kindOf(condition: unknown): string {
  const properties = isRecord(condition) ? condition['properties'] : undefined;
  const kind = isRecord(properties) ? properties['kind'] : undefined;
  return isRecord(kind) ? String(kind['const']) : '';
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const near = nearest(name, known);
  const suggestion = near === undefined ? `There are: ${known.join(', ')}.` : `Did you mean '${near}'?`;
  return new UsageError(`unknown ${what} '${name}'`, suggestion);
}
