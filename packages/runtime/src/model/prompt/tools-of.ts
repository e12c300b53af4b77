import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { JsonSchema, ToolCatalogItem } from '@goondan/core';

const toolByItem = new WeakMap<ToolCatalogItem, LanguageModelV4FunctionTool>();

/** The tools of a catalog as a provider is shown them, in its order; a tool is made once and then the same object. */
export function toolsOf(items: readonly ToolCatalogItem[]): LanguageModelV4FunctionTool[] {
  return items.map(toolOf);
}

function toolOf(item: ToolCatalogItem): LanguageModelV4FunctionTool {
  const made = toolByItem.get(item);
  if (made !== undefined) return made;
  const tool = functionTool({
    type: 'function',
    name: item.name,
    ...(item.description === undefined ? {} : { description: item.description }),
    inputSchema: inputSchemaOf(item.parameters),
  });
  toolByItem.set(item, tool);
  return tool;
}

/** Providers take nothing but an object that lists its properties. */
function inputSchemaOf(parameters: JsonSchema | undefined): Readonly<Record<string, unknown>> {
  if (typeof parameters !== 'object') return { type: 'object', properties: {} };
  return { type: 'object', ...parameters, properties: parameters.properties ?? {} };
}

type Tool = Omit<LanguageModelV4FunctionTool, 'inputSchema'> & {
  inputSchema: Readonly<Record<string, unknown>>;
};

/** Whether the schema is a good one was judged when the tool was registered. */
function functionTool(tool: Tool): LanguageModelV4FunctionTool {
  return tool;
}
