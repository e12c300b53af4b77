import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Client } from '@modelcontextprotocol/client';
import { gdnCommand, inPlace, newClient, overHttp, startGdn, withClient } from './served.ts';
import { servedBundle } from './served-bundle.ts';

const placeSchema = z.object({ pid: z.number() }).loose();

/** The process of the agent that makes the calls. */
async function agentPid(client: Client): Promise<number> {
  const { content } = await client.callTool({ name: 'probe__place' });
  const [part] = content;
  return placeSchema.parse(JSON.parse(part?.type === 'text' ? part.text : '{}')).pid;
}

/** A process that has ended and whom nobody has asked for its end yet is none. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

describe('gdn mcp serve', () => {
  test('over HTTP ends with SIGTERM, cleanly, with calls under way and nothing left behind', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(place, async (served) => {
        const client = newClient('legacy');
        let agent = 0;
        await withClient(served, client, async () => {
          agent = await agentPid(client);
          const hanging = client.callTool({ name: 'probe__hang' });
          hanging.catch(() => undefined);
          await client.callTool({ name: 'probe__begun' });
          expect(await served.stop()).toBe(0);
        });
        expect(isRunning(agent)).toBe(false);
        const workspaces = `${place.env['GOONDAN_STATE_ROOT']}/workspaces`;
        const left = readdirSync(workspaces).flatMap((name) => readdirSync(`${workspaces}/${name}`));
        expect(left.filter((name) => name.endsWith('.json'))).toEqual([]);
      }),
    );
  });

  test.each(['the end of standard input', 'SIGTERM'])(
    'over stdio ends with %s, with nothing left behind',
    async (how) => {
      await inPlace(servedBundle, async (place) => {
        const [command, args] = gdnCommand(['mcp', 'serve']);
        const child = Bun.spawn([command, ...args], {
          cwd: place.bundle,
          env: place.env,
          stdin: 'pipe',
          stdout: 'pipe',
          stderr: 'ignore',
        });
        const send = async (message: object): Promise<void> => {
          await child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
          await child.stdin.flush();
        };
        await send({
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 't', version: '1' },
          },
        });
        await send({ id: 2, method: 'tools/call', params: { name: 'probe__place', arguments: {} } });
        let said = '';
        for await (const chunk of child.stdout) {
          said += new TextDecoder().decode(chunk);
          if (said.trimEnd().split('\n').length >= 2 && said.endsWith('\n')) break;
        }
        const [, pid] = /\\"pid\\":(\d+)/.exec(said) ?? [];
        if (how === 'SIGTERM') child.kill('SIGTERM');
        else await child.stdin.end();
        expect(await child.exited).toBe(0);
        expect(isRunning(Number(pid))).toBe(false);
        for (const line of said.trimEnd().split('\n'))
          expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
      });
    },
  );

  test('over stdio with nobody there ends at once, and says nothing', async () => {
    await inPlace(servedBundle, async (place) => {
      const child = startGdn(place, ['mcp', 'serve']);
      expect(await new Response(child.stdout).text()).toBe('');
      expect(await child.exited).toBe(0);
    });
  });

  test('says what is wrong with a port, a bundle or an agent', async () => {
    await inPlace(servedBundle, async (place) => {
      for (const [args, code, exit] of [
        [['--http', 'many'], 'E_USAGE', 2],
        [['nowhere'], 'E_CONFIG_NOT_FOUND', 3],
        [['--agent', 'wroker'], 'E_AGENT_NOT_FOUND', 1],
        [['--http', '0', '--issuer', 'http://login.example'], 'E_USAGE', 2],
      ] as const) {
        const child = startGdn(place, ['mcp', 'serve', ...args, '--json']);
        expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({ error: { code } });
        expect(await child.exited).toBe(exit);
      }
    });
  });
});
