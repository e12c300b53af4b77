import { isRecord, type JsonSchema, type ToolAnnotations } from '@goondan/core';
import { portableSchema } from './portable-schema.ts';
import type { McpTool } from './tool.ts';

/** A tool in our own words. */
export interface DescribedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly output?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** Whether its calls may be answered as tasks. Default `forbidden`. */
  readonly tasks?: 'forbidden' | 'optional' | 'required';
}

type Schema = McpTool['inputSchema'];

/** A tool in the words of the protocol. */
export function describeTool(tool: DescribedTool): McpTool {
  const { name, title, description, parameters, output, annotations = {}, tasks } = tool;
  const { readOnly, destructive, idempotent } = annotations;
  const hints = {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
  };
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: isRecord(parameters) ? objectSchema(parameters) : { type: 'object' },
    ...(isRecord(output) ? { outputSchema: schemaOf(output) } : {}),
    ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
    ...(tasks === undefined ? {} : { execution: { taskSupport: tasks } }),
  };
}

/** Arguments are always an object, also where a schema does not say so. */
function objectSchema(schema: Record<string, unknown>): Schema {
  return schemaOf({ ...schema, type: 'object' });
}

/** What a bundle declares is JSON, and was checked to be a schema when it was read. */
function schemaOf(schema: Record<string, unknown>): Schema {
  const portable = portableSchema(schema);
  if (!isSchema(portable)) throw new Error('a schema is an object');
  return portable;
}

function isSchema(schema: unknown): schema is Schema {
  return isRecord(schema);
}
