/**
 * Every way a value may be written inside a text: as it is, escaped once and twice for JSON (by writers of several
 * languages), as a key in a JSON pointer, quoted by a shell, percent-encoded, in base64 at each of the three places it
 * can have in a longer value, and in hexadecimal digits.
 */
export function secretForms(value: string): Set<string> {
  return new Set([
    ...jsonForms(value),
    value.replaceAll('~', '~0').replaceAll('/', '~1'),
    ...shellForms(value),
    ...urlForms(value),
    ...base64Forms(value),
    ...hexForms(value),
  ]);
}

const beyondAscii = /[^\0-\x7f]/g;

/** What writers of JSON make of a text that JavaScript has escaped: it, Python, PHP in two ways, Go, Java and .NET. */
const jsonWriters: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => asUnits(text, beyondAscii),
  (text) => slashed(text),
  (text) => asUnits(slashed(text), beyondAscii),
  (text) => asUnits(text, /[<>&]/g),
  (text) => asUnits(text, beyondAscii, 'upper'),
  (text) => asUnits(text.replaceAll(String.raw`\"`, String.raw`\u0022`), /[^\0-\x7f]|[<>&'+`]/g, 'upper'),
];

function jsonForms(value: string): string[] {
  const once = escaped(value);
  const forms = jsonWriters.map((write) => write(once));
  return [value, ...forms, ...forms.map(escaped)];
}

function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function slashed(text: string): string {
  return text.replaceAll('/', String.raw`\/`);
}

function asUnits(text: string, characters: RegExp, digits: 'lower' | 'upper' = 'lower'): string {
  return text.replace(characters, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${digits === 'upper' ? hex.toUpperCase() : hex}`;
  });
}

/** As bash prints a variable: between double quotes, between single quotes, and sign by sign. */
function shellForms(value: string): string[] {
  return [
    value.replace(/["$`\\]/g, '\\$&'),
    value.replaceAll("'", String.raw`'\''`),
    value.replace(/[^\w%+./:=@\-\u0080-\uffff]/g, '\\$&'),
  ];
}

function urlForms(value: string): string[] {
  // Half a surrogate pair cannot be encoded; it comes out of every encoder as U+FFFD.
  const whole = value.toWellFormed();
  // RFC 3986 reserves more than JavaScript encodes; many keep the slash.
  const strict = encodeURIComponent(whole).replace(/[!'()*]/g, percentCode);
  const forms = [
    encodeURIComponent(whole),
    encodeURI(whole),
    new URLSearchParams({ '': whole }).toString().slice(1),
    strict,
    strict.replaceAll('%2F', '/'),
    strict.replaceAll('%20', '+'),
    Buffer.from(whole).toString('hex').toUpperCase().replace(/../g, '%$&'),
  ];
  return [...forms, ...forms.map((form) => form.replace(/%../g, (code) => code.toLowerCase()))];
}

function percentCode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

function hexForms(value: string): string[] {
  const digits = Buffer.from(value, 'utf8').toString('hex');
  return [digits, digits.toUpperCase()];
}

function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [bytes.toString('base64')];
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first and last digits hold bits of what stands before and after as well, and so are not known.
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    forms.push(text.slice(Math.ceil((before * 8) / 6), end));
  }
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
