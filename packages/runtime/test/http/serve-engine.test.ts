import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { answerHandle } from '../../src/inspect/handle-answer.ts';
import { eventOf, failureCode } from '../inspect/a-swarm.ts';
import { linesOf, served } from './a-server.ts';

const events = '/agents/hello/default/events';
const heldSchema = z.looseObject({
  turnId: z.string(),
  held: z.array(z.looseObject({ handle: z.string() })),
});
const turnSchema = z.looseObject({ turnId: z.string() });

describe('an engine over HTTP', () => {
  test('an event is answered with the outcome of its turn', async () => {
    await served(async ({ ask }) => {
      expect(await ask(events, { input: 'add' })).toMatchObject({
        status: 200,
        body: { status: 'completed', output: 'It is 3.', toolCalls: [{ name: 'probe__add' }] },
      });
    });
  });

  test('without waiting it is accepted, and its turn can be asked for', async () => {
    await served(async ({ ask, swarm }) => {
      const accepted = await ask(events, { input: 'add', wait: false });
      expect(accepted.status).toBe(202);
      const { turnId } = turnSchema.parse(accepted.body);
      await swarm.engine.attach(turnId);
      expect(await ask(`/turns/${turnId}`)).toMatchObject({ status: 200, body: { output: 'It is 3.' } });
    });
  });

  test('the same id is the same turn', async () => {
    await served(async ({ ask }) => {
      const [first, second] = await Promise.all([
        ask(events, { input: 'add', id: 'one' }),
        ask(events, { input: 'add', id: 'one' }),
      ]);
      expect(first.body).toEqual(second.body);
      expect((await ask(events, { input: 'add', id: 'two' })).body).not.toEqual(first.body);
    });
  });

  test('an event is always user.input from the connector http, with the trace that was given', async () => {
    await served(async ({ ask, swarm }) => {
      const traceId = 'ab'.repeat(16);
      await ask('/agents/hello/%ED%82%A4%20%2F/events', { input: 'hang', wait: false, traceId });
      expect(await swarm.engine.openTurns()).toMatchObject([
        {
          instanceKey: '키 /',
          event: { type: 'user.input', source: { kind: 'connector', name: 'http' }, traceId },
        },
      ]);
    });
  });

  test('when the time is over the turn goes on, and can be cancelled', async () => {
    await served(async ({ ask }) => {
      const late = await ask(events, { input: 'hang', timeoutMs: 1 });
      expect(late.status).toBe(202);
      const { turnId } = turnSchema.parse(late.body);
      expect((await ask(`/turns/${turnId}`)).body).toMatchObject({ turnId, agent: 'hello' });
      expect((await ask('/agents')).body).toMatchObject([
        { name: 'hello', openTurns: 1, processes: [{ state: 'running', openTurns: 1, crashes: 0 }] },
        { name: '점검', openTurns: 0, processes: [] },
      ]);
      const waiting = ask(events, { input: 'hang', timeoutMs: 60_000, id: 'behind' });
      expect(await ask(`/turns/${turnId}/cancel`, { reason: 'enough' })).toEqual({
        status: 200,
        body: { turnId, cancelled: true },
      });
      const behind = turnSchema.parse((await ask(events, { input: 'x', id: 'behind', wait: false })).body);
      await ask(`/turns/${behind.turnId}/cancel`, {});
      expect((await waiting).body).toMatchObject({ status: 'cancelled' });
      expect((await ask(`/turns/${turnId}`)).body).toMatchObject({
        status: 'cancelled',
        error: { message: 'enough' },
      });
      expect((await ask(`/turns/${turnId}/cancel`, {})).body).toMatchObject({
        cancelled: false,
        status: 'cancelled',
      });
    });
  });

  test('PEND-3: a held turn is told of with its handle and goes on once it is approved', async () => {
    await served(async ({ ask, swarm }) => {
      const held = await ask(events, { input: 'danger' });
      expect(held).toMatchObject({
        status: 202,
        body: { status: 'held', held: [{ toolName: 'probe__danger', args: { text: 'boom' } }] },
      });
      const { turnId, held: calls } = heldSchema.parse(held.body);
      const handle = calls[0]?.handle ?? '';
      const second = await ask(events, { input: 'add' });
      expect(second).toMatchObject({ status: 202, body: { status: 'held', held: [{ handle }] } });
      expect((await ask(`/turns/${turnId}`)).body).toMatchObject({ status: 'held' });
      expect((await ask('/handles')).body).toMatchObject([{ handle, status: 'held' }]);
      expect(await ask(`/handles/${handle}`, { output: 1 })).toMatchObject({
        status: 409,
        body: { error: { code: 'E_HANDLE_KIND' } },
      });
      const answer = { decision: 'approve', args: { text: 'calm' }, note: 'seen' };
      expect(await ask(`/handles/${handle}`, answer)).toEqual({
        status: 200,
        body: { handle, status: 'completed' },
      });
      expect((await swarm.engine.attach(turnId)).toolCalls).toMatchObject([
        { result: { status: 'ok', output: 'calm done' } },
      ]);
      expect(await ask(`/handles/${handle}`, answer)).toMatchObject({
        status: 409,
        body: { error: { code: 'E_HANDLE_COMPLETED' } },
      });
    });
  });

  test('POL-4: approved for good, such a call is not held again in that instance', async () => {
    await served(async ({ ask, swarm }) => {
      const { turnId, held } = heldSchema.parse((await ask(events, { input: 'danger' })).body);
      const answer = { decision: 'approve', always: { text: '^boom$' } };
      expect(await ask(`/handles/${held[0]?.handle}`, answer)).toMatchObject({ status: 200 });
      await swarm.engine.attach(turnId);
      expect(await ask(events, { input: 'danger' })).toMatchObject({
        status: 200,
        body: { status: 'completed' },
      });
    });
  });

  test('POL-4: a denied call tells the model why', async () => {
    await served(async ({ ask, swarm }) => {
      const { turnId, held } = heldSchema.parse((await ask(events, { input: 'danger' })).body);
      await ask(`/handles/${held[0]?.handle}`, { decision: 'deny', note: 'not today' });
      const [call] = (await swarm.engine.attach(turnId)).toolCalls;
      expect(call?.result.error?.code).toBe('E_TOOL_DENIED');
      expect(call?.result.error?.message).toContain('not today');
    });
  });

  test('PEND-2: of many who complete a handle by library, HTTP and files one wins, and its outcome arrives once', async () => {
    await served(async ({ ask, swarm, place }) => {
      await ask(events, { input: 'later job-77' });
      expect((await ask('/handles/job-77')).body).toMatchObject({ status: 'pending', kind: 'detached' });
      expect(await ask('/handles/job-77', { decision: 'approve' })).toMatchObject({ status: 409 });
      const delivered = eventOf(swarm, 'turn.completed');
      const byLibrary = (by: number) => swarm.engine.complete('job-77', { by });
      const byFiles = (by: number) => answerHandle(place.layout.handles, 'job-77', { output: { by } });
      const byHttp = async (by: number) => {
        if ((await ask('/handles/job-77', { output: { by } })).status !== 200) throw new Error('refused');
      };
      const ways: readonly ((by: number) => Promise<unknown>)[] = [byLibrary, byFiles, byHttp];
      const tries = Array.from({ length: 6 }, (_, round) =>
        ways.map((way, index) => failureCode(way(3 * round + index))),
      );
      const codes = await Promise.all(tries.flat());
      const results = codes.map((code) => code === undefined);
      expect(results.filter((isDone) => isDone)).toHaveLength(1);
      const winner = results.indexOf(true);
      expect((await ask('/handles/job-77')).body).toMatchObject({ outcome: { by: winner } });
      // By files alone it is the next start that delivers it.
      if (winner % 3 !== 1) await delivered;
      await swarm.engine.stop();
      const again = await place.open();
      const completed = eventOf(again, 'turn.completed');
      await again.engine.start();
      if ((await again.engine.resume()).length > 0) await completed;
      const { body } = await ask('/handles/job-77');
      expect(body).toMatchObject({ status: 'delivered' });
    });
  });

  test('a handle of another workspace is not found, and its outcome reaches nobody here', async () => {
    await served(async ({ ask, swarm, place }) => {
      const call = { agentName: 'hello', instanceKey: 'default', turnId: 't', toolCallId: 'c' };
      await new HandleFiles(place.layout.handles).claim({
        version: 1,
        handle: 'theirs',
        kind: 'detached',
        workspace: '/elsewhere',
        idempotencyKey: 'k',
        ...call,
        toolName: 'probe__later',
        about: {},
        createdAt: new Date().toISOString(),
      });
      expect((await ask('/handles/theirs')).status).toBe(404);
      expect((await ask('/handles/theirs', { output: 1 })).status).toBe(404);
      expect((await ask('/handles')).body).toEqual([]);
      await swarm.engine.complete('theirs', 1);
      expect(await swarm.engine.openTurns()).toEqual([]);
    });
  });

  test('closing answers who waits, refuses who comes, and leaves the turn open', async () => {
    await served(async ({ ask, server, swarm }) => {
      const started = eventOf(swarm, 'tool.started');
      const waiting = ask(events, { input: 'hang' });
      await started;
      const closed = server.close();
      expect(await waiting).toMatchObject({ status: 202, body: { status: 'running' } });
      await closed;
      expect(await ask('/agents').catch(() => 'refused')).toBe('refused');
      expect(await swarm.engine.openTurns()).toHaveLength(1);
    });
  });

  test('a port that is taken is an error that says so', async () => {
    await served(async ({ server, place, swarm }) => {
      const { serveEngine } = await import('../../src/http/serve-engine.ts');
      const port = Number(new URL(server.url).port);
      const second = serveEngine(swarm.engine, { layout: place.layout, agents: [], port });
      expect(await failureCode(second)).toBe('E_HTTP_UNAVAILABLE');
    });
  });
});

