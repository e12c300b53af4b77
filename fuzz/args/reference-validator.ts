import { isRecord } from '@goondan/core';

/** A verdict, and which keys and indexes of the value a schema has looked at, for the unevaluated keywords. */
interface Verdict {
  readonly isValid: boolean;
  readonly keys: ReadonlySet<string>;
  readonly indexes: ReadonlySet<number>;
}

type Dialect = 'draft-07' | '2020-12';

/**
 * Whether a value fits a schema, by the letter of the specification and with no thought of speed: what ours is compared with. It knows the
 * keywords that `randomSchema` makes, and follows `$ref` to `#/$defs/…` only.
 */
export function accepts(schema: unknown, value: unknown, dialect: Dialect): boolean {
  return judge({ schema, value, root: schema, dialect }).isValid;
}

interface Question {
  readonly schema: unknown;
  readonly value: unknown;
  readonly root: unknown;
  readonly dialect: Dialect;
}

function judge({ schema, value, root, dialect }: Question): Verdict {
  const keys = new Set<string>();
  const indexes = new Set<number>();
  const verdict = (isValid: boolean): Verdict => ({
    isValid,
    keys: isValid ? keys : new Set(),
    indexes: isValid ? indexes : new Set(),
  });
  if (typeof schema === 'boolean') return verdict(schema);
  if (!isRecord(schema)) throw new Error('no schema');
  const ask = (inner: unknown, of: unknown): Verdict => judge({ schema: inner, value: of, root, dialect });
  /** A schema that is asked about the same value: what it has looked at counts for us. */
  const same = (inner: unknown): boolean => {
    const { isValid, keys: more, indexes: moreIndexes } = ask(inner, value);
    for (const key of more) keys.add(key);
    for (const index of moreIndexes) indexes.add(index);
    return isValid;
  };
  const own = (name: string): unknown => (Object.hasOwn(schema, name) ? schema[name] : undefined);
  const has = (name: string): boolean => Object.hasOwn(schema, name);
  const reference = own('$ref');
  if (typeof reference === 'string') {
    const isValid = same(resolve(root, reference));
    // Beside $ref draft-07 sees nothing.
    if (dialect === 'draft-07') return verdict(isValid);
    if (!isValid) return verdict(false);
  }
  let isValid = scalarsFit(own, value) && (!has('const') || Bun.deepEquals(own('const'), value, true));
  const all = (name: string): unknown[] => {
    const list = own(name);
    return Array.isArray(list) ? list : [];
  };
  if (has('enum')) isValid &&= all('enum').some((one) => Bun.deepEquals(one, value, true));
  if (Array.isArray(value)) isValid &&= itemsFit({ own, value, ask, indexes, dialect });
  if (isRecord(value) && !Array.isArray(value))
    isValid &&= propertiesFit({ own, value, ask, same, keys, dialect });
  for (const inner of all('allOf')) isValid = same(inner) && isValid;
  if (has('anyOf')) isValid = all('anyOf').map(same).some(Boolean) && isValid;
  if (has('oneOf')) isValid = all('oneOf').map(same).filter(Boolean).length === 1 && isValid;
  if (has('not')) isValid &&= !ask(own('not'), value).isValid;
  if (has('if')) {
    const branch = same(own('if')) ? 'then' : 'else';
    if (has(branch)) isValid = same(own(branch)) && isValid;
  }
  if (dialect === '2020-12') isValid &&= unevaluatedFits({ own, value, ask, keys, indexes });
  return verdict(isValid);
}

type Own = (name: string) => unknown;
type Ask = (schema: unknown, value: unknown) => Verdict;

