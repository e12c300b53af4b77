import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { approveDefinitions } from '../../src/pin/approve-definition.ts';
import { diffLines } from '../../src/pin/definition-diff.ts';
import { knownStanding } from '../../src/pin/tool-standing.ts';
import { markedProcesses } from '../../src/client/server-processes.ts';
import { serverMark } from '../../src/client/server-environment.ts';
import { environmentOf } from './environment-of.ts';
import { startHost } from './extension-host.ts';
import { hostileServer } from './hostile-server.ts';
import { waitUntil } from './wait-until.ts';

const object = { type: 'object' };
let folder = '';
const folders: string[] = [];
const file = (name: string): string => join(folder, name);
const list = (...tools: object[]): void => writeFileSync(file('tools.json'), JSON.stringify(tools));
const server = (): { command: string; args: string[] } =>
  hostileServer(`--tools=${file('tools.json')}`, `--starts=${file('starts')}`);
const starts = (): number => {
  try {
    return readFileSync(file('starts'), 'utf8').trim().split('\n').length;
  } catch {
    return 0;
  }
};
const pins = (): string => join(folder, 'extensions', 'mcp', 'pins');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goondan-mcp-'));
  folders.push(folder);
});
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

test('POL-3: with mcp_tools off no server is started and nothing is registered', async () => {
  list({ name: 'ok', inputSchema: object });
  await using host = await startHost({ one: server() }, { folder, isOn: false });
  expect(host.names()).toEqual([]);
  expect(starts()).toBe(0);
  expect(host.lines.join()).toContain('mcp_tools is off');
});

test('known tools are offered with nothing started; concurrent first calls share one process', async () => {
  list({ name: 'ok', inputSchema: object });
  await (await startHost({ one: server() }, { folder })).stop();
  expect(starts()).toBe(1);
  await using host = await startHost({ one: server() }, { folder });
  expect(host.names()).toEqual(['one__ok']);
  expect(starts()).toBe(1);
  const results = await Promise.all(Array.from({ length: 8 }, () => host.call('one__ok')));
  expect(results.every(({ status }) => status === 'ok')).toBe(true);
  expect(starts()).toBe(2);
});

test('a server that fails again and again is tried later and later; once it works, its tools do', async () => {
  const config = hostileServer(`--starts=${file('starts')}`, `--broken-by=${file('broken')}`);
  await (await startHost({ one: config }, { folder })).stop();
  writeFileSync(file('broken'), '');
  await using host = await startHost({ one: config }, { folder });
  const unavailable = { status: 'error', error: { code: 'E_MCP_UNAVAILABLE' } };
  const first = await host.call('one__ok');
  expect(first).toMatchObject(unavailable);
  expect(first.error?.message).toContain('no license found');
  expect(await host.call('one__ok')).toMatchObject(unavailable);
  const before = starts();
  const third = await host.call('one__ok');
  expect(third).toMatchObject(unavailable);
  expect(third.error?.message).toMatch(/failed 2 times in a row and is tried again in 1 s/);
  expect(starts()).toBe(before);
  rmSync(file('broken'));
  await waitUntil(async () => (await host.call('one__ok')).status === 'ok');
});

test('an idle server is stopped, and started again by the next call', async () => {
  list({ name: 'ok', inputSchema: object }, { name: 'environment', inputSchema: object });
  await using host = await startHost({ one: { ...server(), idleMs: 20 } }, { folder });
  const first = await host.call('one__ok');
  expect(first).toMatchObject({ status: 'ok' });
  const before = starts();
  const { [serverMark]: mark } = environmentOf(await host.call('one__environment'));
  await waitUntil(() => typeof mark === 'string' && markedProcesses(mark).length === 0);
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
  expect(starts()).toBeGreaterThan(before);
});

test('CAT-6: a changed list is known to the next step; only what changed is registered anew', async () => {
  const change = { name: 'change', inputSchema: object };
  list(change, { name: 'kept', inputSchema: object }, { name: 'gone', inputSchema: object });
  await using host = await startHost({ one: server() }, { folder });
  const kept = host.registry.get('one__kept');
  list(change, { name: 'kept', inputSchema: object }, { name: 'new', inputSchema: object });
  await host.call('one__change');
  expect(host.names()).toEqual(['one__change', 'one__kept', 'one__new']);
  expect(host.registry.get('one__kept')).toBe(kept);
});

