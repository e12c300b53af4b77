import { expect, test } from 'bun:test';
import { withGdn, type Gdn } from './gdn.ts';

const translator = 'desk__agent_translator-xdqqyxzstyoqmoblf';

async function ask(gdn: Gdn, input: string): Promise<unknown> {
  const { code, stdout } = await gdn('run', 'mcp-tools', '--input', input, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

test('mcp-tools and the bundle at its desk are valid with no warning', async () => {
  await withGdn(async (gdn) => {
    for (const bundle of ['mcp-tools', 'mcp-tools/desk']) {
      const { stdout } = await gdn('validate', bundle, '--json');
      expect(JSON.parse(stdout)).toEqual({ valid: true, errors: [], warnings: [] });
    }
  });
});

test('MCP-1: tools of a server from npm are called by the agent; those that were not taken are not there', async () => {
  await withGdn(async (gdn) => {
    expect(await ask(gdn, 'what is on the shelf?')).toMatchObject({
      output: 'On the shelf:\n[FILE] heron.txt\n[FILE] moss.txt',
      toolCalls: [{ name: 'files__list_directory', status: 'ok' }],
    });
    expect(await ask(gdn, 'read heron')).toMatchObject({
      output: 'It says: The heron stands still until the fish has forgotten it.\n',
    });
    // It may read its folder, and nothing else.
    expect(await ask(gdn, 'read ../goondan')).toMatchObject({ toolCalls: [{ status: 'error' }] });
    const { stdout } = await gdn('tool', 'list', '-C', 'mcp-tools', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { name: translator, source: { type: 'mcp', name: 'agent__translator' } },
      { name: 'files__list_directory' },
      { name: 'files__read_text_file' },
    ]);
  });
});

test('MCP-2: an agent of another swarm, served by gdn mcp serve, answers as a tool', async () => {
  await withGdn(async (gdn) => {
    expect(await ask(gdn, 'what is heron in Korean?')).toMatchObject({
      output: 'The desk says: 왜가리',
      toolCalls: [{ name: translator, status: 'ok' }],
    });
  });
});
