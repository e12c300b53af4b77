import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { httpServer } from '../../mcp/test/client/http-server.ts';
import { hostileServer } from '../../mcp/test/client/hostile-server.ts';
import { modernServer } from '../../mcp/test/client/modern-server.ts';
import { readUntil, start, type Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { anyText, objectWith, textLike } from './matchers.ts';
import { bundleWithServer, driftOf, everythingServer } from './mcp-bundle.ts';
import { testBundle } from './test-bundle.ts';

function inServers(use: (place: Place) => Promise<void>): Promise<void> {
  return inPlace({}, async (place) => {
    await bundleWithServer(place.bundle);
    await use(place);
  });
}

function yamlOf(place: Place): Promise<string> {
  return readFile(join(place.bundle, 'goondan.yaml'), 'utf8');
}

async function jsonOf(place: Place, ...args: string[]): Promise<unknown> {
  return JSON.parse((await gdn(place, ['--json', ...args])).stdout);
}

describe('gdn mcp test', () => {
  test('MCP-1: a real server answers with its tools under the names models see', async () => {
    await inServers(async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['mcp', 'test', 'all']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^all answers: \S*everything \S+$/m);
      expect(stdout).toMatch(/^ {2}all__echo +new +Echoes back the input/m);
      expect(await jsonOf(place, 'mcp', 'test', 'all')).toMatchObject({
        server: 'all',
        family: '2025-11-25',
        name: textLike(/everything/),
        version: anyText,
        diagnostics: [],
      });
    });
  });

  test('a server of the newer family says what it is', async () => {
    await inServers(async (place) => {
      const { command, args } = modernServer();
      await gdn(place, ['mcp', 'add', 'new', '--', command, ...args]);
      expect(await jsonOf(place, 'mcp', 'test', 'new')).toMatchObject({
        name: 'modern',
        version: '1',
        family: '2026-07-28',
      });
    });
  });

  test('what is tested is not pinned by it', async () => {
    await inServers(async (place) => {
      await gdn(place, ['mcp', 'test', 'all']);
      expect(await jsonOf(place, 'mcp', 'list')).toContainEqual(objectWith({ server: 'all', tools: [] }));
    });
  });

  test('a server that cannot be started fails with its code, one that is not there names the nearest', async () => {
    await inServers(async (place) => {
      expect(await jsonOf(place, 'mcp', 'test', 'broken')).toMatchObject({
        error: { code: 'E_MCP_UNAVAILABLE' },
      });
      const { code, stderr } = await gdn(place, ['mcp', 'test', 'al']);
      expect(code).toBe(2);
      expect(stderr).toContain("Did you mean 'all'?");
    });
  });
});

describe('a login', () => {
  test('where the server wants one is E_MCP_AUTH, until a person has logged in by gdn mcp test', async () => {
    await inServers(async (place) => {
      using server = httpServer();
      server.expect('none yet');
      const auth = { type: 'oauth', clientId: 'us' };
      const text = await yamlOf(place);
      const servers = `servers: ${JSON.stringify({ one: { url: server.url, auth } })}`;
      await writeFile(join(place.bundle, 'goondan.yaml'), text.replace(/servers: .*/, servers));
      expect(await jsonOf(place, 'mcp', 'test', 'one')).toMatchObject({ error: { code: 'E_MCP_AUTH' } });
      const child = start(place, ['mcp', 'test', 'one', '--login']);
      const page = new URL(/http\S+/.exec(await readUntil(child.stderr, '\n'))?.[0] ?? '');
      const back = new URL(page.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code: 'c',
        state: page.searchParams.get('state') ?? '',
      }).toString();
      expect((await fetch(back)).status).toBe(200);
      expect(await child.exited).toBe(0);
      expect((await gdn(place, ['mcp', 'test', 'one'])).stdout).toContain('one__ok');
    });
  });
});

