import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { extensionModuleOf } from '../../extension/define-extension.ts';
import { importModule } from '../../tool/import-module.ts';
import { textAt } from '../raw-value.ts';
import { entryFile, importProblem } from './entry.ts';

const path = ['spec', 'entry'];

/** The module of an Extension can be imported and exports a `register` function. */
export async function checkExtensionModule(
  document: ConfigDocument,
  context: CheckContext,
): Promise<Problem[]> {
  const entry = document.kind === 'Extension' ? await entryFile(document, context) : undefined;
  if (entry?.status !== 'ok') return [];
  const name = textAt(document.value, path) ?? '';
  const module = await importModule(entry.file);
  if (module.status === 'failed') return [importProblem(name, module)];
  if (extensionModuleOf(module.exports) !== undefined) return [];
  const reason =
    module.exports.register === undefined
      ? 'exports no register function'
      : 'exports a register that is not a function';
  return [
    {
      code: 'E_CONFIG_EXTENSION_REGISTER',
      path,
      message: `${name} ${reason}`,
      hint: 'export function register(api, config) { … }',
    },
  ];
}
