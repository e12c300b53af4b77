import { ToolContextBuilder, ToolExecutor, ToolRegistry } from '@goondan/core';
import { outputSchemas } from '../src/schema/output-schemas.ts';

const message = {
  id: 'm',
  data: { role: 'assistant', content: '' } as const,
  metadata: {},
  createdAt: new Date(0),
  source: { type: 'assistant', stepIndex: 0 } as const,
};
const turn = { agentName: 'a', instanceKey: 'i', turnId: 't', workdir: '.', logger: console };

/** What of a printed value does not fit the schema of a command; undefined when all does. Judged as the output of a tool is. */
export async function misfitOf(command: string, printed: string): Promise<string | undefined> {
  const registry = new ToolRegistry();
  const { [command]: output = false } = outputSchemas;
  // oxlint-disable-next-line typescript/no-unsafe-return -- JSON it is, and what is in it is what the schema is for
  registry.register({ name: 'printed__value', output, handler: () => JSON.parse(printed) });
  const context = new ToolContextBuilder(turn).build({ toolCallId: 'c', message });
  const call = { id: 'c', name: 'printed__value', args: {} };
  return (await new ToolExecutor(registry).execute(call, context)).error?.message;
}
