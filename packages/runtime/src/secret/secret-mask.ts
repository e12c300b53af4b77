import type { KnownSecret } from './known-secrets.ts';
import { secretForms } from './secret-forms.ts';

interface Needle {
  readonly text: string;
  readonly placeholder: string;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** Shorter values would be found in texts that have nothing to do with them, and mangle those. */
const shortest = 6;
/** A placeholder may complete another secret with what stands around it, but hardly twice. */
const maxRounds = 3;

/**
 * Replaces known secret values by `[secret NAME]` wherever they stand in one text, in any of their `secretForms`.
 * Values of less than 6 UTF-16 units are not masked. A value cut in two and put into two texts is not found.
 */
export class SecretMask {
  readonly #needles: readonly Needle[];
  readonly #anywhere: RegExp | undefined;
  readonly #minLength: number;
  readonly #masksNumbers: boolean;

  constructor(secrets: readonly KnownSecret[]) {
    const names = namesByForm(secrets);
    const texts = [...names.keys()].sort((left, right) => right.length - left.length);
    this.#anywhere =
      texts.length === 0 ? undefined : new RegExp(texts.map((text) => RegExp.escape(text)).join('|'));
    this.#minLength = texts.at(-1)?.length ?? Number.POSITIVE_INFINITY;
    this.#masksNumbers = texts.some((text) => /^[-+.e\d]+$/i.test(text));
    this.#needles = texts.map((text) => ({ text, placeholder: this.#placeholder(names.get(text) ?? '') }));
  }

  /** True when there is nothing to mask. */
  get isEmpty(): boolean {
    return this.#anywhere === undefined;
  }

  /** The text without secrets; the same where it has none. */
  text(value: string): string {
    let masked = value;
    for (let round = 0; this.#isIn(masked); round += 1) {
      if (round === maxRounds) return '';
      masked = replaced(masked, this.#matches(masked));
    }
    return masked;
  }

  /** JSON data without secrets in its keys, texts and numbers: a deep copy, or the very same object where it has none. */
  json<Value>(value: Value): Value;
  json(value: unknown): unknown {
    return this.#anywhere !== undefined && this.#touches(value) ? this.#copy(value) : value;
  }

  #isIn(text: string): boolean {
    return text.length >= this.#minLength && this.#anywhere !== undefined && this.#anywhere.test(text);
  }

  /** Allocates nothing: nearly all that passes holds no secret. */
  #touches(value: unknown): boolean {
    if (typeof value === 'string') return this.#isIn(value);
    if (typeof value === 'number') return this.#masksNumbers && this.#isIn(String(value));
    if (isList(value)) {
      for (let index = 0; index < value.length; index += 1) {
        if (this.#touches(value[index])) return true;
      }
      return false;
    }
    if (!isObject(value)) return false;
    for (const key in value) {
      if (this.#isIn(key) || this.#touches(value[key])) return true;
    }
    return false;
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#touches(value) ? this.text(String(value)) : value;
    if (isList(value)) return value.map((element) => this.#copy(element));
    if (!isObject(value)) return value;
    const copy = new Map<string, unknown>();
    for (const [key, element] of Object.entries(value)) {
      copy.set(freeKey(this.text(key), copy), this.#copy(element));
    }
    return Object.fromEntries(copy);
  }

  /** Also of a secret within another one, and of one that overlaps itself. */
  #matches(text: string): Match[] {
    return this.#needles.flatMap(({ text: needle, placeholder }) => {
      const matches: Match[] = [];
      for (let start = text.indexOf(needle); start >= 0; start = text.indexOf(needle, start + 1)) {
        matches.push({ start, end: start + needle.length, placeholder });
      }
      return matches;
    });
  }

  /** A name can hold a secret, and so can the words around it. */
  #placeholder(name: string): string {
    return [`[secret ${name}]`, '[secret]', '***'].find((candidate) => !this.#isIn(candidate)) ?? '';
  }
}

function namesByForm(secrets: readonly KnownSecret[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name, value } of secrets) {
    // The line end that files and shells add to a key is not part of it.
    for (const plain of [value, value.trim()].filter(({ length }) => length >= shortest)) {
      for (const form of secretForms(plain)) {
        if (form.length >= shortest && !names.has(form)) names.set(form, name);
      }
    }
  }
  return names;
}

/** Matches that overlap are one, under the name of the longest, so that no rest of the shorter stays behind. */
function replaced(text: string, matches: readonly Match[]): string {
  const pieces: string[] = [];
  let from = 0;
  let longest = 0;
  for (const { start, end, placeholder } of matches.toSorted((left, right) => left.start - right.start)) {
    if (start >= from) {
      pieces.push(text.slice(from, start), placeholder);
      longest = end - start;
    } else if (end - start > longest) {
      pieces[pieces.length - 1] = placeholder;
      longest = end - start;
    }
    from = Math.max(from, end);
  }
  return pieces.join('') + text.slice(from);
}

/** Two keys may hold the same secret: neither value may be lost. */
function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} (${count})`;
  return free;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
