import { z } from 'zod';
import { isRecord } from '../json/json-value.ts';
import { settingsSchema } from './settings.ts';

/** The package that stock resources come from when the bundle has none of that name. */
export const stockPackage = '@goondan/base';

const refPattern = /^([A-Za-z]+)\/([^\s/]+)$/;
const plainNamePattern = /^[^\s/]+$/;

const refText = z.string().regex(refPattern).describe('Kind/name');
const plainName = z.string().regex(plainNamePattern);
const packageName = z.string().min(1).describe(`Where the resource comes from, e.g. ${stockPackage}.`);
const named = { kind: plainName, name: plainName, package: packageName.optional() };
const ownConfig = { config: settingsSchema.optional().describe('Laid over the config of the resource.') };

/** `"Kind/name"`, `{ref: "Kind/name"}` or `{kind, name, package?}`; which kinds a place takes is the bundle's to judge. */
export const refSchema = z.union([refText, z.strictObject({ ref: refText }), z.strictObject(named)]);

/** A ref to an extension, which may carry its own config. */
export const extensionRefSchema = z.union([
  refText,
  z.strictObject({ ref: refText, ...ownConfig }),
  z.strictObject({ ...named, ...ownConfig }),
]);

/** A ref to an agent, or its plain name. */
export const agentRefSchema = z.union([
  refText,
  plainName,
  z.strictObject({ ref: refText }),
  z.strictObject(named),
]);

/** See `refSchema`. */
export type Ref = z.infer<typeof refSchema>;
/** See `extensionRefSchema`. */
export type ExtensionRef = z.infer<typeof extensionRefSchema>;
/** See `agentRefSchema`. */
export type AgentRef = z.infer<typeof agentRefSchema>;

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
  const parsed = z.object(named).safeParse(value);
  if (!parsed.success) return undefined;
  const { kind, name, package: from } = parsed.data;
  return from === undefined ? { kind, name } : { kind, name, package: from };
}

function parseRefText(text: string, plainKind?: string): ResourceRef | undefined {
  const [, kind, name] = refPattern.exec(text) ?? [];
  if (kind !== undefined && name !== undefined) return { kind, name };
  return plainKind !== undefined && plainNamePattern.test(text) ? { kind: plainKind, name: text } : undefined;
}
