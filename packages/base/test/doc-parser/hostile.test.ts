import { describe, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { callerOf } from '../module-caller.ts';
import { parseFile } from './in-workdir.ts';
import { makeDocx, makeXlsx, paragraph } from './make-office.ts';
import { makePdf } from './make-pdf.ts';
import { makeZip } from './make-zip.ts';

const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >> /ID [<00> <00>]`;
const pdf = makePdf(['Hello world', 'More']);
const docx = makeDocx(paragraph('hello'));
const xlsx = makeXlsx({ a: [['b']] });
const old = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
  ]);
const zeros = new Uint8Array(150 * 1024 * 1024);

const refused: [
  what: string,
  name: string,
  content: string | Uint8Array,
  code: string,
  suggestion: string,
][] = [
  ['no bytes', 'a.pdf', '', 'E_DOCUMENT_EMPTY', 'the right file'],
  ['only blanks', 'a.txt', ' \n\t\n', 'E_DOCUMENT_EMPTY', 'the right file'],
  ['pages without text', 'a.pdf', makePdf(['', '']), 'E_DOCUMENT_EMPTY', 'text recognition'],
  ['an empty workbook', 'a.xlsx', makeXlsx({ a: [] }), 'E_DOCUMENT_EMPTY', 'the right file'],
  ['an empty Word document', 'a.docx', makeDocx(''), 'E_DOCUMENT_EMPTY', 'the right file'],
  ['nothing of a PDF but its mark', 'a.pdf', '%PDF-1.7\n', 'E_DOCUMENT_DAMAGED', 'Get the file again'],
  [
    'noise behind the mark of a PDF',
    'a.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x\0z')]),
    'E_DOCUMENT_DAMAGED',
    'Get the file again',
  ],
  [
    'half of a Word document',
    'a.docx',
    docx.subarray(0, docx.length / 2),
    'E_DOCUMENT_DAMAGED',
    'Get the file again',
  ],
  [
    'a Word document with a hole',
    'a.docx',
    Buffer.from(docx).fill(0, 200, 400),
    'E_DOCUMENT_DAMAGED',
    'save it anew',
  ],
  ['a Word document that is no XML', 'a.docx', makeDocx('<w:p><w:r>'), 'E_DOCUMENT_DAMAGED', 'save it anew'],
  [
    'half of a workbook',
    'a.xlsx',
    xlsx.subarray(0, xlsx.length / 2),
    'E_DOCUMENT_DAMAGED',
    'Get the file again',
  ],
  [
    'a workbook without its sheets',
    'a.xlsx',
    makeZip([{ name: 'xl/workbook.xml', content: '<x/>' }]),
    'E_DOCUMENT_DAMAGED',
    'save it anew',
  ],
  ['an unclosed quotation mark', 'a.csv', 'a,b\n"1,2\n3,4', 'E_DOCUMENT_DAMAGED', 'format "text"'],
  [
    'a PDF with a password',
    'a.pdf',
    makePdf(['Hello'], { encrypt: locked }),
    'E_DOCUMENT_ENCRYPTED',
    'without a password',
  ],
  [
    'an office document with a password',
    'a.docx',
    old('EncryptionInfo', 'EncryptedPackage'),
    'E_DOCUMENT_ENCRYPTED',
    'without a password',
  ],
  [
    'an archive with a password',
    'a.docx',
    makeZip([{ name: 'word/document.xml', content: 'x', isEncrypted: true }]),
    'E_DOCUMENT_ENCRYPTED',
    'without a password',
  ],
  ['an old Word document', 'a.doc', old('WordDocument'), 'E_DOCUMENT_FORMAT', 'Convert it'],
  ['an old workbook', 'a.xls', old('Workbook'), 'E_DOCUMENT_FORMAT', 'Convert it'],
  ['a Hangul document', 'a.hwp', old('FileHeader', 'BodyText'), 'E_DOCUMENT_FORMAT', 'Convert it'],
  [
    'a presentation',
    'a.pptx',
    makeZip([{ name: 'ppt/presentation.xml', content: 'x' }]),
    'E_DOCUMENT_FORMAT',
    'Convert it',
  ],
  [
    'a book',
    'a.epub',
    makeZip([{ name: 'META-INF/container.xml', content: 'x' }]),
    'E_DOCUMENT_FORMAT',
    'Convert it',
  ],
  [
    'any other archive',
    'a.zip',
    makeZip([{ name: 'readme.txt', content: 'x' }]),
    'E_DOCUMENT_FORMAT',
    'Unpack it',
  ],
  ['an empty archive', 'a.zip', makeZip([]), 'E_DOCUMENT_FORMAT', 'Unpack it'],
  [
    'an image',
    'a.pdf',
    Buffer.from('89504e470d0a1a0a0000', 'hex'),
    'E_DOCUMENT_FORMAT',
    'a model that sees images',
  ],
  ['RTF', 'a.rtf', '{\\rtf1 hello}', 'E_DOCUMENT_FORMAT', 'Convert it'],
  [
    'any other binary file',
    'a.txt',
    Buffer.from([1, 2, 0, 3, 0, 0, 9, 255]),
    'E_DOCUMENT_FORMAT',
    'Convert it',
  ],
];

describe('what cannot be read is refused with a code of its own and a way out', () => {
  test.each(refused)('%s', async (_what, name, content, code, suggestion) => {
    const { error } = await parseFile(name, content);
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(name);
    expect(error?.suggestion).toContain(suggestion);
  });

  test('half of a PDF is read as far as it goes, or is damaged; never empty', async () => {
    const { output, error } = await parseFile('a.pdf', pdf.subarray(0, pdf.length / 2));
    expect(output === undefined ? error?.code : 'read').toBeOneOf([
      'read',
      'E_DOCUMENT_DAMAGED',
      'E_DOCUMENT_EMPTY',
    ]);
  });
});

describe('what unfolds without measure', () => {
  test.each<[string, string, () => Uint8Array]>([
    [
      'a picture of 150 MB in a Word document',
      'a.docx',
      () => makeDocx(paragraph('x'), { more: [{ name: 'word/media/a.png', content: zeros }] }),
    ],
    [
      'one whose directory says it is small',
      'a.docx',
      () =>
        makeDocx(paragraph('x'), { more: [{ name: 'word/media/a.png', content: zeros, declaredSize: 10 }] }),
    ],
    [
      'many that are too large together',
      'a.docx',
      () =>
        makeDocx(paragraph('x'), {
          more: Array.from({ length: 30 }, (_, index) => ({
            name: `word/media/${index}`,
            content: zeros.subarray(0, 5 * 1024 * 1024),
          })),
        }),
    ],
    [
      'the sheet of a workbook',
      'a.xlsx',
      () =>
        makeZip([
          { name: 'xl/workbook.xml', content: '<x/>' },
          { name: 'xl/worksheets/sheet1.xml', content: zeros },
        ]),
    ],
  ])(
    '%s is too large before any library sees it',
    async (_what, name, make) => {
      const { error } = await parseFile(name, make());
      expect(error?.code).toBe('E_DOCUMENT_TOO_LARGE');
      expect(error?.message).toContain('unpacks to more than 128 MB');
    },
    60_000,
  );

  test('a PDF whose page unfolds to a hundred megabytes ends with a result, not with the process', async () => {
    const line = Buffer.from('BT /F1 12 Tf 72 720 Td (x) Tj ET\n'.repeat(300_000));
    const data = deflateSync(line);
    const twice = deflateSync(deflateSync(Buffer.alloc(100_000_000, ' ')));
    for (const [bytes, filter] of [
      [data, '/FlateDecode'],
      [twice, '[/FlateDecode /FlateDecode]'],
    ] as const) {
      const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${bytes.length} /Filter ${filter} >>\nstream\n`;
      const file = Buffer.concat([
        Buffer.from(head),
        bytes,
        Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n'),
      ]);
      const { output, error } = await parseFile('a.pdf', file);
      expect(output === undefined ? error?.code : 'read').toBeOneOf([
        'read',
        'E_DOCUMENT_TOO_LARGE',
        'E_DOCUMENT_EMPTY',
        'E_TOOL_TIMEOUT',
      ]);
    }
  }, 200_000);

  test('a workbook with one cell in its furthest corner ends with a result', async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    const book = makeXlsx({ a: [] }, { 'xl/worksheets/sheet1.xml': sheet });
    const { output, error } = await parseFile('a.xlsx', book);
    expect(output === undefined ? error?.code : 'read').toBeOneOf(['read', 'E_DOCUMENT_TOO_LARGE']);
  }, 120_000);

  test('entities that refer to one another are not unfolded', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    );
    const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol">${entities.join('')}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>before &e12;</w:t></w:r></w:p></w:body></w:document>`;
    const file = makeZip([
      {
        name: '[Content_Types].xml',
        content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      },
      { name: 'word/document.xml', content: xml },
    ]);
    const { output, error } = await parseFile('a.docx', file);
    expect(output === undefined ? error?.code : 'read').toBeOneOf(['read', 'E_DOCUMENT_DAMAGED']);
    expect(JSON.stringify(output ?? '')).not.toContain('lollollol');
  }, 60_000);

  test('reading that is no longer wanted is ended', async () => {
    const controller = new AbortController();
    const call = await callerOf('doc-parser', { workdir: import.meta.dir });
    const running = call('parse', { path: 'hostile.test.ts' }, controller.signal);
    controller.abort(new Error('not wanted'));
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
  });
});