describe('the stream of events', () => {
  test('tells what happens in a turn, to those who show the token in the query too', async () => {
    await served(async ({ ask, server }) => {
      const response = await fetch(`${server.url}/events?token=${server.token}&agent=hello`);
      expect(response.headers.get('content-type')).toStartWith('text/event-stream');
      const seen: string[] = [];
      const lines = linesOf(response);
      expect((await lines.next()).value).toBe(': connected');
      await ask('/agents/%EC%A0%90%EA%B2%80/default/events', { input: 'add' });
      await ask(events, { input: 'add' });
      for await (const line of lines) {
        if (line.startsWith('data: '))
          expect(JSON.parse(line.slice(6))).toMatchObject({ agentName: 'hello' });
        if (line.startsWith('event: ')) seen.push(line.slice(7));
        if (line === 'event: turn.completed') break;
      }
      expect(seen.filter((type) => type !== 'delta')).toEqual([
        'turn.started',
        'step.started',
        'tool.started',
        'tool.completed',
        'step.completed',
        'step.started',
        'step.completed',
        'turn.completed',
      ]);
      expect(seen).toContain('delta');
    });
  });

  test('of one turn where one is named', async () => {
    await served(async ({ ask, server, swarm }) => {
      const { turnId } = turnSchema.parse((await ask(events, { input: 'danger' })).body);
      const headers = { authorization: `Bearer ${server.token}` };
      const response = await fetch(`${server.url}/events?turn=${turnId}`, { headers });
      await ask('/agents/hello/other/events', { input: 'add' });
      await swarm.engine.cancel(turnId);
      for await (const line of linesOf(response)) {
        if (line.startsWith('data: ')) expect(JSON.parse(line.slice(6))).toMatchObject({ turnId });
        if (line === 'event: turn.cancelled') break;
      }
    });
  });

  test('says that it is still there while nothing happens, and ends with the server', async () => {
    await served(
      async ({ server }) => {
        const response = await fetch(`${server.url}/events?token=${server.token}`);
        const lines = linesOf(response);
        for await (const line of lines) {
          if (line !== ': still here') continue;
          void server.close();
        }
      },
      { heartbeatMs: 1 },
    );
  });
});
