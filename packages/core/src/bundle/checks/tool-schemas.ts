import { pointerKeys } from '../../json/json-pointer.ts';
import type { schemaProblems } from '../../schema/problems.ts';
import { isRecord } from '../../json/json-value.ts';
import { typeBesidesObject } from '../../schema/type-besides-object.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { itemsAt, valueAt } from '../raw-value.ts';
import { describeFound, quote } from '../wording.ts';

/** `parameters` and `output` of each export are valid JSON Schema, and `parameters` describes an object (SCH-5). */
export async function checkToolSchemas(document: ConfigDocument): Promise<Problem[]> {
  if (document.kind !== 'Tool') return [];
  const { schemaProblems } = await import('../../schema/problems.ts');
  return itemsAt(document.value, ['spec', 'exports']).flatMap(({ path, value }) => [
    ...schemaAt([...path, 'parameters'], valueAt(value, ['parameters']), schemaProblems),
    ...notAnObject([...path, 'parameters'], valueAt(value, ['parameters'])),
    ...schemaAt([...path, 'output'], valueAt(value, ['output']), schemaProblems),
  ]);
}

function schemaAt(path: Path, schema: unknown, problemsIn: typeof schemaProblems): Problem[] {
  // What is no mapping at all is the shape check's to report.
  if (!isRecord(schema)) return [];
  return problemsIn(schema).map((problem) => ({
    code: 'E_CONFIG_TOOL_SCHEMA',
    path: [...path, ...pointerKeys(problem.path)],
    message: `${path.at(-1)} is not a valid JSON Schema: ${problem.message}`,
  }));
}

function notAnObject(path: Path, schema: unknown): Problem[] {
  const type = typeBesidesObject(schema);
  if (type === undefined) return [];
  const found = typeof type === 'string' ? quote(type) : describeFound(type);
  const message = `parameters must describe an object, found type ${found}`;
  return [{ code: 'E_CONFIG_TOOL_SCHEMA', path: [...path, 'type'], message, hint: 'write type: object' }];
}
