import { nearest } from '../../error/nearest.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { itemsAt, textAt } from '../raw-value.ts';
import { quote } from '../wording.ts';
import { importProblem, reportOf } from './entry.ts';

const entryPath = ['spec', 'entry'];

interface Module {
  readonly handlers: readonly string[];
  readonly notFunctions: readonly string[];
}

/** The module of a Tool can be imported and has a handler for every export; a handler too many is a warning (SCH-4, SCH-5). */
export async function checkToolHandlers(document: ConfigDocument, context: CheckContext): Promise<Problem[]> {
  const found = document.kind === 'Tool' ? await reportOf(document, context) : undefined;
  if (found === undefined) return [];
  const { entry, report } = found;
  if (report.status === 'failed') return [importProblem(entry, report)];
  const { tool } = report;
  if ('problem' in tool) {
    const hint = 'export const handlers = { … }';
    return [{ code: 'E_CONFIG_HANDLER', path: entryPath, message: `${entry}: ${tool.problem}`, hint }];
  }
  const exports = exportNames(document);
  const names = new Set(exports.map(({ name }) => name));
  return [
    ...exports.flatMap(({ path, name }) => missingHandler(path, name, tool)),
    ...tool.handlers.filter((name) => !names.has(name)).map((name) => surplusHandler(name, exports)),
  ];
}

function exportNames(document: ConfigDocument): { path: Path; name: string }[] {
  return itemsAt(document.value, ['spec', 'exports']).flatMap(({ path, value }) => {
    const name = textAt(value, ['name']);
    return name === undefined ? [] : [{ path: [...path, 'name'], name }];
  });
}

function missingHandler(path: Path, name: string, module: Module): Problem[] {
  if (module.handlers.includes(name)) return [];
  const base = { code: 'E_CONFIG_HANDLER', path } as const;
  if (module.notFunctions.includes(name)) {
    return [
      {
        ...base,
        message: `the handler of export ${quote(name)} is not a function`,
        hint: `make handlers[${quote(name)}] a function`,
      },
    ];
  }
  const near = nearest(name, module.handlers);
  const hint =
    near === undefined
      ? `add handlers[${quote(name)}] to the module`
      : `the module has ${near}: rename one of the two`;
  return [{ ...base, message: `the module has no handler for export ${quote(name)}`, hint }];
}

function surplusHandler(name: string, exports: readonly { name: string }[]): Problem {
  const near = nearest(
    name,
    exports.map((item) => item.name),
  );
  return {
    code: 'E_CONFIG_HANDLER_SURPLUS',
    severity: 'warning',
    path: entryPath,
    message: `the module has a handler ${quote(name)} that no export names`,
    hint: near === undefined ? 'add an export for it, or remove it' : `did you mean it for export ${near}?`,
  };
}
