import type { ToolAnnotations } from '../resource/tool-resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ToolSource } from './catalog-item.ts';
import type { ToolHandler } from './handler.ts';

/** What `ToolRegistry.register` takes; only name and handler are required. */
export interface ToolDefinition {
  readonly name: string;
  readonly handler: ToolHandler;
  readonly description?: string;
  /** JSON Schema of the input; without it any object is accepted. */
  readonly parameters?: JsonSchema;
  /** JSON Schema of the result. */
  readonly output?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly errorMessageLimit?: number;
  readonly timeoutMs?: number;
  /** Where the handler of a module runs; `inline` by default. What is registered from code always runs inline. */
  readonly isolation?: 'inline' | 'worker';
  /** Variables of the environment that hold keys of this tool; their values are masked wherever they turn up. */
  readonly secrets?: readonly string[];
  readonly source?: ToolSource;
}
