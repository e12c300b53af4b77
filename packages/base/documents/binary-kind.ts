/** What a file is that cannot be read as text, and what could be done about it. */
export interface BinaryKind {
  readonly code: 'E_DOCUMENT_FORMAT' | 'E_DOCUMENT_ENCRYPTED';
  readonly what: string;
  readonly advice: string;
}

const convert = 'Convert it to PDF, DOCX, XLSX, HTML or plain text first.';
const image = 'It has no text to read; a model that sees images can be shown it.';
const unpack = 'Unpack it first, and read the files in it.';

const signatures: readonly (readonly [start: string, what: string, advice: string])[] = [
  ['{\\rtf', 'RTF', convert],
  ['\x89PNG', 'a PNG image', image],
  ['\xFF\xD8\xFF', 'a JPEG image', image],
  ['GIF8', 'a GIF image', image],
  ['\x1F\x8B', 'a gzip archive', unpack],
  ['7z\xBC\xAF', 'a 7z archive', unpack],
  ['Rar!', 'a RAR archive', unpack],
  ['BZh', 'a bzip2 archive', unpack],
  ['\xFD7zXZ', 'an xz archive', unpack],
  ['\x7FELF', 'a program', 'There is no text in it.'],
  ['MZ\x90', 'a program', 'There is no text in it.'],
  ['SQLite format 3', 'an SQLite database', 'Query it with a command such as sqlite3.'],
];

/** Knows binary files by how they begin; undefined for text. */
export function binaryKind(bytes: Uint8Array): BinaryKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\xD0\xCF\x11\xE0')) return oldOffice(bytes);
  for (const [signature, what, advice] of signatures)
    if (start.startsWith(signature)) return { code: 'E_DOCUMENT_FORMAT', what, advice };
  return isText(bytes) ? undefined : { code: 'E_DOCUMENT_FORMAT', what: 'a binary file', advice: convert };
}

/** The container of .doc, .xls and .hwp, in which also DOCX and XLSX lie when they have a password. */
function oldOffice(bytes: Uint8Array): BinaryKind {
  const has = (name: string): boolean => Buffer.from(bytes).includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage'))
    return {
      code: 'E_DOCUMENT_ENCRYPTED',
      what: 'an office document with a password',
      advice: 'Ask for a copy without a password; this tool takes none.',
    };
  const what =
    has('FileHeader') && has('BodyText')
      ? 'a Hangul document (.hwp)'
      : has('WordDocument')
        ? 'a Word document of before 2007 (.doc)'
        : has('Workbook')
          ? 'an Excel workbook of before 2007 (.xls)'
          : 'a document of an older office program';
  return { code: 'E_DOCUMENT_FORMAT', what, advice: convert };
}

/** Text has no zeros, unless it is UTF-16, in which they are every second byte at the most. */
function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 65_536);
  const [first, second] = sample;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const zeros = sample.reduce((count, byte) => count + Number(byte === 0), 0);
  if (zeros === 0) return true;
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  return (even === 0 || even === zeros) && zeros > sample.length / 20;
}
