import type { JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import { isJson, isPlain } from './is-json.ts';

/** Says what a value must be like, and reads it: objects come back with the declared keys alone. */
export interface Shape<Value> {
  /** The value as it is used, or why it is none. */
  read(value: unknown): Value | Misfit;
  /** The same; throws a `ShapeError`. */
  parse(value: unknown): Value;
  /** The same; never throws. */
  safeParse(value: unknown): Parsed<Value>;
  /** Of a key that may be missing, but is never undefined. */
  exactOptional(): OptionalShape<Value>;
  nullable(): Shape<Value | null>;
  /** Takes only what also holds for the check. */
  refine(check: (value: Value) => boolean, reason: string): Shape<Value>;
}

/** A key of an object that may be missing. */
interface OptionalShape<Value> extends Pick<Shape<Value>, 'read'> {
  readonly isOptional: true;
}

/** A shape of objects; `fields` may be used in another. */
export interface ObjectShape<Fields extends AnyFields> extends Shape<ObjectOf<Fields>> {
  readonly fields: Fields;
}

/** What reading came to. */
type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly data?: undefined; readonly error: ShapeError };

/** What a shape reads. */
export type Infer<Of> = Of extends Pick<Shape<infer Value>, 'read'> ? Exclude<Value, Misfit> : never;

/** The fields of an object. */
type AnyFields = Readonly<Record<string, Pick<Shape<unknown>, 'read'> & { readonly isOptional?: true }>>;
type OptionalKey<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends { readonly isOptional: true } ? Key : never;
}[keyof Fields];
type Flat<Value> = { [Key in keyof Value]: Value[Key] };
type ObjectOf<Fields> = Flat<
  { -readonly [Key in Exclude<keyof Fields, OptionalKey<Fields>>]: Infer<Fields[Key]> } & {
    -readonly [Key in OptionalKey<Fields>]?: Infer<Fields[Key]>;
  }
>;

/** Why a value does not fit, and where. */
export class Misfit {
  readonly path: readonly string[];
  readonly reason: string;

  constructor(reason: string, path: readonly string[] = []) {
    this.reason = reason;
    this.path = path;
  }

  /** The same, seen from one level up. */
  under(key: string): Misfit {
    return new Misfit(this.reason, [key, ...this.path]);
  }
}

/** A value that does not fit. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';

  constructor({ path, reason }: Misfit) {
    super(path.length === 0 ? reason : `${path.join('.')}: ${reason}`);
  }
}

/** Any text. */
export const string = (): Shape<string> =>
  shapeOf((value) => (typeof value === 'string' ? value : new Misfit('must be a text')));

/** Any number that JSON can hold. */
export const number = (): Shape<number> =>
  shapeOf((value) =>
    typeof value === 'number' && Number.isFinite(value) ? value : new Misfit('must be a number'),
  );

/** A whole number that can be told from the next one. */
export const int = (): Shape<number> =>
  shapeOf((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? value : new Misfit('must be a whole number'),
  );

/** True or false. */
export const boolean = (): Shape<boolean> =>
  shapeOf((value) => (typeof value === 'boolean' ? value : new Misfit('must be true or false')));

/** Whatever is there. */
export const unknown = (): Shape<unknown> => shapeOf((value) => value);

/** JSON of any form, handed on as it is. */
export const json = (): Shape<JsonValue> =>
  shapeOf((value) => (isJson(value) ? value : new Misfit('must be a JSON value')));

/** What a check knows to be of a type, handed on as it is. */
export const custom = <Value>(check: (value: unknown) => value is Value, reason: string): Shape<Value> =>
  shapeOf((value) => (check(value) ? value : new Misfit(reason)));

/** One of these. */
export function oneOf<const Value extends string | number | boolean | null>(
  ...values: readonly Value[]
): Shape<Value> {
  const known: ReadonlySet<unknown> = new Set(values);
  const isKnown = (value: unknown): value is Value => known.has(value);
  return custom(isKnown, `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`);
}

/** A list of such values. */
export function array<Value>(element: Shape<Value>): Shape<Value[]> {
  return shapeOf((value) => {
    if (!Array.isArray(value)) return new Misfit('must be a list');
    const elements: Value[] = [];
    for (const [index, member] of value.entries()) {
      const read = element.read(member);
      if (read instanceof Misfit) return read.under(String(index));
      elements.push(read);
    }
    return elements;
  });
}

/** An object with such values under any keys. */
export function record<Value>(element: Shape<Value>): Shape<Record<string, Value>> {
  return shapeOf((value) => {
    if (!isRecord(value) || !isPlain(value)) return new Misfit('must be an object');
    const entries: [string, Value][] = [];
    for (const [key, member] of Object.entries(value)) {
      const read = element.read(member);
      if (read instanceof Misfit) return read.under(key);
      entries.push([key, read]);
    }
    return Object.fromEntries(entries);
  });
}

/** An object with these fields; others are left out, or refused with `isStrict`. */
export function object<const Fields extends AnyFields>(
  fields: Fields,
  options?: { readonly isStrict?: boolean },
): ObjectShape<Fields>;
export function object(fields: AnyFields, { isStrict = false } = {}): Shape<object> & { fields: AnyFields } {
  const entries = Object.entries(fields);
  const shape = shapeOf((value): object | Misfit => {
    if (!isRecord(value)) return new Misfit('must be an object');
    const found: Record<string, unknown> = {};
    for (const [key, field] of entries) {
      const member = value[key];
      if (member === undefined && field.isOptional === true && !Object.hasOwn(value, key)) continue;
      const read = field.read(member);
      if (read instanceof Misfit) return read.under(key);
      found[key] = read;
    }
    const other = isStrict ? Object.keys(value).find((key) => !Object.hasOwn(fields, key)) : undefined;
    return other === undefined ? found : new Misfit('is not known', [other]);
  });
  return { ...shape, fields };
}

/** The first of several shapes that fits. */
export function union<const Shapes extends readonly Shape<unknown>[]>(
  shapes: Shapes,
): Shape<Infer<Shapes[number]>>;
export function union(shapes: readonly Shape<unknown>[]): Shape<unknown> {
  return shapeOf((value) => {
    let nearest = new Misfit('has no known form');
    for (const shape of shapes) {
      const read = shape.read(value);
      if (!(read instanceof Misfit)) return read;
      // Of the form that was meant, most likely, more was right.
      if (read.path.length >= nearest.path.length) nearest = read;
    }
    return nearest;
  });
}

function shapeOf<Value>(read: (value: unknown) => Value | Misfit): Shape<Value> {
  const safeParse = (value: unknown): Parsed<Value> => {
    const data = read(value);
    return data instanceof Misfit ? { success: false, error: new ShapeError(data) } : { success: true, data };
  };
  return {
    read,
    safeParse,
    parse: (value) => {
      const data = read(value);
      if (data instanceof Misfit) throw new ShapeError(data);
      return data;
    },
    exactOptional: () => ({ read, isOptional: true }),
    nullable: () => shapeOf<Value | null>((value) => (value === null ? null : read(value))),
    refine: (check, reason) =>
      shapeOf((value) => {
        const data = read(value);
        return data instanceof Misfit || check(data) ? data : new Misfit(reason);
      }),
  };
}
