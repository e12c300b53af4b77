import { GoondanError } from '../error/goondan-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ToolAnnotations } from '../resource/tool-resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ToolContext } from './context.ts';
import type { ToolDefinition } from './definition.ts';
import { textOf } from './failure.ts';
import type { ToolHandler, ToolOutcome } from './handler.ts';
import type { SchemaType } from './schema-type.ts';
import {
  describeIssues,
  isStandardSchema,
  type StandardOutput,
  type StandardSchema,
} from './standard-schema.ts';

interface ToolOptions<Input> {
  /** The full name, `resource__export`. */
  readonly name: string;
  readonly description?: string;
  readonly output?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly errorMessageLimit?: number;
  readonly timeoutMs?: number;
  readonly isolation?: 'inline' | 'worker';
  readonly secrets?: readonly string[];
  readonly handler: (ctx: ToolContext, input: Input) => ToolOutcome | Promise<ToolOutcome>;
}

/** What a handler gets: the output of a Standard Schema, what a JSON Schema accepts, or any object where none is given. */
type InputOf<Schema> = Schema extends StandardSchema
  ? StandardOutput<Schema>
  : Schema extends JsonSchema
    ? SchemaType<Schema>
    : JsonObject;

/** Known to every copy of this package: a bundle may have one of its own. */
const mark = Symbol.for('goondan.DefinedTool');

/** A tool made by `defineTool`: ready to register, and to be written as YAML. */
export class DefinedTool implements ToolDefinition {
  readonly name: string;
  readonly handler: ToolHandler;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly output?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly errorMessageLimit?: number;
  readonly timeoutMs?: number;
  readonly isolation?: 'inline' | 'worker';
  readonly secrets?: readonly string[];

  constructor(definition: ToolDefinition) {
    const { name, handler, description, parameters, output, annotations, errorMessageLimit, timeoutMs } =
      definition;
    const { isolation, secrets } = definition;
    this.name = name;
    this.handler = handler;
    if (description !== undefined) this.description = description;
    if (parameters !== undefined) this.parameters = parameters;
    if (output !== undefined) this.output = output;
    if (annotations !== undefined) this.annotations = annotations;
    if (errorMessageLimit !== undefined) this.errorMessageLimit = errorMessageLimit;
    if (timeoutMs !== undefined) this.timeoutMs = timeoutMs;
    if (isolation !== undefined) this.isolation = isolation;
    if (secrets !== undefined) this.secrets = secrets;
  }

  get [mark](): true {
    return true;
  }
}

/** True for what `defineTool` made, in whichever copy of this package. */
export function isDefinedTool(value: unknown): value is DefinedTool {
  return typeof value === 'object' && value !== null && mark in value;
}

/**
 * Declares a tool in one place: name, input schema and handler, whose input type is inferred from the schema.
 * `input` is any Standard Schema (zod, valibot, …) or a JSON Schema. A Standard Schema that cannot describe itself as
 * JSON Schema needs `parameters` beside it, which is what the model is shown.
 */
export function defineTool<const Schema extends StandardSchema | JsonSchema | undefined = undefined>(
  options: ToolOptions<InputOf<Schema>> & {
    readonly input?: Schema;
    readonly parameters?: Schema extends StandardSchema ? JsonSchema : never;
  },
): DefinedTool;
export function defineTool(
  options: ToolOptions<never> & {
    readonly input?: StandardSchema | JsonSchema | undefined;
    readonly parameters?: JsonSchema;
  },
): DefinedTool {
  const { input, handler, ...rest } = options;
  if (input === undefined) return new DefinedTool({ ...rest, handler });
  if (!isStandardSchema(input)) return new DefinedTool({ ...rest, parameters: input, handler });
  return new DefinedTool({
    ...rest,
    parameters: options.parameters ?? jsonSchemaOf(options.name, input),
    handler: validated(options.name, input, handler),
  });
}

/** Runs the author's own schema after the JSON Schema: it may refine and transform, as its author asked. */
function validated(
  name: string,
  schema: StandardSchema,
  handler: ToolOptions<never>['handler'],
): ToolHandler {
  const sealed: { handle(ctx: ToolContext, input: unknown): ToolOutcome | Promise<ToolOutcome> }['handle'] =
    handler;
  return async (ctx, input) => {
    const result = await schema['~standard'].validate(input);
    if (result.issues !== undefined) {
      throw new GoondanError('E_TOOL_INVALID_ARGS', `${name}: ${describeIssues(result.issues)}`);
    }
    return sealed(ctx, result.value);
  };
}

function jsonSchemaOf(name: string, schema: StandardSchema): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  const what = `defineTool ${name}: a ${vendor} schema cannot describe itself as JSON Schema; pass it as parameters too`;
  if (jsonSchema === undefined) throw new TypeError(`${what}.`);
  try {
    return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    throw new TypeError(`${what}: ${textOf(cause)}.`, { cause });
  }
}
