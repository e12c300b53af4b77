import { foldedMatches, isFoldable, type Span } from './folded-matches.ts';
import type { KnownSecret } from './known-secrets.ts';
import { placeholdersOf } from './placeholder.ts';
import { secretForms } from './secret-forms.ts';

interface Needle {
  readonly text: string;
  readonly placeholder: string;
}

interface Match extends Span {
  readonly placeholder: string;
}

/** Shorter values would be found in texts that have nothing to do with them, and mangle those. */
const shortest = 6;

/**
 * Replaces known secret values by `[secret NAME]` wherever they stand in one text, in any of their `secretForms`.
 * Also where an encoder has broken the lines. Values of less than 6 UTF-16 units are not masked. A value cut in two and put into two texts is not found; for a text that comes in
 * pieces there is `SecretStream`.
 */
export class SecretMask {
  readonly #needles: readonly Needle[];
  readonly #foldable: readonly Needle[];
  readonly #byFirstUnit: ReadonlyMap<string, readonly string[]>;
  readonly #anywhere: RegExp | undefined;
  readonly #minLength: number;
  readonly #maxLength: number;
  readonly #masksNumbers: boolean;

  constructor(secrets: readonly KnownSecret[]) {
    const names = namesByForm(secrets);
    const texts = [...names.keys()].sort((left, right) => right.length - left.length);
    this.#anywhere =
      texts.length === 0 ? undefined : new RegExp(texts.map((text) => RegExp.escape(text)).join('|'));
    this.#minLength = texts.at(-1)?.length ?? Number.POSITIVE_INFINITY;
    this.#maxLength = texts[0]?.length ?? 0;
    this.#masksNumbers = texts.some((text) => /^[-+.e\d]+$/i.test(text));
    this.#byFirstUnit = Map.groupBy(texts, (text) => text.charAt(0));
    const placeholders = placeholdersOf(new Set(names.values()), texts);
    this.#needles = texts.map((text) => ({
      text,
      placeholder: placeholders.get(names.get(text) ?? '') ?? '',
    }));
    this.#foldable = this.#needles.filter(({ text }) => isFoldable(text));
  }

  /** True when there is nothing to mask. */
  get isEmpty(): boolean {
    return this.#anywhere === undefined;
  }

  /** The text without secrets; the same where it has none. */
  text(value: string): string {
    const folded = this.#folded(value);
    if (folded.length === 0 && !this.#isIn(value)) return value;
    return replaced(value, [...this.#matches(value), ...folded]);
  }

  /**
   * How much of a text that goes on can be masked by itself, with the same outcome as all of it: what follows may make a secret of the rest.
   */
  settledLength(text: string): number {
    let settled = this.#openFrom(text);
    if (settled === text.length || !this.#isIn(text)) return settled;
    // Secrets that overlap are masked as one.
    for (const { start, end } of this.#matches(text).toSorted((left, right) => right.start - left.start))
      if (start < settled && end > settled) settled = start;
    return settled;
  }

  /** JSON data without secrets in its keys, texts and numbers: a deep copy, or the very same object where it has none. */
  json<Value>(value: Value): Value;
  json(value: unknown): unknown {
    return this.#anywhere !== undefined && this.#touches(value) ? this.#copy(value) : value;
  }

  /** Where the longest end of a text begins that is also the beginning of a secret. */
  #openFrom(text: string): number {
    for (let from = Math.max(0, text.length - this.#maxLength + 1); from < text.length; from += 1) {
      const beginning = text.slice(from);
      const candidates = this.#byFirstUnit.get(text.charAt(from)) ?? [];
      if (candidates.some((needle) => needle.length > beginning.length && needle.startsWith(beginning)))
        return from;
    }
    return text.length;
  }

  #isIn(text: string): boolean {
    return text.length >= this.#minLength && this.#anywhere !== undefined && this.#anywhere.test(text);
  }

  /** Written by an encoder that breaks lines. */
  #folded(text: string): Match[] {
    return foldedMatches(text, this.#foldable).map(({ start, end, needle: { placeholder } }) => ({
      start,
      end,
      placeholder,
    }));
  }

  /** Allocates nothing: nearly all that passes holds no secret. */
  #touches(value: unknown): boolean {
    if (typeof value === 'string') return this.#isIn(value) || this.#folded(value).length > 0;
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
