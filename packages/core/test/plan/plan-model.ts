import { isRecord, planLimits } from '@goondan/core';

/** A generated entry: a name, or an object whose arguments may be anything. */
export type Written =
  | string
  | {
      readonly id?: string;
      readonly tool: string;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly after?: readonly string[];
    };

/** What an entry must come to: a result, or the code of why not. */
export type Expected = { readonly value: unknown } | { readonly code: string };

/** Every way in which the structure of a plan is broken, by the contract's own words; none where it is whole. */
export function defectsOf(tools: readonly Written[]): Set<string> {
  if (tools.length > planLimits.entries) return new Set(['E_PLAN_TOO_LARGE']);
  const entries = tools.map(entryOf);
  const ids = entries.flatMap(({ id }) => id ?? []);
  const defects = new Set<string>();
  if (entries.some(({ tool }) => tool === '')) defects.add('E_PLAN_INVALID');
  if (new Set(ids).size < ids.length) defects.add('E_PLAN_DUPLICATE_ID');
  for (const { args, after } of entries) {
    const references = [...referencesIn(args)];
    const isWell = ({ $from, path = '' }: Record<string, unknown>): boolean =>
      typeof $from === 'string' && typeof path === 'string' && (path === '' || path.startsWith('/'));
    const named = [...references.map(({ $from }) => $from), ...after];
    if (!references.every(isWell) || named.some((id) => !ids.some((known) => known === id)))
      defects.add('E_PLAN_REFERENCE');
  }
  if (defects.size === 0 && hasCircle(tools)) defects.add('E_PLAN_CYCLE');
  return defects;
}

/** What each entry of a whole plan must come to, worked out one after the other. */
export function expectedOf(tools: readonly Written[]): Expected[] {
  const entries = tools.map(entryOf);
  const known = new Map<number, Expected>();
  const placeOf = new Map(
    entries.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index] as const])),
  );
  // No recursion: a plan may be a thousand entries deep. Each round settles at least one more.
  while (known.size < entries.length) {
    for (const [index, { tool, args, after }] of entries.entries()) {
      if (known.has(index)) continue;
      const references = [...referencesIn(args)];
      const before = [...references.map(({ $from }) => String($from)), ...after].map((id) =>
        known.get(placeOf.get(id) ?? -1),
      );
      if (before.includes(undefined)) continue;
      const lost = { code: 'E_PLAN_DEPENDENCY' };
      const isFailed = before.some((one) => one !== undefined && 'code' in one);
      const valueOf = ({ $from, path = '' }: Record<string, unknown>): unknown => {
        const found = known.get(placeOf.get(String($from)) ?? -1);
        return found !== undefined && 'value' in found ? at(found.value, String(path)) : undefined;
      };
      const isLost = isFailed || references.some((one) => valueOf(one) === undefined);
      known.set(index, isLost ? lost : called(tool, filled(args, valueOf)));
    }
  }
  return entries.map((_, index) => known.get(index) ?? { code: 'never' });
}

/** The tools of the lab. */
function called(tool: string, args: Record<string, unknown>): Expected {
  if (tool === 'echo__say') return { value: args };
  if (tool === 'bad__fail') return { code: 'E_TOOL' };
  if (tool === 'shut__off') return { code: 'E_TOOL_BLOCKED' };
  if (tool !== 'calc__add') return { code: 'E_TOOL_NOT_IN_CATALOG' };
  const { a, b } = args;
  if (typeof a === 'number' && typeof b === 'number') return { value: a + b };
  return { code: 'E_TOOL_INVALID_ARGS' };
}

function entryOf(written: Written) {
  const { id, tool, args = {}, after = [] } = typeof written === 'string' ? { tool: written } : written;
  return { id, tool, args, after };
}

function* referencesIn(value: unknown): Iterable<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  else if (isRecord(value)) {
    if (Object.hasOwn(value, '$from')) yield value;
    else for (const item of Object.values(value)) yield* referencesIn(item);
  }
}

function filled(
  args: Readonly<Record<string, unknown>>,
  valueOf: (reference: Record<string, unknown>) => unknown,
): Record<string, unknown> {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (!isRecord(value)) return value;
    return Object.hasOwn(value, '$from') ? valueOf(value) : filled(value, valueOf);
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value)]));
}

function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('/').slice(1)) {
    if (Array.isArray(found) ? !/^(0|[1-9]\d*)$/.test(key) : !isRecord(found)) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
    if (found === undefined) return undefined;
  }
  return found;
}

/** Takes away what waits for nothing, until nothing is left or nothing can be taken. */
function hasCircle(tools: readonly Written[]): boolean {
  const entries = tools.map(entryOf);
  let left = entries.map((entry) => entry);
  for (;;) {
    const ids = new Set(left.flatMap(({ id }) => id ?? []));
    const stuck = left.filter(({ args, after }) =>
      [...[...referencesIn(args)].map(({ $from }) => String($from)), ...after].some((id) => ids.has(id)),
    );
    if (stuck.length === left.length) return left.length > 0;
    left = stuck;
  }
}

/** As it is after a round trip through JSON: `-0` is `0`. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