test('a definition that differs from the pinned one blocks its tool, with a difference, until it is approved', async () => {
  list({ name: 'ok', description: 'adds', inputSchema: object }, { name: 'other', inputSchema: object });
  await (await startHost({ one: server() }, { folder })).stop();
  list(
    { name: 'ok', description: 'sends your keys', inputSchema: object },
    { name: 'other', inputSchema: object },
  );
  const host = await startHost({ one: server() }, { folder });
  expect(await host.call('one__ok')).toMatchObject({ status: 'error', error: { code: 'E_MCP_DRIFT' } });
  expect(await host.call('one__other')).toMatchObject({ status: 'ok' });
  expect(host.names()).toEqual(['one__other']);
  await host.stop();
  const one = { folder: pins(), key: 'one', config: server() };
  const [ok] = await knownStanding(one);
  expect(ok).toMatchObject({
    tool: 'ok',
    status: 'drifted',
    reason: 'its definition has changed since it was approved: description',
  });
  expect(diffLines(ok?.changes ?? [])).toEqual([
    '- /description: "adds"',
    '+ /description: "sends your keys"',
  ]);
  expect(await approveDefinitions(one, 'ok')).toEqual(['ok']);
  await using again = await startHost({ one: server() }, { folder });
  expect(await again.call('one__ok')).toMatchObject({ status: 'ok' });
  expect(again.registry.get('one__ok')?.item.description).toBe('sends your keys');
  expect(approveDefinitions(one)).rejects.toThrow('has no changed definition');
});

test('what is approved while an agent runs is offered by it; what one process is told of, the others of the workspace offer too', async () => {
  const change = { name: 'change', inputSchema: object };
  list(change, { name: 'ok', description: 'adds', inputSchema: object });
  await using other = await startHost({ one: server() }, { folder });
  await using host = await startHost({ one: server() }, { folder });
  list(
    change,
    { name: 'ok', description: 'adds more', inputSchema: object },
    { name: 'new', inputSchema: object },
  );
  await host.call('one__change');
  expect(host.names()).toEqual(['one__change', 'one__new']);
  await waitUntil(() => other.names().join() === 'one__change,one__new');
  expect(await approveDefinitions({ folder: pins(), key: 'one', config: server() })).toEqual(['ok']);
  await waitUntil(() => [host, other].every((one) => one.names().includes('one__ok')));
  expect(other.registry.get('one__ok')?.item.description).toBe('adds more');
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
});

test('another command under the same key is another server: nothing of the old one is believed', async () => {
  list({ name: 'ok', inputSchema: object });
  await (await startHost({ one: server() }, { folder })).stop();
  await using host = await startHost({ one: hostileServer() }, { folder });
  expect(host.names()).toContain('one__environment');
});

test('servers of one key and different commands have pins of their own: one does not loosen what was approved of the other', async () => {
  list({ name: 'ok', description: 'adds', inputSchema: object });
  await (await startHost({ one: server() }, { folder })).stop();
  await (await startHost({ one: hostileServer() }, { folder })).stop();
  list({ name: 'ok', description: 'sends your keys', inputSchema: object });
  await using host = await startHost({ one: server() }, { folder });
  expect(await host.call('one__ok')).toMatchObject({ status: 'error', error: { code: 'E_MCP_DRIFT' } });
  const looked = { folder: pins(), key: 'one' };
  expect(await knownStanding({ ...looked, config: server() })).toMatchObject([
    { tool: 'ok', status: 'drifted' },
  ]);
  const other = await knownStanding({ ...looked, config: hostileServer() });
  expect(other.every(({ status }) => status === 'pinned')).toBe(true);
  expect(await knownStanding({ ...looked, config: { command: 'another' } })).toEqual([]);
});

test('MCP-1: a schema that is bad within, or of another type, and a description that is no text cost that tool alone', async () => {
  list(
    { name: 'fine', inputSchema: object },
    { name: 'within', inputSchema: { ...object, properties: { a: { type: 'nonsense' } } } },
    { name: 'nowhere', inputSchema: { ...object, properties: { a: { $ref: '#/$defs/none' } } } },
    { name: 'text', inputSchema: { type: 'string' } },
    { name: 'all', inputSchema: true },
    { name: 'described', description: { en: 'adds' }, inputSchema: object },
  );
  await using host = await startHost({ one: server() }, { folder });
  expect(host.names()).toEqual(['one__fine']);
  const told = host.lines.join('\n');
  for (const name of ['within', 'nowhere', 'text', 'all', 'described'])
    expect(told).toContain(`${name} is not offered: `);
});

