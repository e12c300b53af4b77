import { GoondanError } from '../error/goondan-error.ts';
import { brokenBound } from './bounds.ts';
import { describeFailures, describeFirstFailure } from './describe-failures.ts';
import { fitsSchema } from './fits-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { markBranches } from './mark-branches.ts';
import { isPlainSchema } from './plain-schema.ts';
import { inspectSchema, type SchemaDocuments } from './problems.ts';
import { joinFailures, type SchemaFailure } from './schema-failure.ts';
import { makeValidator, type AjvError, type Validator } from './validator.ts';

/** A schema made ready to judge values. */
export interface CompiledSchema {
  readonly schema: JsonSchema;
  /** True when the value fits. After the first few values it is Ajv's own function, fit for the hot path. */
  accepts(this: void, value: unknown): boolean;
  /** Why the value does not fit; empty when it does. */
  failures(value: unknown): readonly SchemaFailure[];
}

/** Of larger values only the first failure is told: a million bad items must not become a million errors. */
const explainable = { nodes: 10_000, depth: 1000 };
const mostProblemsTold = 5;
/** So many values are judged without Ajv where that can be: to load it and to compile takes as long as a million checks, and most tools are called a few times. */
const judgedPlainly = 8;

/**
 * Makes a schema ready to judge values; throws `E_CONFIG_TOOL_SCHEMA` when it is not a valid one.
 * `documents` are the schemas that `$ref` may name by URI; nothing is ever fetched, and nothing is kept but what is returned.
 */
export function compileSchema(
  schema: JsonSchema,
  options: { readonly documents?: SchemaDocuments } = {},
): CompiledSchema {
  const { problems, linked } = inspectSchema(schema, options.documents ?? {});
  if (problems.length > 0) {
    const hidden = problems.length - mostProblemsTold;
    const told = joinFailures(problems.slice(0, mostProblemsTold));
    throw invalidSchema(hidden > 0 ? `${told}; and ${hidden} more` : told);
  }
  const plain = isPlainSchema(schema) ? withoutDefinitions(linked) : undefined;
  let compiled: Validator | undefined = plain === undefined ? compileLinked(linked, false) : undefined;
  let plainlyLeft = judgedPlainly;
  let explainer: Explainer | undefined;

  function compile(): Validator {
    compiled ??= compileLinked(linked, false);
    ready.accepts = compiled;
    return compiled;
  }

  function acceptsEarly(value: unknown): boolean {
    plainlyLeft -= 1;
    return (plainlyLeft >= 0 && fitsSchema(plain, value)) || compile()(value);
  }

  function failures(value: unknown): readonly SchemaFailure[] {
    const validator = compile();
    if (validator(value)) return [];
    const firstErrors = takeErrors(validator);
    if (brokenBound(value, explainable) === undefined) {
      explainer ??= explainerOf(linked);
      explainer.validator(value);
      const errors = takeErrors(explainer.validator);
      if (errors.length > 0) return describeFailures(errors, explainer.schema);
    }
    return describeFirstFailure(firstErrors, linked);
  }

  const ready = { schema, accepts: compiled ?? acceptsEarly, failures };
  return ready;
}

/** What a plain schema refers to by name is nothing. */
function withoutDefinitions(linked: JsonSchema): JsonSchema {
  if (typeof linked === 'boolean') return linked;
  const { $defs: _, ...own } = linked;
  return own;
}

/** A validator that finds all failures, and the schema that its errors speak of. */
interface Explainer {
  readonly schema: JsonSchema;
  readonly validator: Validator;
}

function explainerOf(linked: JsonSchema): Explainer {
  const schema = markBranches(linked);
  return { schema, validator: compileLinked(schema, true) };
}

/** The errors of the last call, which hold on to the value they are about and so must not stay. */
function takeErrors(validator: Validator): readonly AjvError[] {
  const errors = validator.errors ?? [];
  validator.errors = null;
  return errors;
}

function compileLinked(linked: JsonSchema, allErrors: boolean): Validator {
  try {
    return makeValidator(linked, { allErrors });
  } catch (error) {
    throw invalidSchema(error instanceof Error ? error.message : String(error), error);
  }
}

function invalidSchema(reason: string, cause?: unknown): GoondanError {
  return new GoondanError('E_CONFIG_TOOL_SCHEMA', `not a valid JSON Schema: ${reason}`, { cause });
}
