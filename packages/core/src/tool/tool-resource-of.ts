import { GoondanError } from '../error/goondan-error.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { snapshot } from '../json/snapshot.ts';
import { policyDefaults } from '../policy/effective-policy.ts';
import { apiVersion } from '../resource/api-version.ts';
import type { ToolExportSpec, ToolResource } from '../resource/tool-resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ToolDefinition } from './definition.ts';
import { parseToolName } from './name.ts';

/** What holds for a tool that sets no limit of its own (ERR-3, TIME-1). */
const defaults = { errorMessageLimit: 1000, timeoutMs: policyDefaults.timeoutMs };

/** The Tool resource that declares the same tools in YAML. All must be of one resource; limits, isolation and secrets are the resource's, so the largest, the strictest and all of them hold. */
export function toolResourceOf(entry: string, tools: readonly ToolDefinition[]): ToolResource {
  const names = new Set(tools.map((tool) => parseToolName(tool.name)?.resourceName));
  const [name] = names;
  if (name === undefined || names.size > 1) {
    throw new GoondanError(
      'E_CONFIG_TOOL_NAME',
      `${entry} must declare tools of one resource, as in 'name__export'.`,
    );
  }
  const errorMessageLimit = largest(
    tools.map((tool) => tool.errorMessageLimit),
    defaults.errorMessageLimit,
  );
  const timeoutMs = largest(
    tools.map((tool) => tool.timeoutMs),
    defaults.timeoutMs,
  );
  const secrets = [...new Set(tools.flatMap((tool) => tool.secrets ?? []))];
  const isWorker = tools.some((tool) => tool.isolation === 'worker');
  return {
    apiVersion,
    kind: 'Tool',
    metadata: { name },
    spec: {
      entry,
      ...(errorMessageLimit === undefined ? {} : { errorMessageLimit }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(isWorker ? { isolation: 'worker' } : {}),
      ...(secrets.length === 0 ? {} : { secrets }),
      exports: tools.map(exportOf),
    },
  };
}

function exportOf(tool: ToolDefinition): ToolExportSpec {
  const { description, parameters, output, annotations } = tool;
  return {
    name: parseToolName(tool.name)?.exportName ?? tool.name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: plainSchema(tool.name, parameters) }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(output === undefined ? {} : { output: plainSchema(tool.name, output) }),
  };
}

function plainSchema(toolName: string, schema: JsonSchema): Record<string, JsonValue> {
  const copy = snapshot(schema, { maxDepth: 500, maxSize: 1024 * 1024, refusePrototypeKey: false });
  if (copy.status === 'ok' && isJsonObject(copy.value)) return copy.value;
  throw new GoondanError('E_CONFIG_TOOL_SCHEMA', `${toolName}: its schema cannot be written as YAML.`);
}

/** Undefined where the default is what no tool may get less than. */
function largest(limits: readonly (number | undefined)[], fallback: number): number | undefined {
  const most = Math.max(...limits.filter((limit) => limit !== undefined));
  return most > (limits.includes(undefined) ? fallback : 0) ? most : undefined;
}
