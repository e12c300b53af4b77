import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { anyText, textWith } from './matchers.ts';
import { families, gdn, inPlace, newClient, overHttp, overStdio, withClient, type Family } from './served.ts';
import { servedBundle } from './served-bundle.ts';

const ways = families.flatMap((family) => [['stdio', family] as const, ['HTTP', family] as const]);

const placeSchema = z.looseObject({ workdir: z.string() });

type Use = (client: Client) => Promise<void>;

/** Serves a bundle by one transport and family. */
function by(way: 'stdio' | 'HTTP', family: Family, use: Use, args: readonly string[] = []): Promise<void> {
  return inPlace(servedBundle, (place) =>
    way === 'stdio'
      ? overStdio(place, newClient(family), (client) => use(client), args)
      : overHttp(place, (served) => withClient(served, newClient(family), use), args),
  );
}

describe.each(ways)('gdn mcp serve over %s in the %s family', (way, family) => {
  let client: Client;
  const done = Promise.withResolvers<void>();
  let served: Promise<void>;

  beforeAll(async () => {
    const ready = Promise.withResolvers<Client>();
    served = by(way, family, (connected) => {
      ready.resolve(connected);
      return done.promise;
    });
    served.catch(ready.reject);
    client = await ready.promise;
  }, 60_000);

  afterAll(async () => {
    done.resolve();
    await served;
  }, 60_000);

  test('MCP-2: offers the catalog by its names, with schemas and annotations, and every agent', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['probe__add', 'probe__begun']);
    expect(names.slice(-2)).toEqual(['agent__worker', 'agent__other']);
    expect(tools[0]).toMatchObject({
      title: 'probe: add',
      description: 'Adds two numbers',
      inputSchema: { type: 'object', required: ['left', 'right'], additionalProperties: false },
      outputSchema: { required: ['sum'] },
      annotations: { readOnlyHint: true, idempotentHint: true },
    });
    expect(tools.find(({ name }) => name === 'probe__danger')?.annotations).toEqual({
      destructiveHint: true,
    });
    expect(tools.find(({ name }) => name === 'agent__worker')).toMatchObject({
      description: 'Does what the tests want.',
      inputSchema: { required: ['input'] },
    });
  });

  test('MCP-2: a call is a turn like any other, and its result says which', async () => {
    const result = await client.callTool({ name: 'probe__add', arguments: { left: 1, right: 2 } });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
      _meta: { 'ai.goondan/turnId': anyText, 'ai.goondan/traceId': anyText },
    });
    expect(result.isError).toBeUndefined();
  });

  test('ERR-1: what goes wrong in a tool is a result with the code, for the model to read', async () => {
    const failed = await client.callTool({ name: 'probe__fail' });
    expect(failed).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_TOOL', message: 'on purpose' } },
    });
    const refused = await client.callTool({ name: 'probe__add', arguments: { left: 'one' } });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: 'E_TOOL_INVALID_ARGS', suggestion: textWith('left') },
      },
    });
    expect(client.callTool({ name: 'probe__nothing' })).rejects.toThrow('Unknown tool: probe__nothing');
  });

  test('MCP-2: an agent is a tool that tells how it gets on, in the conversation that was named', async () => {
    const messages: (string | undefined)[] = [];
    // What comes in one piece with the answer the client does not pass on: then it is asked again.
    while (!messages.includes('worker: step 1')) {
      const said = await client.callTool(
        { name: 'agent__worker', arguments: { input: 'good morning', instanceKey: 'breakfast' } },
        { onprogress: ({ message }) => messages.push(message) },
      );
      expect(said).toMatchObject({ content: [{ type: 'text', text: 'I heard good morning.' }] });
    }
    const wrong = await client.callTool({ name: 'agent__worker', arguments: { text: 'hello' } });
    expect(wrong).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_TOOL_INVALID_ARGS' } },
    });
  });

  test('typed parts stay typed, also when they are large; long texts come shortened (BIG-1)', async () => {
    for (const bytes of [3, 300_000]) {
      const picture = await client.callTool({ name: 'probe__picture', arguments: { bytes } });
      expect(picture.content).toEqual([
        { type: 'image', mimeType: 'image/png', data: Buffer.alloc(bytes, 1).toString('base64') },
      ]);
    }
    const { content } = await client.callTool({ name: 'probe__large' });
    const [part] = content;
    const text = part?.type === 'text' ? part.text : '';
    expect(JSON.parse(text)).toMatchObject({ truncated: true, bytes: 200_000, path: anyText });
  });

  test('what a client cancels is cancelled, and its other calls do not wait for it', async () => {
    const abort = new AbortController();
    const hanging = client.callTool({ name: 'probe__hang' }, { signal: abort.signal });
    hanging.catch(() => undefined);
    await client.callTool({ name: 'probe__begun' });
    const ended = client.callTool({ name: 'probe__ended' });
    abort.abort();
    expect(await ended).toMatchObject({ content: [{ type: 'text', text: 'aborted' }] });
    expect(hanging).rejects.toThrow();
  });

  test('a call that is answered later says under which handle (PEND-1)', async () => {
    const later = await client.callTool({ name: 'probe__later' });
    expect(later._meta).toMatchObject({ 'ai.goondan/handle': 'job-77' });
  });

  test('--allow leaves only what it names, to list and to call', async () => {
    await by(
      way,
      family,
      async (client) => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(['probe__add', 'agent__worker', 'agent__other']);
        expect(client.callTool({ name: 'probe__echo' })).rejects.toThrow('Unknown tool: probe__echo');
      },
      ['--allow', 'probe__add', '--allow', 'agent__*'],
    );
  });
});

