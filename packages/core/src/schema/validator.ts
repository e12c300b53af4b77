import type * as AjvModule from 'ajv/dist/2020.js';
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { isRecord } from '../json/json-value.ts';
import { equalsKeyword } from './ajv-form.ts';
import { compilePattern } from './compile-pattern.ts';
import { firstDuplicate } from './first-duplicate.ts';
import { isMultiple } from './is-multiple.ts';
import { branchKeyword } from './mark-branches.ts';
import type { JsonSchema } from './json-schema.ts';
import { sameJson } from './same-json.ts';
import { unevaluatedKeyword } from './unevaluated.ts';

/** What Ajv says of one failing keyword, with the schema and the value it met. */
export type AjvError = ErrorObject;
/** A compiled schema as Ajv makes it: true or false, and the errors of the last call in `errors`. */
export type Validator = ValidateFunction;

let ajvModule: typeof AjvModule | undefined;

/** Compiles a linked schema; throws what Ajv throws. Each has an Ajv of its own: one that is shared keeps all it ever compiled. */
export function makeValidator(schema: JsonSchema, options: { readonly allErrors: boolean }): Validator {
  // Loaded with the first schema, for it costs half of the time that importing all of core may take.
  ajvModule ??= loadAjv();
  const ajv = new ajvModule.Ajv2020({
    ...fixedOptions,
    ...options,
    ownProperties: namesInherited(schema),
    // Written out, Ajv's check takes a missing property with an empty name for none; its loop does not, and is slower.
    ...(holdsEmptyText(schema) ? { loopRequired: 1 } : {}),
  });
  // Ajv2020 insists on it as an option, yet nobody but its own unevaluated keywords needs the bookkeeping.
  ajv.opts.unevaluated = false;
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    // Ajv's own takes time by the square of the length and overlooks a second "__proto__".
    validate: (wanted: boolean, items: readonly unknown[]) => !wanted || firstDuplicate(items) === undefined,
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    errors: false,
    // Ajv's own divides binary fractions: for it 0.3 is no multiple of 0.1.
    validate: (divisor: number, value: number) => isMultiple(value, divisor),
  });
  for (const keyword of ['unevaluatedItems', 'unevaluatedProperties'] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword(unevaluatedKeyword(keyword, (part) => makeValidator(part, { allErrors: false })));
  }
  ajv.addKeyword({
    keyword: equalsKeyword,
    schemaType: 'array',
    errors: false,
    validate: (allowed: readonly unknown[], value: unknown) => allowed.some((item) => sameJson(item, value)),
  });
  ajv.addKeyword({ keyword: branchKeyword, schemaType: 'number', errors: false, validate: () => false });
  return ajv.compile(schema);
}

const fixedOptions: Options = {
  strict: false,
  // NaN and Infinity are not JSON.
  strictNumbers: true,
  // `format` only annotates, as the specification has it by default.
  validateFormats: false,
  // Schemas are judged by `schemaProblems`, which says more.
  validateSchema: false,
  meta: false,
  logger: false,
  messages: false,
  verbose: true,
  code: { regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: 'compilePattern' }) },
};

/** True when the schema names a property that every object inherits: only then Ajv must ask for own ones, which costs time. */
function namesInherited(value: unknown): boolean {
  if (typeof value === 'string') return value in Object.prototype;
  if (Array.isArray(value)) return value.some(namesInherited);
  return (
    isRecord(value) && Object.keys(value).some((key) => key in Object.prototype || namesInherited(value[key]))
  );
}

function holdsEmptyText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsEmptyText);
  return value === '' || (isRecord(value) && Object.values(value).some(holdsEmptyText));
}

function loadAjv(): typeof AjvModule {
  const loaded: unknown = require('ajv/dist/2020.js');
  if (!isAjvModule(loaded)) throw new TypeError('ajv/dist/2020.js has no Ajv2020');
  return loaded;
}

function isAjvModule(value: unknown): value is typeof AjvModule {
  // The module is the class itself, with the class once more as its member.
  return typeof value === 'function' && 'Ajv2020' in value && value.Ajv2020 === value;
}
