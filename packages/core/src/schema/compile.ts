import { GoondanError } from '../error/goondan-error.ts';
import { brokenBound } from './bounds.ts';
import { describeFailures, describeFirstFailure } from './describe-failures.ts';
import type { JsonSchema } from './json-schema.ts';
import { markBranches } from './mark-branches.ts';
import { inspectSchema, type SchemaDocuments } from './problems.ts';
import { joinFailures, type SchemaFailure } from './schema-failure.ts';
import { makeValidator, type AjvError, type Validator } from './validator.ts';

/** A schema made ready to judge values. */
export interface CompiledSchema {
  readonly schema: JsonSchema;
  /** True when the value fits: Ajv's own function, fit for the hot path. */
  accepts(value: unknown): boolean;
  /** Why the value does not fit; empty when it does. */
  failures(value: unknown): readonly SchemaFailure[];
}

/** Of larger values only the first failure is told: a million bad items must not become a million errors. */
const explainable = { nodes: 10_000, depth: 1000 };
const mostProblemsTold = 5;

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
  const validator = compileLinked(linked, false);
  let explainer: Explainer | undefined;

  function failures(value: unknown): readonly SchemaFailure[] {
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

  return { schema, accepts: validator, failures };
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
