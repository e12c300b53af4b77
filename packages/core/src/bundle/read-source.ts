import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFileName } from './find-bundle-root.ts';
import { toFinding, type Finding, type Place } from './finding.ts';

const largestSource = 8 * 1024 * 1024;
const start: Place = { file: bundleFileName, line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The text of `goondan.yaml`, and what is wrong with the file itself. */
export interface Source {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Reads `goondan.yaml` of a bundle; a file that cannot be read is a finding and an empty text. */
export async function readSource(root: string): Promise<Source> {
  const bytes = await readFile(join(root, bundleFileName)).catch((thrown: unknown) => thrown);
  if (!(bytes instanceof Uint8Array)) return unreadable(await whyUnread(root, bytes));
  if (bytes.length > largestSource) {
    return unreadable({
      code: 'E_CONFIG_YAML_LIMIT',
      message: `the file has ${bytes.length} bytes; at most ${largestSource} are read`,
      hint: 'move data into files of its own',
    });
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return unreadable({
      code: 'E_CONFIG_ENCODING',
      message: 'the file is UTF-16, not UTF-8',
      hint: 'save the file as UTF-8',
    });
  }
  // Decoding strips a byte order mark and puts U+FFFD for each byte that is not UTF-8, so that the rest can still be read.
  const text = new TextDecoder().decode(bytes);
  return { text, findings: isUtf8(bytes) ? [] : [wrongByte(text)] };
}

/** There is none, it has another name, or it may not be read: each is mended differently. */
async function whyUnread(root: string, thrown: unknown): Promise<Pick<Finding, 'code' | 'message' | 'hint'>> {
  const code = 'E_CONFIG_NOT_FOUND';
  const reason = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  if (reason !== 'ENOENT' && reason !== 'ENOTDIR') {
    const why =
      reason === 'EACCES' ? 'permission denied' : reason === 'EISDIR' ? 'it is a folder' : String(reason);
    const hint = reason === 'EISDIR' ? 'put a file in its place' : 'give yourself the right to read it';
    return { code, message: `${bundleFileName} in ${root} cannot be read: ${why}`, hint };
  }
  const names = await readdir(root).catch(() => undefined);
  if (names === undefined)
    return {
      code,
      message: `there is no folder ${root}`,
      hint: 'check the path, or make a bundle with gdn init',
    };
  const other = names.find((name) => /^goondan\.ya?ml$/i.test(name));
  return {
    code,
    message: `there is no ${bundleFileName} in ${root}`,
    hint:
      other === undefined
        ? 'run gdn init to make a bundle, or choose one with -C'
        : `rename ${other} to ${bundleFileName}`,
  };
}

function unreadable(problem: Pick<Finding, 'code' | 'message' | 'hint'>): Source {
  return { text: '', findings: [toFinding(problem, start)] };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function wrongByte(text: string): Finding {
  const before = text.slice(0, text.indexOf('\uFFFD')).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const problem = {
    code: 'E_CONFIG_ENCODING',
    message: 'the file is not UTF-8: a byte here is no character',
    hint: 'save the file as UTF-8',
  } as const;
  return toFinding(problem, { file: bundleFileName, line, column, endLine: line, endColumn: column + 1 });
}