function scalarsFit(own: Own, value: unknown): boolean {
  const type = own('type');
  const types = Array.isArray(type) ? type : type === undefined ? undefined : [type];
  if (types !== undefined && !types.some((one) => isOfType(value, one))) return false;
  const atLeast = (name: string, size: number): boolean => Number(own(name) ?? -Infinity) <= size;
  const atMost = (name: string, size: number): boolean => Number(own(name) ?? Infinity) >= size;
  if (typeof value === 'number') {
    const step = own('multipleOf');
    return (
      atLeast('minimum', value) &&
      atMost('maximum', value) &&
      (step === undefined || value % Number(step) === 0)
    );
  }
  if (typeof value === 'string') {
    const length = Array.from(value).length;
    const pattern = own('pattern');
    return (
      atLeast('minLength', length) &&
      atMost('maxLength', length) &&
      (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
    );
  }
  return true;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function itemsFit(parts: {
  own: Own;
  value: readonly unknown[];
  ask: Ask;
  indexes: Set<number>;
  dialect: Dialect;
}): boolean {
  const { own, value, ask, indexes, dialect } = parts;
  let isValid =
    Number(own('minItems') ?? 0) <= value.length && Number(own('maxItems') ?? Infinity) >= value.length;
  if (own('uniqueItems') === true)
    isValid &&= !value.some((one, index) =>
      value.slice(0, index).some((other) => Bun.deepEquals(one, other, true)),
    );
  const items = own('items');
  const isOldTuple = dialect === 'draft-07' && Array.isArray(items);
  const first = isOldTuple ? items : dialect === '2020-12' ? own('prefixItems') : undefined;
  const rest = isOldTuple ? own('additionalItems') : items;
  const tuple: readonly unknown[] = Array.isArray(first) ? first : [];
  for (const [index, item] of value.entries()) {
    const schema = index < tuple.length ? tuple[index] : rest;
    if (schema === undefined) continue;
    indexes.add(index);
    isValid = ask(schema, item).isValid && isValid;
  }
  const contains = own('contains');
  if (contains === undefined) return isValid;
  const found = [...value.keys()].filter((index) => ask(contains, value[index]).isValid);
  if (dialect === 'draft-07') return isValid && found.length > 0;
  for (const index of found) indexes.add(index);
  return (
    isValid &&
    found.length >= Number(own('minContains') ?? 1) &&
    found.length <= Number(own('maxContains') ?? Infinity)
  );
}

function propertiesFit(parts: {
  own: Own;
  value: Record<string, unknown>;
  ask: Ask;
  same: (schema: unknown) => boolean;
  keys: Set<string>;
  dialect: Dialect;
}): boolean {
  const { own, value, ask, same, keys, dialect } = parts;
  const names = Object.keys(value);
  let isValid =
    Number(own('minProperties') ?? 0) <= names.length &&
    Number(own('maxProperties') ?? Infinity) >= names.length;
  const required = own('required');
  if (Array.isArray(required))
    isValid &&= required.every((name) => typeof name === 'string' && Object.hasOwn(value, name));
  const properties = own('properties');
  const patterns = own('patternProperties');
  const additional = own('additionalProperties');
  const named = own('propertyNames');
  for (const name of names) {
    const schemas: unknown[] =
      isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    if (isRecord(patterns))
      for (const [pattern, schema] of Object.entries(patterns))
        if (new RegExp(pattern, 'u').test(name)) schemas.push(schema);
    if (schemas.length === 0 && additional !== undefined) schemas.push(additional);
    if (schemas.length > 0) keys.add(name);
    for (const schema of schemas) isValid = ask(schema, value[name]).isValid && isValid;
    if (named !== undefined) isValid = ask(named, name).isValid && isValid;
  }
  const dependent = dialect === '2020-12' ? own('dependentSchemas') : own('dependencies');
  if (isRecord(dependent))
    for (const [name, schema] of Object.entries(dependent))
      if (Object.hasOwn(value, name)) isValid = same(schema) && isValid;
  return isValid;
}

function unevaluatedFits(parts: {
  own: Own;
  value: unknown;
  ask: Ask;
  keys: Set<string>;
  indexes: Set<number>;
}): boolean {
  const { own, value, ask, keys, indexes } = parts;
  let isValid = true;
  const properties = own('unevaluatedProperties');
  if (properties !== undefined && isRecord(value) && !Array.isArray(value))
    for (const key of Object.keys(value).filter((name) => !keys.has(name))) {
      isValid = ask(properties, value[key]).isValid && isValid;
      keys.add(key);
    }
  const items = own('unevaluatedItems');
  if (items !== undefined && Array.isArray(value))
    for (const index of [...value.keys()].filter((one) => !indexes.has(one))) {
      isValid = ask(items, value[index]).isValid && isValid;
      indexes.add(index);
    }
  return isValid;
}

function resolve(root: unknown, reference: string): unknown {
  let found: unknown = root;
  for (const part of reference.split('/').slice(1)) found = isRecord(found) ? found[part] : undefined;
  return found;
}
