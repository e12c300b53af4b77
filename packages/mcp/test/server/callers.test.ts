import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { rawRequest } from './raw-request.ts';
import { gdn, inPlace, newClient, overHttp, withClient } from './served.ts';
import { servedBundle } from './served-bundle.ts';
import { startIssuer } from './issuer.ts';

const ci = 'a-token-that-is-long-enough';

/** The bundle with a file of callers beside it. */
function withCallers(callers: readonly object[]): Readonly<Record<string, string>> {
  return { ...servedBundle, 'callers.yaml': JSON.stringify({ callers }) };
}

const served = withCallers([
  { name: 'ci', token: ci, tools: ['probe__place', 'probe__slow', 'agent__worker'] },
  { name: 'ann', subject: 'ann', tools: ['probe__add'] },
]);

describe('gdn mcp serve --callers', () => {
  test('gives each caller its tools, and keeps its folder, conversations and tasks apart', async () => {
    await inPlace(served, (place) =>
      overHttp(
        place,
        async (server) => {
          const folders: string[] = [];
          for (const token of [server.token, ci])
            await withClient({ url: server.url, token }, newClient('modern'), async (client) => {
              const { content } = await client.callTool({ name: 'probe__place' });
              const [part] = content;
              folders.push(
                z
                  .object({ workdir: z.string() })
                  .loose()
                  .parse(JSON.parse(part?.type === 'text' ? part.text : '{}')).workdir,
              );
            });
          expect(new Set(folders).size).toBe(2);
          await withClient({ url: server.url, token: ci }, newClient('legacy'), async (client) => {
            const { tools } = await client.listTools();
            expect(tools.map(({ name }) => name)).toEqual(['probe__place', 'probe__slow', 'agent__worker']);
            await client.callTool({
              name: 'agent__worker',
              arguments: { input: 'hello', instanceKey: 'shared' },
            });
          });
          const { result } = await rawRequest(server, 'tools/call', { name: 'probe__slow', arguments: {} });
          const taskId = String(result?.['taskId']);
          const others = await rawRequest({ url: server.url, token: ci }, 'tasks/get', { taskId });
          expect(others.error).toMatchObject({ code: -32_602, message: `Unknown task: ${taskId}` });
          await rawRequest(server, 'tasks/cancel', { taskId });
          const { stdout } = await gdn(place, ['instance', 'list', '--json']);
          const keys = z
            .array(z.object({ instanceKey: z.string() }).loose())
            .parse(JSON.parse(stdout))
            .map(({ instanceKey }) => instanceKey);
          expect(keys).toContain('mcp:ci:shared');
          expect(keys).not.toContain('shared');
        },
        ['--callers', 'callers.yaml', '--task-after', '0.1'],
      ),
    );
  });

  test('takes tokens of --issuer for the callers that the file names by subject', async () => {
    const issuer = startIssuer();
    try {
      await inPlace(served, (place) =>
        overHttp(
          place,
          async ({ url }) => {
            const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
            expect(await metadata.json()).toMatchObject({
              resource: url,
              authorization_servers: [issuer.url],
            });
            const token = issuer.token({ aud: url });
            await withClient({ url, token }, newClient('modern'), async (client) => {
              expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['probe__add']);
            });
          },
          ['--callers', 'callers.yaml', '--issuer', issuer.url],
        ),
      );
    } finally {
      await issuer.close();
    }
  });

  test.each([
    ['a token that is short', [{ name: 'ci', token: 'short', tools: [] }], 'E_CONFIG_DOCUMENT'],
    ['neither token nor subject', [{ name: 'ci', tools: [] }], 'E_CONFIG_DOCUMENT'],
    [
      'a name twice',
      [
        { name: 'ci', token: ci, tools: [] },
        { name: 'ci', subject: 'x', tools: [] },
      ],
      'E_CONFIG_DOCUMENT',
    ],
    [
      'a variable that is not set',
      [{ name: 'ci', token: { valueFrom: { env: 'NOT_SET' } }, tools: [] }],
      'E_CONFIG_ENV_MISSING',
    ],
  ])('refuses a file with %s', async (_, callers, code) => {
    await inPlace(withCallers(callers), async (place) => {
      const { code: exit, stdout } = await gdn(place, [
        'mcp',
        'serve',
        '--http',
        '0',
        '--callers',
        'callers.yaml',
        '--json',
      ]);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
      expect(exit).toBe(3);
    });
  });
});
