import { buildToolName, exportNameProblem, resourceNameProblem, toolNameProblem } from '../../tool/name.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { itemsAt, textAt } from '../raw-value.ts';
import { quote } from '../wording.ts';

/** Export names of a Tool: legal, unique, and together with the resource name not too long (NAME-2..5, SCH-2). */
export function checkToolExports(document: ConfigDocument): Problem[] {
  if (document.kind !== 'Tool') return [];
  const firstLine = new Map<string, number>();
  return itemsAt(document.value, ['spec', 'exports']).flatMap((item): Problem[] => {
    const path = [...item.path, 'name'];
    const name = textAt(item.value, ['name']);
    if (name === undefined) return [];
    const line = firstLine.get(name);
    if (line === undefined) firstLine.set(name, document.place(path).line);
    return [
      ...nameProblems(document, path, name),
      ...(line === undefined ? [] : [duplicate(path, name, line)]),
    ];
  });
}

function nameProblems({ name: resource }: ConfigDocument, path: Problem['path'], name: string): Problem[] {
  const own = exportNameProblem(name);
  if (own !== undefined) {
    return [
      {
        code: 'E_CONFIG_TOOL_NAME',
        path,
        message: `export name ${quote(name)} ${own.reason}`,
        hint: own.fix,
      },
    ];
  }
  // A resource name that is itself at fault is reported where it stands.
  if (resource === undefined || resourceNameProblem(resource) !== undefined) return [];
  const full = buildToolName(resource, name);
  const whole = toolNameProblem(full);
  if (whole === undefined) return [];
  return [
    {
      code: 'E_CONFIG_TOOL_NAME',
      path,
      message: `tool name ${quote(full)} ${whole.reason}`,
      hint: whole.fix,
    },
  ];
}

function duplicate(path: Problem['path'], name: string, line: number): Problem {
  const hint = `first on line ${line}: rename or remove one`;
  return {
    code: 'E_CONFIG_TOOL_EXPORT_DUPLICATE',
    path,
    message: `export ${quote(name)} is declared twice`,
    hint,
  };
}
