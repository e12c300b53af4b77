import { join } from 'node:path';
import { afterAll, expect, test } from 'bun:test';
import { startHost } from './extension-host.ts';
import { hostileServer } from './hostile-server.ts';
import { isRunning, waitUntil } from './wait-until.ts';

const host = await startHost({ bad: hostileServer(), good: hostileServer() });
afterAll(() => host[Symbol.asyncDispose]());

test('a server killed in the middle of a call costs that call, and the next one works', async () => {
  const died = await host.call('bad__die');
  expect(died).toMatchObject({ status: 'error', error: { code: 'E_MCP_LOST' } });
  expect(died.error?.message).toContain('SIGKILL');
  expect(await host.call('bad__ok', { n: 1 })).toMatchObject({ status: 'ok', output: 'ok {"n":1}' });
});

test('BIG-1: a result of 12 MiB comes through and goes to a file', async () => {
  const result = await host.call('bad__big');
  expect(result).toMatchObject({ status: 'ok', output: { truncated: true, bytes: 12 * 1024 * 1024 } });
});

test('a line of 1 GB ends its server and takes no more memory than a message may', async () => {
  const before = process.memoryUsage.rss();
  const [endless, other] = await Promise.all([host.call('bad__endless'), host.call('good__ok')]);
  expect(endless).toMatchObject({ status: 'error', error: { code: 'E_MCP_LOST' } });
  expect(endless.error?.message).toContain('a message of more than 64 MiB');
  expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 * 1024);
  expect(other).toMatchObject({ status: 'ok' });
  expect(await host.call('bad__ok')).toMatchObject({ status: 'ok' });
});

test('answers to what nobody asked, and lines that are no messages, disturb no call', async () => {
  expect(await host.call('bad__wrong-id')).toMatchObject({ output: 'for you' });
  expect(await host.call('bad__no-json')).toMatchObject({ output: 'after noise' });
});

test('a server that says without end that its list has changed is asked once in a while, and disturbs nobody', async () => {
  await using flooded = await startHost({ flood: hostileServer(), good: hostileServer() });
  const { revision } = flooded.registry;
  expect(await flooded.call('flood__flood')).toMatchObject({ output: 'flooding' });
  for (let count = 0; count < 20; count += 1)
    expect(await flooded.call('good__ok')).toMatchObject({ status: 'ok' });
  expect(flooded.registry.revision).toBe(revision);
});

test('what a tool says went wrong is E_MCP_TOOL_ERROR, and what does not fit its schema E_MCP_PROTOCOL', async () => {
  expect(await host.call('bad__failing')).toMatchObject({
    error: { code: 'E_MCP_TOOL_ERROR', message: 'the disk is full' },
  });
  expect(await host.call('bad__lying-output')).toMatchObject({ error: { code: 'E_MCP_PROTOCOL' } });
});

test('TIME-1: a call that takes too long is E_TOOL_TIMEOUT, a cancelled one E_TOOL_CANCELLED, and the server is told', async () => {
  await using slow = await startHost({ slow: { ...hostileServer(), timeoutMs: 100 } });
  expect(await slow.call('slow__wait')).toMatchObject({ error: { code: 'E_TOOL_TIMEOUT' } });
  const controller = new AbortController();
  const waiting = slow.call('slow__wait', {}, { signal: controller.signal });
  controller.abort(new Error('enough'));
  expect(await waiting).toMatchObject({ error: { code: 'E_TOOL_CANCELLED' } });
  expect(await slow.call('slow__ok')).toMatchObject({ status: 'ok' });
});

test('a stubborn grandchild that has left its group ends with its server', async () => {
  const own = await startHost({ own: hostileServer() });
  const { output } = await own.call('own__grandchild');
  const pid = Number(output);
  expect(isRunning(pid)).toBe(true);
  await own[Symbol.asyncDispose]();
  expect(isRunning(pid)).toBe(false);
});

test('servers and their grandchildren end with us, also by kill -9', async () => {
  const child = Bun.spawn([process.execPath, '--no-install', join(import.meta.dir, 'killed-host-run.ts')], {
    stdout: 'pipe',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
  });
  const pids = await firstLine(child.stdout);
  child.kill('SIGKILL');
  await child.exited;
  const left = pids.split(' ').map(Number);
  expect(left).toHaveLength(2);
  await waitUntil(() => !left.some(isRunning));
});

test('one that cannot be started costs only its own tools, with a diagnostic that says what it said', async () => {
  await using mixed = await startHost({
    broken: hostileServer('--crash'),
    missing: { command: 'goondan-no-such-program' },
    silent: { ...hostileServer('--silent'), startTimeoutMs: 300 },
    good: hostileServer(),
  });
  expect(mixed.names().every((name) => name.startsWith('good__'))).toBe(true);
  expect(await mixed.call('good__ok')).toMatchObject({ status: 'ok' });
  const told = mixed.lines.join('\n');
  expect(told).toContain("MCP server 'broken'");
  expect(told).toContain('no license found');
  expect(told).toContain("MCP server 'missing'");
  expect(told).toContain("MCP server 'silent'");
});

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}
