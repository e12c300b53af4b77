import type { CommandDefinition, CommandGroup } from './command/command-definition.ts';

type Entry = CommandDefinition | CommandGroup;

/** Every command by its first word, in the order the help shows them. Each is loaded by itself: one command line needs one. */
const loaders: ReadonlyMap<string, () => Promise<Entry>> = new Map<string, () => Promise<Entry>>([
  ['init', async () => (await import('./commands/init.ts')).init],
  ['run', async () => (await import('./commands/run.ts')).run],
  ['serve', async () => (await import('./commands/serve.ts')).serve],
  ['worker', async () => (await import('./commands/worker.ts')).worker],
  ['dev', async () => (await import('./commands/dev/group.ts')).dev],
  ['validate', async () => (await import('./commands/validate.ts')).validate],
  ['tool', async () => (await import('./commands/tool/group.ts')).tool],
  ['mcp', async () => (await import('./commands/mcp/group.ts')).mcp],
  ['plan', async () => (await import('./commands/plan/group.ts')).plan],
  ['policy', async () => (await import('./commands/policy/group.ts')).policy],
  ['approve', async () => (await import('./commands/approve.ts')).approve],
  ['deny', async () => (await import('./commands/deny.ts')).deny],
  ['answer', async () => (await import('./commands/answer.ts')).answer],
  ['cancel', async () => (await import('./commands/cancel.ts')).cancel],
  ['trace', async () => (await import('./commands/trace.ts')).trace],
  ['logs', async () => (await import('./commands/logs.ts')).logs],
  ['agent', async () => (await import('./commands/agent/group.ts')).agent],
  ['instance', async () => (await import('./commands/instance/group.ts')).instance],
  ['handle', async () => (await import('./commands/handle/group.ts')).handle],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['explain', async () => (await import('./commands/explain.ts')).explain],
  ['docs', async () => (await import('./commands/docs/group.ts')).docs],
  ['schema', async () => (await import('./commands/schema.ts')).schema],
  ['completion', async () => (await import('./commands/completion.ts')).completion],
  ['__complete', async () => (await import('./commands/complete.ts')).complete],
]);

/** The commands that these words can be about: the one that they begin with, all where they begin with none. */
export async function commandsFor(words: readonly string[]): Promise<readonly Entry[]> {
  const load = loaders.get(words[0] ?? '');
  return load === undefined ? allCommands() : [await load()];
}

/** Every command, in the order the help shows them. */
export function allCommands(): Promise<readonly Entry[]> {
  return Promise.all(Array.from(loaders.values(), (load) => load()));
}
