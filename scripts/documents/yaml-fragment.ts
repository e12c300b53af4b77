import { compileSchema, isRecord, joinFailures, type CompiledSchema } from '@goondan/core';
import { editorSchema } from '@goondan/core/bundle';
import { parseAllDocuments } from 'yaml';

let schema: CompiledSchema | undefined;

/** What is wrong with a piece of YAML: its syntax, or keys and values that the schema of its kind does not know. Nothing need be complete. */
export function fragmentProblems(text: string, kind?: string): string[] {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return ['it is empty'];
  return documents.flatMap((document) => {
    if (document.errors.length > 0) return document.errors.map(({ message }) => message);
    const value: unknown = document.toJS();
    const whole = kind === undefined ? value : { kind, spec: value };
    if (!isRecord(whole) || typeof whole['kind'] !== 'string') return ['it has no kind'];
    schema ??= compileSchema(looseSchema());
    const failures = schema.failures(whole);
    return failures.length === 0 ? [] : [joinFailures(failures)];
  });
}

/** The schema of editors without what is required. */
function looseSchema(): Record<string, unknown> {
  const loose = withoutRequired(editorSchema());
  return isRecord(loose) ? loose : {};
}

function withoutRequired(schema: unknown, key = ''): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutRequired(item));
  // An `if` tells the kinds apart by what it requires.
  if (!isRecord(schema) || key === 'if') return schema;
  const isSchema = key !== 'properties' && key !== 'definitions';
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !isSchema || name !== 'required')
      .map(([name, item]) => [name, withoutRequired(item, isSchema ? name : '')]),
  );
}
