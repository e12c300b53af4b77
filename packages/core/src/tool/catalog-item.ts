import type { JsonSchema } from '../schema/json-schema.ts';

/** Where a tool comes from (ITEM-1). */
export interface ToolSource {
  readonly type: 'config' | 'extension' | 'mcp';
  readonly name: string;
  readonly mcp?: { readonly extensionName: string; readonly serverName?: string };
}

/** What the model is shown of a tool (ITEM-1). */
export interface ToolCatalogItem {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly source?: ToolSource;
}
