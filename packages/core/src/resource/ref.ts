import { z } from 'zod';
import { plainNamePattern, refPattern } from './parse-ref.ts';
import { settingsSchema } from './settings.ts';
import { stockPackage } from './stock-package.ts';

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
