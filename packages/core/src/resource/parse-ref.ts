import { isRecord } from '../json/json-value.ts';

/** `Kind/name`. */
export const refPattern = /^([A-Za-z]+)\/([^\s/]+)$/;
/** A name without its kind. */
export const plainNamePattern = /^[^\s/]+$/;

/** A ref in its one long form. */
export interface ResourceRef {
  readonly kind: string;
  readonly name: string;
  readonly package?: string;
}

/** Brings any form of a ref to the long one; undefined when it is none. A plain name is a ref only where `plainKind` says of what kind. */
export function parseRef(value: unknown, plainKind?: string): ResourceRef | undefined {
  if (typeof value === 'string') return parseRefText(value, plainKind);
  if (!isRecord(value)) return undefined;
  if (typeof value.ref === 'string') return parseRefText(value.ref);
  const { kind, name, package: from } = value;
  if (!isPlainName(kind) || !isPlainName(name)) return undefined;
  if (from === undefined) return { kind, name };
  return typeof from === 'string' && from !== '' ? { kind, name, package: from } : undefined;
}

function parseRefText(text: string, plainKind?: string): ResourceRef | undefined {
  const [, kind, name] = refPattern.exec(text) ?? [];
  if (kind !== undefined && name !== undefined) return { kind, name };
  return plainKind !== undefined && plainNamePattern.test(text) ? { kind: plainKind, name: text } : undefined;
}

function isPlainName(value: unknown): value is string {
  return typeof value === 'string' && plainNamePattern.test(value);
}
