import { defineExtension, GoondanError, type ToolCatalogItem } from '@goondan/core';
import { toolPattern } from '../tool-pattern.ts';
import { rankTools } from './rank-tools.ts';
import { readTools } from './tool-words.ts';

const searchName = 'tools__search';
const stateKey = 'picked';
const longestDescription = 300;

/** Shows the model a search instead of a large catalog. */
export const toolSearch = defineExtension({
  name: 'tool-search',
  description:
    'For agents with many tools: the model sees the tool tools__search, those that are always listed, and those it found in this ' +
    'conversation, which stay callable. Saves the tokens that thousands of schemas would cost in every step.',
  config: {
    type: 'object',
    properties: {
      always: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        default: [],
        description:
          'Tools that are shown in every step: full names, or resource__* for all of one resource.',
      },
      above: {
        type: 'integer',
        minimum: 0,
        default: 30,
        description: 'A catalog of up to so many tools is shown whole, without the search.',
      },
      results: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 8,
        description: 'How many tools a search finds at most.',
      },
      keep: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        default: 40,
        description: 'How many found tools stay in the catalog; the ones found longest ago make room.',
      },
    },
    additionalProperties: false,
    examples: [{ always: ['calculator__*'], results: 5 }],
  },
  register(api, { always = [], above = 30, results = 8, keep = 40 }) {
    const isAlways = toolPattern(always);
    /** What the step under way of an instance could show: its calls search there. */
    const offered = new Map<string, readonly ToolCatalogItem[]>();

    api.tools.register(
      {
        name: searchName,
        description:
          'Finds tools by what they do. Only the tools you see can be called; there are more. Say in a few words what you want to do, or ' +
          'the name of a tool. What is found can be called from your next step on.',
        parameters: {
          type: 'object',
          properties: {
            query: {
              type: 'string',
              minLength: 1,
              maxLength: 500,
              description: 'What the tool should do, in a few words, or its name.',
            },
          },
          required: ['query'],
          additionalProperties: false,
        },
      },
      async (ctx, input) => {
        const items = offered.get(ctx.instanceKey);
        if (items === undefined)
          throw new GoondanError('E_TOOL', 'Tools can only be searched within a conversation.', {
            suggestion: 'Call the tool by its name; `gdn tool list` shows them all.',
          });
        const ranked = await rankTools(items, typeof input['query'] === 'string' ? input['query'] : '');
        const found = ranked.slice(0, results);
        const names = found.map(({ name }) => name);
        const before = pickedOf(await api.state.get(stateKey));
        await api.state.set(
          stateKey,
          [...before.filter((name) => !names.includes(name)), ...names].slice(-keep),
        );
        return {
          found: found.map(({ name, description = '' }) => ({
            name,
            description: Array.from(description).slice(0, longestDescription).join(''),
          })),
          more: ranked.length - found.length,
          note:
            found.length === 0
              ? 'Nothing fits. Try other words.'
              : 'They can be called from your next step on.',
        };
      },
      // In turn, for each adds to what was picked before.
      { annotations: { readOnly: true, idempotent: true, sequential: true } },
    );

    api.pipeline.register('step', async (ctx) => {
      const { instanceKey } = ctx.turn;
      const items = ctx.toolCatalog.filter(({ name }) => name !== searchName);
      if (items.length <= above) {
        ctx.toolCatalog = items;
        return ctx.next();
      }
      const picked = pickedOf(await api.state.get(stateKey));
      ctx.toolCatalog = shown(ctx.toolCatalog, { isAlways, picked });
      offered.set(instanceKey, items);
      // While the model thinks.
      void readTools(items);
      try {
        return await ctx.next();
      } finally {
        offered.delete(instanceKey);
      }
    });
  },
});

/** In an order that only grows at its end while the model picks: prompt caches hold. */
function shown(
  catalog: readonly ToolCatalogItem[],
  { isAlways, picked }: { isAlways: (name: string) => boolean; picked: readonly string[] },
): ToolCatalogItem[] {
  const wanted = new Set(picked);
  const fixed: ToolCatalogItem[] = [];
  const found = new Map<string, ToolCatalogItem>();
  for (const item of catalog) {
    if (item.name === searchName || isAlways(item.name)) fixed.push(item);
    else if (wanted.has(item.name)) found.set(item.name, item);
  }
  return [...fixed, ...picked.flatMap((name) => found.get(name) ?? [])];
}

function pickedOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
