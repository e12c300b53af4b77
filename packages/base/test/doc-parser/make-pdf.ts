import { deflateSync } from 'node:zlib';
import { textDecoder } from '../../documents/text/text-decoder.ts';

/** How the font of a PDF tells which letters its codes are. */
export type PdfFont = 'to-unicode' | 'KSCms-UHC-H' | 'UniKS-UCS2-H' | 'identity-without-map' | 'Helvetica';

/** A PDF with one line of text on each page; pages without text have none. */
export function makePdf(
  pages: readonly string[],
  { font = 'Helvetica', title = '', encrypt = '' }: { font?: PdfFont; title?: string; encrypt?: string } = {},
): Uint8Array {
  const objects: Buffer[] = [];
  const add = (text: string | Buffer): number => objects.push(Buffer.from(text));
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${6 + 2 * index} 0 R`).join(' ')}] >>`,
  );
  const letters = [...new Set(pages.join(''))];
  add(fontObject(font));
  add(descendant(font));
  add(font === 'to-unicode' ? stream(toUnicode(letters)) : 'null');
  for (const text of pages) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    );
    add(stream(text === '' ? '' : `BT /F1 12 Tf 72 720 Td ${codes(text, font, letters)} Tj ET`));
  }
  const info = add(`<< /Title <${utf16(`\uFEFF${title}`)}> >>`);
  return assembled(objects, { catalog, info, encrypt });
}

function fontObject(font: PdfFont): string {
  if (font === 'Helvetica')
    return '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const map = font === 'to-unicode' ? '/ToUnicode 5 0 R' : '';
  const encoding = font === 'to-unicode' || font === 'identity-without-map' ? 'Identity-H' : font;
  return `<< /Type /Font /Subtype /Type0 /BaseFont /Batang /Encoding /${encoding} /DescendantFonts [4 0 R] ${map} >>`;
}

function descendant(font: PdfFont): string {
  const ordering = font === 'to-unicode' ? 'Identity' : 'Korea1';
  return `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Batang /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Batang /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`;
}

function codes(text: string, font: PdfFont, letters: readonly string[]): string {
  switch (font) {
    case 'Helvetica':
      return `(${text.replaceAll(/[()\\]/g, '\\$&')})`;
    case 'UniKS-UCS2-H':
      return `<${utf16(text)}>`;
    case 'KSCms-UHC-H':
      return `<${eucKr(text).toString('hex')}>`;
    default:
      return `<${Array.from(text, (letter) => (letters.indexOf(letter) + 1).toString(16).padStart(4, '0')).join('')}>`;
  }
}

function toUnicode(letters: readonly string[]): string {
  const lines = letters.map(
    (letter, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${utf16(letter)}>`,
  );
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\nendcmap end end`;
}

function stream(content: string): Buffer {
  const data = deflateSync(Buffer.from(content, 'latin1'));
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

function assembled(
  objects: readonly Buffer[],
  { catalog, info, encrypt }: { catalog: number; info: number; encrypt: string },
): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R ${encrypt} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** EUC-KR as Windows extends it, found by asking the decoder what each pair of bytes is. */
export function eucKr(text: string): Buffer {
  codesOfLetters ??= allCodes();
  return Buffer.concat(
    Array.from(text, (letter) => codesOfLetters?.get(letter) ?? Buffer.from(letter, 'latin1')),
  );
}

let codesOfLetters: Map<string, Buffer> | undefined;

function allCodes(): Map<string, Buffer> {
  const decoder = textDecoder('euc-kr');
  const codesByLetter = new Map<string, Buffer>();
  for (let first = 0x81; first <= 0xfe; first += 1) {
    for (let second = 0x41; second <= 0xfe; second += 1) {
      const code = Buffer.from([first, second]);
      const letter = decoder.decode(code);
      if (letter.length === 1 && letter !== '\uFFFD') codesByLetter.set(letter, code);
    }
  }
  return codesByLetter;
}
