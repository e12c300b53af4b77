import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { importProblem, reportOf } from './entry.ts';

const path = ['spec', 'entry'];

/** The module of an Extension can be imported and exports a `register` function. */
export async function checkExtensionModule(
  document: ConfigDocument,
  context: CheckContext,
): Promise<Problem[]> {
  const found = document.kind === 'Extension' ? await reportOf(document, context) : undefined;
  if (found === undefined) return [];
  const { entry, report } = found;
  if (report.status === 'failed') return [importProblem(entry, report)];
  if (report.register === 'ok') return [];
  const reason =
    report.register === 'absent'
      ? 'exports no register function'
      : 'exports a register that is not a function';
  return [
    {
      code: 'E_CONFIG_EXTENSION_REGISTER',
      path,
      message: `${entry} ${reason}`,
      hint: 'export function register(api, config) { … }',
    },
  ];
}