describe('gdn mcp list and approve', () => {
  test('a definition that has changed is shown with its difference, blocked, and allowed once it is approved', async () => {
    await inServers(async (place) => {
      await driftOf(place, place.bundle, 'echo');
      const call = ['tool', 'call', 'all__echo', '--arg', 'message=hi'];
      expect((await gdn(place, call)).code).not.toBe(0);
      const listed = await gdn(place, ['mcp', 'list']);
      expect(listed.stdout).toMatch(/^ {2}all__echo +drifted +its definition has changed .*: description$/m);
      expect(listed.stdout).toMatch(/^ {2}all__get-sum +pinned$/m);
      expect(listed.stdout).toContain('- /description: "As it was."');
      expect(listed.stdout).toContain('gdn mcp approve all');
      const approved = await gdn(place, ['mcp', 'approve', 'all', 'all__echo']);
      expect(approved.code).toBe(0);
      expect(approved.stdout).toContain('approved echo\n  - /description: "As it was."\n  + /description:');
      expect((await gdn(place, ['mcp', 'list'])).stdout).toMatch(/^ {2}all__echo +pinned$/m);
      const called = await gdn(place, call);
      expect({ code: called.code, stdout: called.stdout }).toEqual({ code: 0, stdout: 'Echo: hi\n' });
    });
  });

  test('what is not offered is named with why: quarantined, left out, drifted; gdn mcp test notes what drifted for approve', async () => {
    await inPlace(testBundle, async (place) => {
      const object = { type: 'object' };
      const file = join(place.bundle, 'tools.json');
      const list = (...tools: object[]): Promise<void> => writeFile(file, JSON.stringify(tools));
      const good = { name: 'good', description: 'adds', inputSchema: object };
      const others = [
        { name: 'none' },
        { name: 'bad', inputSchema: { type: 'object', properties: { a: { type: 'nonsense' } } } },
      ];
      await list(good, ...others, { name: 'other', inputSchema: object });
      const { command, args } = hostileServer(`--tools=${file}`);
      await gdn(place, ['mcp', 'add', 'one', '--', command, ...args]);
      const text = await yamlOf(place);
      const taken = text.replace(/^( +)command: /m, '$1tools: [good, none, bad]\n$&');
      await writeFile(join(place.bundle, 'goondan.yaml'), taken);
      await gdn(place, ['tool', 'list']);
      const standing = [
        { tool: 'bad', status: 'quarantined', reason: textLike(/nonsense/) },
        { tool: 'good', status: 'pinned' },
        { tool: 'none', status: 'quarantined', reason: 'its input schema is not that of an object' },
        { tool: 'other', status: 'left-out', reason: 'its config does not take it' },
      ];
      expect(await jsonOf(place, 'mcp', 'list')).toMatchObject([{ server: 'one', tools: standing }]);
      expect(await jsonOf(place, 'mcp', 'test', 'one')).toMatchObject({ name: 'hostile', tools: standing });
      await list({ ...good, description: 'adds\u{E0041}' }, ...others);
      const tested = await gdn(place, ['mcp', 'test', 'one']);
      expect(tested.stdout).toMatch(/^ {2}one__good +drifted +hidden characters: U\+E0041; its definition/m);
      expect(tested.stdout).toContain('    + /description: "adds\\u{E0041}"');
      expect(tested.stdout).toContain('allow what changed: gdn mcp approve one');
      const approved = await gdn(place, ['mcp', 'approve', 'one', 'one__good']);
      expect(approved.stdout).toContain('+ /description: "adds\\u{E0041}"');
      expect(approved.stdout).toContain('warning: it has characters that nobody sees: U+E0041');
      expect(await jsonOf(place, 'mcp', 'test', 'one')).toMatchObject({
        tools: [{ tool: 'bad' }, { tool: 'good', status: 'pinned' }, { tool: 'none' }],
      });
    });
  });

  test('with nothing that waits there is nothing to approve', async () => {
    await inServers(async (place) => {
      expect(await jsonOf(place, 'mcp', 'approve', 'all')).toMatchObject({ error: { code: 'E_MCP_DRIFT' } });
    });
  });

  test('a secret in the arguments of a server is not shown', async () => {
    await inServers(async (place) => {
      const secret = 'sk-abcdefghijklmnop';
      await gdn(place, ['mcp', 'add', 'keyed', '--', 'server', '--key', secret]);
      const { stdout } = await gdn(place, ['mcp', 'list']);
      expect(stdout).toContain('keyed  server --key');
      expect(stdout).not.toContain(secret);
    });
  });
});

