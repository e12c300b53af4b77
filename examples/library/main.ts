/** The tool system as a library: register tools, list them, call them. No agent, no model, no network. */
import {
  defineTool,
  ToolCatalog,
  ToolContextBuilder,
  ToolExecutor,
  ToolRegistry,
  type ToolCall,
} from '@goondan/core/tool';
import { z } from 'zod';

const registry = new ToolRegistry();

// A tool with a JSON Schema: the handler's input type is inferred from it.
registry.register(
  defineTool({
    name: 'calc__add',
    description: 'Add two numbers',
    input: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    handler: (_ctx, { a, b }) => ({ sum: a + b }),
  }),
);

// A tool with a Standard Schema (here zod).
registry.register(
  defineTool({
    name: 'text__shout',
    description: 'Say it louder',
    input: z.object({ text: z.string().min(1) }),
    handler: (_ctx, { text }) => `${text.toUpperCase()}!`,
  }),
);

// A tool that never answers: its limit stops it.
registry.register({
  name: 'slow__wait',
  description: 'Never answers',
  timeoutMs: 50,
  handler: () => new Promise(() => {}),
});

const catalog = new ToolCatalog(registry.items());
const executor = new ToolExecutor(registry);
const contexts = new ToolContextBuilder({
  agentName: 'example',
  instanceKey: 'default',
  turnId: 'turn-1',
  workdir: import.meta.dirname,
  logger: console,
});
const message = {
  id: 'message-1',
  data: { role: 'assistant', content: 'calling tools' } as const,
  metadata: {},
  createdAt: new Date(0),
  source: { type: 'assistant', stepIndex: 0 } as const,
};

console.log('Tools the model would see:');
for (const item of catalog.items()) console.log(`  ${item.name.padEnd(12)} ${item.description ?? ''}`);

const calls: ToolCall[] = [
  { id: 'c1', name: 'calc__add', args: { a: 2, b: 12 } },
  { id: 'c2', name: 'text__shout', args: { text: '군단' } },
  { id: 'c3', name: 'calc__add', args: { a: '2' } },
  { id: 'c4', name: 'calc__ad', args: {} },
  { id: 'c5', name: 'slow__wait', args: {} },
];

console.log('\nCalls:');
for (const call of calls) {
  const context = contexts.build({ toolCallId: call.id, message });
  const result = await executor.execute(call, context, { catalog });
  console.log(`  ${call.name} ${JSON.stringify(call.args)}`);
  if (result.error === undefined) console.log(`    ${result.status}  ${JSON.stringify(result.output)}`);
  else console.log(`    ${result.error.code}  ${result.error.message}\n    → ${result.error.suggestion}`);
}
console.log('\nNext: docs/guide/first-tool.md');