describe('gdn mcp serve over stdio', () => {
  test('standard output belongs to the protocol alone, whatever a tool prints', async () => {
    await by('stdio', 'legacy', async (client) => {
      const errors: Error[] = [];
      Object.assign(client, { onerror: (error: Error) => errors.push(error) });
      expect(await client.callTool({ name: 'probe__loud' })).toMatchObject({ content: [{ text: 'quiet' }] });
      expect(await client.callTool({ name: 'probe__echo' })).toMatchObject({ content: [{ text: '{}' }] });
      expect(errors).toEqual([]);
    });
  });

  test('calls of a client work in one folder, also side by side; --workdir names another', async () => {
    await inPlace(servedBundle, async (place) => {
      const places = await overStdio(place, newClient('legacy'), (client) =>
        Promise.all([1, 2, 3].map(() => client.callTool({ name: 'probe__place' }))),
      );
      const folders = places.map(({ content: [part] }) =>
        part?.type === 'text' ? placeSchema.parse(JSON.parse(part.text)).workdir : '',
      );
      expect(new Set(folders).size).toBe(1);
      const [named] = await overStdio(
        place,
        newClient('legacy'),
        async (client) => (await client.callTool({ name: 'probe__place' })).content,
        ['--workdir', place.bundle],
      );
      expect(named).toMatchObject({ text: textWith(`"workdir":"${place.bundle}"`) });
    });
  });

  test('without a bundle the stock tools are offered, and no agent', async () => {
    await inPlace({}, (place) =>
      overStdio(place, newClient('modern'), async (client) => {
        const { tools } = await client.listTools();
        const names = tools.map(({ name }) => name);
        expect(names).toContain('calculator__evaluate');
        expect(names.filter((name) => name.startsWith('agent__'))).toEqual([]);
      }),
    );
  });

  test('a call is in the journal, and gdn trace shows it', async () => {
    await inPlace(servedBundle, async (place) => {
      const { _meta } = await overStdio(place, newClient('modern'), (client) =>
        client.callTool({ name: 'probe__add', arguments: { left: 1, right: 2 } }),
      );
      const { stdout } = await gdn(place, ['trace', String(_meta?.['ai.goondan/traceId']), '--json']);
      expect(JSON.parse(stdout)).toMatchObject([
        { agentName: 'worker' },
        { toolName: 'probe__add', status: 'ok' },
      ]);
    });
  });
});