describe('gdn mcp add', () => {
  test('a command is added to the entry agent, all other lines stay, and the server can be tested', async () => {
    const commented = testBundle['goondan.yaml'].replace('tools: [Tool/probe]', 'tools: [Tool/probe] # mine');
    await inPlace({ ...testBundle, 'goondan.yaml': `# first\n${commented}# last\n` }, async (place) => {
      const before = await yamlOf(place);
      const { command, args } = everythingServer();
      const added = await gdn(place, ['mcp', 'add', 'all', '--', command, ...args]);
      expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: '' });
      const after = (await yamlOf(place)).split('\n');
      const kept = before.split('\n').filter((line) => !line.includes('policy:'));
      expect(kept.filter((line) => !after.includes(line))).toEqual([]);
      expect(after.join('\n')).toContain(
        'policy: { tools: { approvals: [{ tool: probe__danger }], features: { mcp_tools: true } } }',
      );
      expect((await gdn(place, ['validate'])).code).toBe(0);
      expect(await jsonOf(place, 'mcp', 'list')).toEqual([
        objectWith({ server: 'all', agents: ['hello'], transport: 'stdio' }),
      ]);
      expect((await gdn(place, ['mcp', 'test', 'all'])).code).toBe(0);
      const call = ['tool', 'call', 'all__echo', '--arg', 'message=hi'];
      expect((await gdn(place, call)).stdout).toBe('Echo: hi\n');
    });
  });

  test('a further server goes beside the first, and one of the same name is refused with nothing written', async () => {
    await inPlace(testBundle, async (place) => {
      await gdn(place, ['mcp', 'add', 'one', '--url', 'https://one.example.com/mcp']);
      await gdn(place, ['mcp', 'add', 'two', '--url', 'https://two.example.com/mcp']);
      const before = await yamlOf(place);
      expect(before.match(/Extension\/mcp/g)).toHaveLength(1);
      expect((await gdn(place, ['mcp', 'add', 'two', '--', 'program'])).code).toBe(2);
      expect(await yamlOf(place)).toBe(before);
      expect(await jsonOf(place, 'mcp', 'list')).toMatchObject([{ server: 'one' }, { server: 'two' }]);
    });
  });

  test.each(['mcpServers', 'servers'])('imports %s, and writes no secret', async (field) => {
    await inPlace(testBundle, async (place) => {
      const token = 'ghp_abcdefghijklmnopqrstuvwxyz';
      const file = {
        [field]: {
          hub: {
            command: 'npx',
            args: ['-y', 'hub-server'],
            env: { GITHUB_TOKEN: token, MODE: 'quiet', REGION: '${env:HOME}' },
          },
          web: {
            type: 'http',
            url: 'https://mcp.example.com/mcp',
            headers: { Authorization: `Bearer ${token}` },
          },
          old: { type: 'sse', url: 'https://mcp.example.com/sse' },
        },
      };
      await writeFile(join(place.bundle, 'mcp.json'), `// of another host\n${JSON.stringify(file)}`);
      expect(await jsonOf(place, 'mcp', 'add', '--import', 'mcp.json')).toMatchObject({
        agent: 'hello',
        added: ['hub', 'web'],
        notes: [
          'hub: set GITHUB_TOKEN in the environment; the value of GITHUB_TOKEN was not written',
          'web: set WEB_AUTHORIZATION in the environment; the value of Authorization was not written',
          'old was left out: SSE is not spoken, only Streamable HTTP',
          'switched on policy.tools.features.mcp_tools of the Swarm',
        ],
      });
      const text = await yamlOf(place);
      expect(text).not.toContain(token);
      expect(text).toContain('MODE: quiet');
      expect(text).toMatch(/REGION:\s+valueFrom:\s+env: HOME/);
    });
  });

  test('what looks like a secret in words or addresses is written as a reference, also where it is typed, and the server gets it', async () => {
    await inPlace(testBundle, async (place) => {
      const token = 'ghp_abcdefghijklmnopqrstuvwxyz';
      const password = 'swordfish-and-chips';
      const servers = {
        hub: {
          command: 'docker',
          args: [
            'run',
            '-e',
            `GITHUB_TOKEN=${token}`,
            '--api-key',
            password,
            `--token=${password}`,
            '--mode',
            'quiet',
          ],
        },
        base: { command: 'db', args: [`postgres://me:${password}@db.example.com/x`, '${env:HOME}', token] },
        web: { url: `https://mcp.example.com/mcp?apiKey=${password}` },
      };
      await writeFile(join(place.bundle, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
      expect(await jsonOf(place, 'mcp', 'add', '--import', 'mcp.json')).toMatchObject({
        added: ['hub', 'base', 'web'],
        notes: [
          'hub: set HUB_GITHUB_TOKEN in the environment to the whole word GITHUB_TOKEN=…, which was not written',
          'hub: set HUB_API_KEY in the environment to word 5 of its args, which was not written',
          'hub: set HUB_TOKEN in the environment to the whole word --token=…, which was not written',
          'base: set BASE_ARG_1 in the environment to word 1 of its args, which was not written',
          'base: set BASE_ARG_3 in the environment to word 3 of its args, which was not written',
          'web: set WEB_URL in the environment to its whole address, which was not written',
          textLike(/mcp_tools/),
        ],
      });
      const { command, args } = hostileServer('--token', password);
      await gdn(place, ['mcp', 'add', 'typed', '--', command, ...args]);
      const text = await yamlOf(place);
      expect([text.includes(token), text.includes(password)]).toEqual([false, false]);
      expect(text).toContain('quiet');
      expect((await gdn(place, ['validate'])).code).toBe(0);
      const listed = await gdn(place, ['mcp', 'list']);
      expect(listed.stdout).toContain(
        'hub  docker run -e $HUB_GITHUB_TOKEN --api-key $HUB_API_KEY $HUB_TOKEN --mode quiet  (hello)',
      );
      expect(listed.stdout).toContain('base  db $BASE_ARG_1 $HOME $BASE_ARG_3  (hello)');
      expect(listed.stdout).toContain('web  $WEB_URL  (hello)');
      const without = await gdn(place, ['mcp', 'test', 'typed']);
      expect(without.stderr).toContain('servers.typed.args');
      const told = { ...place, env: { ...place.env, TYPED_TOKEN: password } };
      expect(await jsonOf(told, 'mcp', 'test', 'typed')).toMatchObject({ name: 'hostile' });
    });
  });

  test('what is not one server, or no file of servers, is a usage error', async () => {
    await inPlace({ ...testBundle, 'other.json': '{"a":1}' }, async (place) => {
      for (const args of [
        [],
        ['one'],
        ['one', '--url', 'ftp://x'],
        ['one', '--url', 'https://x.example.com', '--', 'program'],
        ['--import', 'none.json'],
        ['--import', 'other.json'],
      ])
        expect([args, (await gdn(place, ['mcp', 'add', ...args])).code]).toEqual([args, 2]);
      expect(await yamlOf(place)).toBe(testBundle['goondan.yaml']);
    });
  });
});
