import { describe, expect, test } from 'bun:test';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { textWith } from './matchers.ts';
import { families, gdn, inPlace, newClient, overHttp, overStdio, withClient, type Family } from './served.ts';
import { servedBundle } from './served-bundle.ts';

/** A client whose person answers every question so. */
function clientWithPerson(family: Family, answer: ElicitResult, asked: string[] = []): Client {
  const client = newClient(family, { elicitation: { form: {} } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return answer;
  });
  return client;
}

describe.each([...families])('POL-4: a call that a rule holds, for a client of the %s family', (family) => {
  test('is approved by the person at the client, who is shown what is wanted and why', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(place, async (served) => {
        const asked: string[] = [];
        const client = clientWithPerson(
          family,
          { action: 'accept', content: { decision: 'approve' } },
          asked,
        );
        await withClient(served, client, async () => {
          const result = await client.callTool({ name: 'probe__danger', arguments: { a: 1 } });
          expect(result).toMatchObject({ content: [{ type: 'text', text: 'done' }] });
          const said = await client.callTool({ name: 'agent__worker', arguments: { input: 'danger' } });
          expect(said).toMatchObject({ content: [{ type: 'text', text: 'It is done.' }] });
        });
        expect(asked).toHaveLength(2);
        expect(asked[0]).toContain('worker wants probe__danger {"a":1}');
        expect(asked[0]).toContain('rule:');
      }),
    );
  });

  test.each([
    ['denies', { action: 'accept' as const, content: { decision: 'deny', note: 'not today' } }, 'not today'],
    ['declines', { action: 'decline' as const }, 'declined in the MCP client'],
    ['turns it away', { action: 'cancel' as const }, 'dismissed in the MCP client'],
  ])('is denied when the person %s', async (_, answer, note) => {
    await inPlace(servedBundle, (place) =>
      overStdio(place, clientWithPerson(family, answer), async (client) => {
        const result = await client.callTool({ name: 'probe__danger' });
        expect(result).toMatchObject({
          isError: true,
          structuredContent: { error: { code: 'E_TOOL_DENIED', message: textWith(note) } },
        });
      }),
    );
  });

  test('waits for gdn approve where the client has nobody to ask, and says so', async () => {
    await inPlace(servedBundle, (place) =>
      overStdio(place, newClient(family), async (client) => {
        const held = Promise.withResolvers<string>();
        const called = client.callTool(
          { name: 'probe__danger' },
          {
            onprogress: ({ message = '' }) => {
              const [, handle] = /gdn approve (\S+)/.exec(message) ?? [];
              if (handle !== undefined) held.resolve(handle);
            },
          },
        );
        expect((await gdn(place, ['approve', await held.promise])).code).toBe(0);
        expect(await called).toMatchObject({ content: [{ type: 'text', text: 'done' }] });
      }),
    );
  });

  test('PEND-3: what a handler asks is asked of the person, in its own form', async () => {
    await inPlace(servedBundle, async (place) => {
      const asked: string[] = [];
      const client = clientWithPerson(family, { action: 'accept', content: { number: 2 } }, asked);
      await overStdio(place, client, async () => {
        const result = await client.callTool({ name: 'probe__question' });
        expect(result).toMatchObject({ content: [{ text: '{"answer":{"number":2}}' }] });
      });
      expect(asked).toEqual(['worker, probe__question: Which one?']);
      await overStdio(place, clientWithPerson(family, { action: 'decline' }), async (refusing) => {
        const result = await refusing.callTool({ name: 'probe__question' });
        expect(result).toMatchObject({ content: [{ text: '{"answer":null}' }] });
      });
    });
  });
});