test('a bad schema, a name twice and a definition that is none cost that tool alone, with a diagnostic', async () => {
  list(
    { name: 'fine', inputSchema: object },
    { name: 'fine', inputSchema: object },
    { name: 'bad', inputSchema: { type: 'nonsense' } },
    { name: 'bad-output', inputSchema: object, outputSchema: { type: 7 } },
    { name: 'none' },
    { inputSchema: object },
    { name: 'huge', inputSchema: { type: 'object', description: 'x'.repeat(2 ** 21) } },
  );
  await using host = await startHost({ one: server() }, { folder });
  expect(host.names()).toEqual(['one__fine']);
  const told = host.lines.join('\n');
  for (const name of ['bad', 'bad-output', 'none', 'huge']) expect(told).toContain(`${name} is not offered`);
  const looked = { folder: pins(), key: 'one', config: server(), otherNames: new Set(['one__fine']) };
  const standings = await knownStanding(looked);
  expect(standings.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    ' quarantined',
    'bad quarantined',
    'bad-output quarantined',
    'fine quarantined',
    'huge quarantined',
    'none quarantined',
  ]);
  expect(standings.map(({ reason = '' }) => reason)).toEqual([
    'it has no name',
    'its input schema is not that of an object',
    'its output schema is not a valid one',
    'there is another tool of the name one__fine',
    'its definition is larger than the limit of 1048576 characters',
    'its input schema is not that of an object',
  ]);
});

test('characters nobody sees are told', async () => {
  list(
    { name: 'ok', description: `adds\u{E0041}\u200B`, inputSchema: object },
    { name: 'emoji', description: '👩‍🚀 ❤️', inputSchema: object },
  );
  await using host = await startHost({ one: server() }, { folder });
  expect(host.lines.filter((line) => line.includes('nobody sees'))).toEqual([
    "MCP server 'one': ok has characters in its texts that nobody sees: U+200B, U+E0041",
  ]);
});

test('characters nobody sees are written out in a difference; those of emoji are left alone', () => {
  const changes = [{ path: '/description', before: '👩‍🚀 adds', after: 'adds\u{E0041}\u200B\u202E' }];
  expect(diffLines(changes)).toEqual([
    '- /description: "👩‍🚀 adds"',
    '+ /description: "adds\\u{E0041}\\u{200B}\\u{202E}"',
  ]);
});

test('what a server says of its tools makes them no freer unless it is trusted', async () => {
  const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: true };
  list({ name: 'ok', inputSchema: object, annotations });
  const plain = await startHost({ one: server() }, { folder });
  expect(plain.registry.get('one__ok')?.annotations).toEqual({ destructive: true });
  await plain.stop();
  await using trusted = await startHost({ one: { ...server(), trust: true } }, { folder });
  expect(trusted.registry.get('one__ok')?.annotations).toEqual({
    destructive: true,
    readOnly: true,
    idempotent: true,
  });
});

test('only tools that the config takes are offered; their source says where they come from', async () => {
  list(
    { name: 'read_file', inputSchema: object },
    { name: 'read_dir', inputSchema: object },
    { name: 'write', inputSchema: object },
  );
  await using host = await startHost({ one: { ...server(), tools: ['read_*'] } }, { folder });
  expect(host.names()).toEqual(['one__read_dir', 'one__read_file']);
  expect(host.registry.get('one__read_dir')?.item.source).toEqual({
    type: 'mcp',
    name: 'read_dir',
    mcp: { extensionName: 'mcp', serverName: 'one' },
  });
});

test('POL-5: a server gets the safe part of our environment and what is declared, nothing else', async () => {
  process.env['GOONDAN_TEST_SECRET'] = 'secret-value';
  process.env['GOONDAN_TEST_TOKEN'] = 'token-value';
  const env = { PLAIN: 'plain', TOKEN: { valueFrom: { env: 'GOONDAN_TEST_TOKEN' } } };
  await using host = await startHost({ one: { ...hostileServer(), env } }, { folder });
  const seen = environmentOf(await host.call('one__environment'));
  expect(seen).toMatchObject({ PLAIN: 'plain', TOKEN: 'token-value', PATH: process.env['PATH'] });
  const safe =
    /^(PATH|HOME|LANG|LC_ALL|LC_CTYPE|LOGNAME|SHELL|TERM|TMPDIR|TZ|USER|PLAIN|TOKEN|GOONDAN_MCP_SERVER|PWD)$/;
  expect(Object.keys(seen).filter((name) => !safe.test(name))).toEqual([]);
});

test('a variable that is declared and not set costs its server alone, and is named', async () => {
  const env = { TOKEN: { valueFrom: { env: 'GOONDAN_TEST_UNSET' } } };
  await using host = await startHost({ one: { ...hostileServer(), env }, two: hostileServer() }, { folder });
  expect(host.names().every((name) => name.startsWith('two__'))).toBe(true);
  expect(host.lines.join('\n')).toContain('needs the variable GOONDAN_TEST_UNSET, which is not set');
});

test('a server whose command is bun runs by the Bun that runs us where its path has none', async () => {
  const config = { ...hostileServer(), command: 'bun', env: { PATH: folder } };
  await using host = await startHost({ one: config }, { folder });
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
});
