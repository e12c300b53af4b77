import { inspect } from 'node:util';
import type { SecretMask } from './secret-mask.ts';

/**
 * A console that shows no secret, whatever it is given: texts, errors with their stack and causes, nested and circular
 * objects. What holds none is handed on as it is; an error or instance that does is handed on as masked text.
 */
export function maskedConsole(logger: Console, mask: SecretMask): Console {
  if (mask.isEmpty) return logger;
  const masked = new WeakMap<object, unknown>();
  // Of a copy, since a proxy may not change what a frozen logger says.
  return new Proxy(
    { ...logger },
    {
      get(_, property): unknown {
        const member: unknown = Reflect.get(logger, property);
        if (typeof member !== 'function' || property === 'Console') return member;
        const known = masked.get(member);
        if (known !== undefined) return known;
        const method = (...shown: unknown[]): unknown =>
          Reflect.apply(
            member,
            logger,
            shown.map((one) => maskShown(one, mask)),
          );
        masked.set(member, method);
        return method;
      },
    },
  );
}

/** What may be printed in place of a value: the value itself where it holds no secret. */
function maskShown(shown: unknown, mask: SecretMask): unknown {
  let isChanged = false;
  const copies = new Map<object, unknown>();
  const changed = <Value>(before: Value, after: Value): Value => {
    if (before !== after) isChanged = true;
    return after;
  };
  const copyOf = (value: unknown): unknown => {
    if (typeof value === 'string') return changed(value, mask.text(value));
    if (typeof value === 'number') return changed(value, mask.json(value));
    if (typeof value !== 'object' || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    if (Array.isArray(value)) {
      const copy: unknown[] = [];
      copies.set(value, copy);
      for (const element of value) copy.push(copyOf(element));
      return copy;
    }
    if (!isPlain(value)) return changed<unknown>(value, maskInstance(value, mask));
    const copy: Record<string, unknown> = {};
    copies.set(value, copy);
    for (const [key, element] of Object.entries(value)) {
      Object.defineProperty(copy, changed(key, mask.text(key)), {
        value: copyOf(element),
        enumerable: true,
        configurable: true,
      });
    }
    return copy;
  };
  try {
    const copy = copyOf(shown);
    return isChanged ? copy : shown;
  } catch {
    // A getter that throws, or nesting without end: text of it can still be made.
    return mask.text(printed(shown));
  }
}

/** An instance is judged by what it looks like printed; Bun's own way also quotes the source an error came from. */
function maskInstance(value: object, mask: SecretMask): unknown {
  const seen = Bun.inspect(value, { depth: Number.POSITIVE_INFINITY });
  return mask.text(seen) === seen ? value : mask.text(printed(value));
}

function printed(value: unknown): string {
  return inspect(value, { depth: Number.POSITIVE_INFINITY });
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
