import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { served } from './a-server.ts';

const events = '/agents/hello/default/events';
const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});
const turnSchema = z.looseObject({ turnId: z.string() });

describe('what a person allows for good, over HTTP', () => {
  test('POL-4: what was allowed for good is listed and revoked; behind an open turn of its instance, once that has ended', async () => {
    await served(async ({ ask, swarm, server }) => {
      const revoke = async (grant: string) => {
        const headers = { authorization: `Bearer ${server.token}` };
        const response = await fetch(`${server.url}/grants/${grant}`, { method: 'DELETE', headers });
        return { status: response.status, body: await response.json() };
      };
      const allow = async (): Promise<string> => {
        const { turnId, held } = heldSchema.parse((await ask(events, { input: 'danger' })).body);
        await ask(`/handles/${held[0]?.handle}`, { decision: 'approve', always: true });
        await swarm.engine.attach(turnId);
        const { body } = await ask('/grants');
        expect(body).toMatchObject([{ tool: 'probe__danger', exactly: { text: 'boom' } }]);
        return z.array(z.object({ grant: z.string() })).parse(body)[0]?.grant ?? '';
      };
      const grant = await allow();
      expect(await revoke(grant)).toMatchObject({ status: 200, body: { grant, status: 'revoked' } });
      expect((await ask('/grants')).body).toEqual([]);
      expect(await revoke(grant)).toMatchObject({
        status: 404,
        body: { error: { code: 'E_AGENT_GRANT_NOT_FOUND' } },
      });
      const again = await allow();
      const { turnId: hanging } = turnSchema.parse((await ask(events, { input: 'hang', wait: false })).body);
      const queued = await revoke(again);
      expect(queued).toMatchObject({ status: 202, body: { grant: again, status: 'queued' } });
      await ask(`/turns/${hanging}/cancel`, {});
      await swarm.engine.attach(turnSchema.parse(queued.body).turnId);
      expect((await ask('/grants')).body).toEqual([]);
    });
  });

  test('POL-4: patterns that do not fit the call they are given with are refused, and nothing is recorded', async () => {
    await served(async ({ ask }) => {
      const { held } = heldSchema.parse((await ask(events, { input: 'danger' })).body);
      const path = `/handles/${held[0]?.handle}`;
      for (const always of [{ txt: 'boom' }, { text: 'bo' }])
        expect(await ask(path, { decision: 'approve', always })).toMatchObject({
          status: 409,
          body: { error: { code: 'E_HANDLE_KIND' } },
        });
      expect(await ask(path, { decision: 'approve', always: { text: 'bo+m' } })).toMatchObject({
        status: 200,
      });
    });
  });
});
