import { textDecoder } from '../text/text-decoder.ts';

/**
 * What fonts that are not embedded mean by their codes. PDF.js asks for Adobe's tables, code to glyph and glyph to character, which
 * are megabytes; the platform knows the encodings behind them. Only characters matter here, so the glyph numbers are made up:
 * beyond the real ones, so that a font with real ones gets U+FFFD and no wrong text.
 */
interface Collection {
  readonly firstGlyph: number;
  readonly hasHangul: boolean;
}

const collections: Readonly<Record<string, Collection>> = {
  Korea1: { firstGlyph: 20_000, hasHangul: true },
  Japan1: { firstGlyph: 23_200, hasHangul: true },
  CNS1: { firstGlyph: 20_000, hasHangul: true },
  GB1: { firstGlyph: 31_000, hasHangul: false },
};

const encodings: readonly (readonly [name: RegExp, encoding: string, collection: string])[] = [
  [/^KSC(?:ms-UHC|pc-EUC|-EUC)/, 'euc-kr', 'Korea1'],
  [/RKSJ/, 'shift_jis', 'Japan1'],
  [/^GB.*(?:EUC|2K)/, 'gb18030', 'GB1'],
  [/B5/, 'big5', 'CNS1'],
  [/^UniKS-(?:UCS2|UTF16)/, 'utf-16be', 'Korea1'],
  [/^UniJIS.*(?:UCS2|UTF16)/, 'utf-16be', 'Japan1'],
  [/^UniGB-(?:UCS2|UTF16)/, 'utf-16be', 'GB1'],
  [/^UniCNS-(?:UCS2|UTF16)/, 'utf-16be', 'CNS1'],
];

/** The table of that name as the text of a CMap. Throws where there is none: the text in that font is then left out. */
export function eastAsianCMap(name: string): string {
  const ordering = /^Adobe-(\w+)-UCS2$/.exec(name)?.[1];
  const collection = collections[ordering ?? ''];
  if (collection !== undefined) return cmapText(name, charactersOf(collection));
  const [, encoding = '', ordered = ''] = encodings.find(([pattern]) => pattern.test(name)) ?? [];
  const target = collections[ordered];
  if (target === undefined) throw new Error(`There is no table ${name}.`);
  return cmapText(name, encoding === 'utf-16be' ? unicodeCodes(target) : encodedCodes(encoding, target));
}

/** Characters that have a glyph number: all but rare ones, for there are only 65,536. */
function blocksOf({ hasHangul }: Collection): [from: number, to: number][] {
  const common: [number, number][] = [
    [0x0020, 0x0fff],
    [0x2000, 0x33ff],
    [0x4e00, 0x9fff],
    [0xff00, 0xffef],
  ];
  return hasHangul ? [...common, [0xac00, 0xd7a3]] : common;
}

function* numbered(collection: Collection): Generator<{ glyph: number; from: number; to: number }> {
  let glyph = collection.firstGlyph;
  for (const [from, to] of blocksOf(collection)) {
    yield { glyph, from, to };
    glyph += to - from + 1;
  }
}

function charactersOf(collection: Collection): string[] {
  const lines = Array.from(
    numbered(collection),
    ({ glyph, from, to }) => `<${hex(glyph)}> <${hex(glyph + to - from)}> <${hex(from)}>`,
  );
  // What a font with real glyph numbers says is not known here; without this PDF.js would take the numbers for letters.
  const unknown = Array.from({ length: collection.firstGlyph }, (_, glyph) => `<${hex(glyph)}> <FFFD>`);
  return [
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    'beginbfchar',
    ...unknown,
    'endbfchar',
    'beginbfrange',
    ...lines,
    'endbfrange',
  ];
}

function unicodeCodes(collection: Collection): string[] {
  const lines = Array.from(
    numbered(collection),
    ({ glyph, from, to }) => `<${hex(from)}> <${hex(to)}> ${glyph}`,
  );
  return ['1 begincodespacerange <0000> <FFFF> endcodespacerange', 'begincidrange', ...lines, 'endcidrange'];
}

function encodedCodes(encoding: string, collection: Collection): string[] {
  const glyphs = new Map<string, number>();
  for (const { glyph, from, to } of numbered(collection))
    for (let code = from; code <= to; code += 1) glyphs.set(String.fromCodePoint(code), glyph + code - from);
  const decoder = textDecoder(encoding);
  const lines: string[] = [];
  const add = (bytes: readonly number[]): void => {
    const glyph = glyphs.get(decoder.decode(new Uint8Array(bytes)));
    if (glyph !== undefined) lines.push(`<${bytes.map((byte) => hex(byte, 2)).join('')}> ${glyph}`);
  };
  for (let first = 0x20; first <= 0xfe; first += 1) {
    add([first]);
    if (first > 0x80) for (let second = 0x40; second <= 0xfe; second += 1) add([first, second]);
  }
  const single = encoding === 'shift_jis' ? '<00> <80> <A0> <DF>' : '<00> <80>';
  const double = encoding === 'shift_jis' ? '<8140> <9FFC> <E040> <FCFC>' : '<8140> <FEFE>';
  return [
    `begincodespacerange ${single} ${double} endcodespacerange`,
    'begincidchar',
    ...lines,
    'endcidchar',
  ];
}

function cmapText(name: string, lines: readonly string[]): string {
  const mode = name.endsWith('-V') ? 1 : 0;
  return [`/CMapName /${name} def`, `/WMode ${mode} def`, 'begincmap', ...lines, 'endcmap'].join('\n');
}

function hex(number: number, digits = 4): string {
  return number.toString(16).padStart(digits, '0').toUpperCase();
}
