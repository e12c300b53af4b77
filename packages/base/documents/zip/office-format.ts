import { JobFailure } from '../../contained/job.ts';
import { checkUnpackedSize, zipEntries } from './zip-entries.ts';

const others: readonly (readonly [file: string, what: string])[] = [
  ['ppt/presentation.xml', 'a PowerPoint presentation'],
  ['META-INF/container.xml', 'an EPUB book'],
  ['Contents/content.hpf', 'a Hangul document (.hwpx)'],
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument file'],
];

/** Which office document an archive is, once it is known to unpack to a bearable size. */
export function officeFormat(bytes: Uint8Array<ArrayBuffer>, name: string): 'docx' | 'xlsx' {
  const entries = zipEntries(bytes, name);
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw new JobFailure(
      'E_DOCUMENT_ENCRYPTED',
      `${name} is an archive with a password.`,
      'Ask for a copy without a password; this tool takes none.',
    );
  const has = (file: string): boolean => entries.some((entry) => entry.name === file);
  const format = has('word/document.xml') ? 'docx' : has('xl/workbook.xml') ? 'xlsx' : undefined;
  if (format !== undefined) {
    checkUnpackedSize(entries, name);
    return format;
  }
  const other = others.find(([file]) => has(file))?.[1];
  throw new JobFailure(
    'E_DOCUMENT_FORMAT',
    `${name} is ${other ?? 'an archive of files'}, which cannot be read as text.`,
    other === undefined
      ? 'Unpack it first, and read the files in it.'
      : 'Convert it to PDF, DOCX, XLSX, HTML or plain text first.',
  );
}
