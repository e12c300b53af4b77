import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import { containedFile, type ContainedFile } from '../contained-file.ts';
import type { Problem } from '../finding.ts';
import type { ModuleReport } from '../inspect-module.ts';
import type { FailedImport } from '../../tool/import-module.ts';
import { textAt } from '../raw-value.ts';
import { didYouMean, quote } from '../wording.ts';

const path = ['spec', 'entry'];

/** `spec.entry` of a Tool or an Extension is a file inside the bundle (SCH-5). */
export async function checkEntry(document: ConfigDocument, context: CheckContext): Promise<Problem[]> {
  const entry = textAt(document.value, path);
  const found = await entryFile(document, context);
  if (entry === undefined || found === undefined || found.status === 'ok') return [];
  return [{ code: 'E_CONFIG_ENTRY', path, ...entryWords(entry, found) }];
}

/** The module of a Tool or an Extension; undefined when the document names none. */
export async function entryFile(
  document: ConfigDocument,
  { root }: Pick<CheckContext, 'root'>,
): Promise<ContainedFile | undefined> {
  const entry = textAt(document.value, path);
  const hasModule = document.kind === 'Tool' || document.kind === 'Extension';
  return hasModule && entry !== undefined && entry !== '' ? await containedFile(root, entry) : undefined;
}

function entryWords(
  entry: string,
  found: Exclude<ContainedFile, { status: 'ok' }>,
): { message: string; hint?: string | undefined } {
  switch (found.status) {
    case 'outside':
      return {
        message: `entry ${quote(entry)} ${found.reason}`,
        hint: 'give a path relative to the bundle root that stays inside it',
      };
    case 'directory':
      return { message: `entry ${quote(entry)} is a folder, not a file`, hint: didYouMean(found.near) };
    case 'absent':
      return { message: `entry ${quote(entry)} does not exist`, hint: didYouMean(found.near) };
  }
}

/** What the module of a document offers, and the name it goes by there; undefined when it was not imported. */
export async function reportOf(
  document: ConfigDocument,
  context: CheckContext,
): Promise<{ readonly entry: string; readonly report: ModuleReport } | undefined> {
  const found = await entryFile(document, context);
  const report = found?.status === 'ok' ? context.modules.get(found.file) : undefined;
  return report && { entry: textAt(document.value, path) ?? '', report };
}

/** Says why the module of an entry cannot be imported, with the line of the module where that is known. */
export function importProblem(entry: string, failure: FailedImport): Problem {
  const module = failure.position === undefined ? entry : `${entry}:${failure.position}`;
  const problem = {
    code: 'E_CONFIG_MODULE',
    path,
    message: `${module} cannot be imported: ${failure.message}`,
  } as const;
  const [, missing] = /^Cannot find package '([^']+)'/.exec(failure.message) ?? [];
  return missing === undefined ? problem : { ...problem, hint: `install it: npm install ${missing}` };
}
