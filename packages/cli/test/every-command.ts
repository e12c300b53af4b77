import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandDefinition, CommandGroup } from '../src/command/command-definition.ts';
import { allCommands } from '../src/commands.ts';
import { gdn, type Place } from './gdn.ts';
import { bundleWithServer, driftOf, everythingServer } from './mcp-bundle.ts';
import { z } from 'zod';

/** A command line and what it is expected to end with. */
interface Sample {
  readonly args: readonly string[];
  readonly code: number;
}

/** How a command is tried: where it has something to work on, and where it fails. */
export interface Samples {
  readonly succeeds: Sample;
  readonly fails: Sample;
}

const commands = await allCommands();

/** The words of every command. */
export function commandNames(): string[] {
  return commands.flatMap((entry: CommandDefinition | CommandGroup) =>
    'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
  );
}

const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});

/** A call that waits for a person. */
async function heldCall(place: Place, key: string): Promise<{ turnId: string; handle: string }> {
  const { stdout } = await gdn(place, ['run', '--input', 'danger', '--instance-key', key, '--json']);
  const { turnId, held } = heldSchema.parse(JSON.parse(stdout));
  return { turnId, handle: held[0]?.handle ?? '' };
}

/** Something that a person has allowed for good; says its name. */
async function grantIn(place: Place): Promise<string> {
  const { handle } = await heldCall(place, 'always');
  await gdn(place, ['approve', handle, '--always']);
  await gdn(place, ['run', '--resume']);
  const { stdout } = await gdn(place, ['policy', 'grants', '--json']);
  return z.array(z.looseObject({ grant: z.string() })).parse(JSON.parse(stdout))[0]?.grant ?? '';
}

/** Puts into a place what the commands are about, and says how each is tried there. `serve`, which stays, is tried by itself. */
export async function samplesIn(place: Place): Promise<Readonly<Record<string, Samples>>> {
  await gdn(place, ['run', '--input', 'add 1 2']);
  await writeFile(join(place.bundle, 'plan.yaml'), 'tools: [probe__echo]');
  await writeFile(join(place.bundle, 'circle.yaml'), 'tools: [{ id: a, tool: probe__echo, after: [a] }]');
  await gdn(place, ['run', '--input', 'later', '--instance-key', 'later']);
  const servers = join(place.bundle, 'servers');
  await bundleWithServer(servers);
  await driftOf(place, servers, 'echo');
  const { command, args: commandArgs } = everythingServer();
  const allowed = await grantIn(place);
  const toApprove = await heldCall(place, 'approve');
  const toDeny = await heldCall(place, 'deny');
  const toCancel = await heldCall(place, 'cancel');
  const of = (succeeds: readonly string[], fails: readonly string[], code: number): Samples => ({
    succeeds: { args: succeeds, code: 0 },
    fails: { args: fails, code },
  });
  return {
    init: of(['init', 'new'], ['init', '.'], 2),
    run: of(['run', '--input', 'add 1 2'], ['run', '--input', 'unheard', '--instance-key', 'x'], 1),
    validate: of(['validate'], ['validate', 'nowhere'], 3),
    'tool list': of(['tool', 'list'], ['tool', 'list', '--agent', 'helo'], 1),
    'tool describe': of(['tool', 'describe', 'probe__add'], ['tool', 'describe', 'probe__ad'], 5),
    'tool call': of(['tool', 'call', 'probe__echo', '--arg', 'a=b'], ['tool', 'call', 'probe__fail'], 5),
    'tool new': of(['tool', 'new', 'fresh'], ['tool', 'new', 'probe'], 2),
    'mcp add': of(
      ['mcp', 'add', 'more', '-C', 'servers', '--', command, ...commandArgs],
      ['mcp', 'add', 'all', '-C', 'servers', '--url', 'https://mcp.example.com/mcp'],
      2,
    ),
    'mcp list': of(['mcp', 'list', '-C', 'servers'], ['mcp', 'list', '-C', 'nowhere'], 3),
    'mcp test': of(['mcp', 'test', 'all', '-C', 'servers'], ['mcp', 'test', 'broken', '-C', 'servers'], 1),
    'mcp approve': of(
      ['mcp', 'approve', 'all', '-C', 'servers'],
      ['mcp', 'approve', 'broken', '-C', 'servers'],
      1,
    ),
    'plan run': of(['plan', 'run', 'plan.yaml'], ['plan', 'run', 'circle.yaml'], 3),
    'plan show': of(['plan', 'show', 'plan.yaml'], ['plan', 'show', 'nowhere.yaml'], 2),
    'plan validate': of(['plan', 'validate', 'plan.yaml'], ['plan', 'validate', 'nowhere.yaml'], 2),
    'policy explain': of(
      ['policy', 'explain', 'probe__add'],
      ['policy', 'explain', 'x', '--agent', 'helo'],
      1,
    ),
    'policy grants': of(['policy', 'grants'], ['policy', 'grants', '-C', 'nowhere'], 3),
    'policy revoke': of(['policy', 'revoke', allowed], ['policy', 'revoke', 'g-none'], 1),
    approve: of(['approve', toApprove.handle], ['approve', 'nope'], 1),
    deny: of(['deny', toDeny.handle], ['deny', 'nope'], 1),
    answer: {
      succeeds: { args: ['answer', toDeny.handle, 'yes'], code: 1 },
      fails: { args: ['answer', 'nope', 'x'], code: 1 },
    },
    cancel: of(['cancel', toCancel.turnId], ['cancel', 'nope'], 1),
    trace: of(['trace', 'last'], ['trace', 'nope'], 1),
    logs: of(['logs'], ['logs', '--lines', 'many'], 2),
    'agent list': of(['agent', 'list'], ['agent', 'list', '-C', 'nowhere'], 3),
    'instance list': of(['instance', 'list'], ['instance', 'list', '-C', 'nowhere'], 3),
    'instance show': of(['instance', 'show', 'default'], ['instance', 'show', 'nobody'], 1),
    'handle list': of(['handle', 'list', '--all'], ['handle', 'list', '--nonsense'], 2),
    'handle show': of(['handle', 'show', 'job-77'], ['handle', 'show', 'nope'], 1),
    'handle complete': of(
      ['handle', 'complete', 'job-77', '--output', '{"v":9}'],
      ['handle', 'complete', 'job-77'],
      2,
    ),
    'instance delete': of(['instance', 'delete', 'default'], ['instance', 'delete', 'nobody'], 1),
    doctor: of(['doctor'], ['doctor', '-C', 'nowhere'], 1),
    explain: of(['explain', 'E_TOOL'], ['explain', 'E_NOPE'], 2),
    'docs search': of(['docs', 'search', 'timeout'], ['docs', 'search'], 2),
    'docs show': of(['docs', 'show', 'guide/first-tool'], ['docs', 'show', 'nowhere'], 2),
    schema: of(['schema', 'Tool'], ['schema', 'Nothing'], 2),
    completion: of(['completion', 'bash'], ['completion', 'csh'], 2),
    __complete: of(['__complete', '--', 'tool', ''], ['__complete', '--nonsense'], 2),
  };
}
