import { describe, expect, test } from 'bun:test';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { rawRequest, type RawAnswer } from './raw-request.ts';
import { anyNumber, anyText } from './matchers.ts';
import { inPlace, newClient, overHttp, withClient, type Place, type Served } from './served.ts';
import { servedBundle } from './served-bundle.ts';

const anything = z.looseObject({});
const createdSchema = z.looseObject({ task: z.looseObject({ taskId: z.string(), status: z.string() }) });
const taskSchema = z.looseObject({ taskId: z.string(), status: z.string() });

/** Calls a tool as a task of 2025-11-25 and answers its id. */
async function createTask(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const params = { name, arguments: args, task: { ttl: 60_000 } };
  return (await client.request({ method: 'tools/call', params }, createdSchema)).task.taskId;
}

/** Lets `probe__slow` go on. */
async function letGo({ bundle }: Place): Promise<void> {
  await mkdir(bundle, { recursive: true });
  await writeFile(`${bundle}/go`, '');
}

/** Calls a tool in the way of 2026-07-28 and answers the id of the task it has become. */
async function becomesTask(served: Served, params: Record<string, unknown>): Promise<string> {
  const { result } = await rawRequest(served, 'tools/call', params);
  expect(result).toMatchObject({ resultType: 'task', status: anyText, ttlMs: anyNumber });
  return String(result?.['taskId']);
}

/** Asks until a task is as it should be. */
async function until(served: Served, taskId: string, status: string): Promise<RawAnswer> {
  for (;;) {
    const answer = await rawRequest(served, 'tasks/get', { taskId });
    if (answer.result?.['status'] === status || answer.error !== undefined) return answer;
  }
}

describe('tasks of 2025-11-25', () => {
  test('a call is answered as a task when the client asks for it, and tasks/result waits for its result', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(
        place,
        (served) =>
          withClient(served, newClient('legacy'), async (client) => {
            expect(client.getServerCapabilities()?.tasks).toEqual({
              list: {},
              cancel: {},
              requests: { tools: { call: {} } },
            });
            const taskId = await createTask(client, 'probe__slow');
            const working = await client.request({ method: 'tasks/get', params: { taskId } }, taskSchema);
            expect(working).toMatchObject({ taskId, status: 'working', ttl: anyNumber });
            const result = client.request({ method: 'tasks/result', params: { taskId } }, anything);
            await letGo(place);
            expect(await result).toMatchObject({
              content: [{ type: 'text', text: 'slow but sure' }],
              _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
            });
            const failing = await createTask(client, 'probe__fail');
            expect(
              await client.request({ method: 'tasks/result', params: { taskId: failing } }, anything),
            ).toMatchObject({
              isError: true,
            });
            const { tasks } = await client.request(
              { method: 'tasks/list', params: {} },
              z.looseObject({ tasks: z.array(taskSchema) }),
            );
            expect(tasks).toMatchObject([
              { taskId, status: 'completed' },
              { taskId: failing, status: 'failed' },
            ]);
          }),
        ['--workdir', place.bundle],
      ),
    );
  });

  test('a task is cancelled once, and what is no task is told so', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(place, (served) =>
        withClient(served, newClient('legacy'), async (client) => {
          const taskId = await createTask(client, 'probe__hang');
          const cancelled = await client.request({ method: 'tasks/cancel', params: { taskId } }, taskSchema);
          expect(cancelled).toMatchObject({ taskId, status: 'cancelled' });
          expect(client.request({ method: 'tasks/cancel', params: { taskId } }, taskSchema)).rejects.toThrow(
            'terminal',
          );
          expect(
            client.request({ method: 'tasks/get', params: { taskId: 'nothing' } }, taskSchema),
          ).rejects.toThrow('Unknown task');
        }),
      ),
    );
  });

  test('POL-4: a task that waits for a person asks through tasks/result', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(place, async (served) => {
        const client = newClient('legacy', { elicitation: { form: {} } });
        client.setRequestHandler('elicitation/create', () => ({
          action: 'accept',
          content: { decision: 'approve' },
        }));
        await withClient(served, client, async () => {
          const taskId = await createTask(client, 'agent__worker', { input: 'danger' });
          const result = await client.request({ method: 'tasks/result', params: { taskId } }, anything);
          expect(result).toMatchObject({ content: [{ type: 'text', text: 'It is done.' }] });
        });
      }),
    );
  });
});

describe('tasks of 2026-07-28', () => {
  test('a call that takes long becomes a task; a short one does not', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(
        place,
        async (served) => {
          const taskId = await becomesTask(served, { name: 'probe__slow', arguments: {} });
          expect((await rawRequest(served, 'tasks/get', { taskId })).result).toMatchObject({
            taskId,
            status: 'working',
            resultType: 'complete',
          });
          await letGo(place);
          expect((await until(served, taskId, 'completed')).result).toMatchObject({
            result: { content: [{ type: 'text', text: 'slow but sure' }] },
          });
          expect(
            (await rawRequest(served, 'tools/call', { name: 'probe__slow', arguments: {} })).result,
          ).toMatchObject({
            resultType: 'complete',
            content: [{ type: 'text', text: 'slow but sure' }],
          });
        },
        ['--workdir', place.bundle, '--task-after', '0.5'],
      ),
    );
  });

  test('a task is cancelled, as often as one likes', async () => {
    await inPlace(servedBundle, (place) =>
      overHttp(
        place,
        async (served) => {
          const taskId = await becomesTask(served, { name: 'probe__hang', arguments: {} });
          for (const _ of [1, 2])
            expect((await rawRequest(served, 'tasks/cancel', { taskId })).result).toMatchObject({
              resultType: 'complete',
            });
          expect((await until(served, taskId, 'cancelled')).result).toMatchObject({ status: 'cancelled' });
          expect((await rawRequest(served, 'tasks/get', { taskId: 'nothing' })).error).toMatchObject({
            code: -32_602,
          });
        },
        ['--task-after', '0.1'],
      ),
    );
  });
});

describe('a task', () => {
  test('goes on after the server was killed, under the same id, and asks what it had asked', async () => {
    await inPlace(servedBundle, async (place) => {
      const [held, finished] = await overHttp(place, (served) =>
        withClient(served, newClient('legacy'), async (client) => {
          const ids = [
            await createTask(client, 'agent__worker', { input: 'danger' }),
            await createTask(client, 'probe__add', { left: 1, right: 2 }),
          ];
          await client.request({ method: 'tasks/result', params: { taskId: ids[1] ?? '' } }, anything);
          await until(served, ids[0] ?? '', 'input_required');
          await served.stop('SIGKILL');
          return ids;
        }),
      );
      await overHttp(place, async (served) => {
        expect((await rawRequest(served, 'tasks/get', { taskId: finished })).result).toMatchObject({
          status: 'completed',
          result: { structuredContent: { sum: 3 } },
        });
        const { result } = await until(served, held ?? '', 'input_required');
        const requests = z
          .record(z.string(), z.looseObject({ method: z.string() }))
          .parse(result?.['inputRequests']);
        expect(Object.values(requests)).toMatchObject([{ method: 'elicitation/create' }]);
        const inputResponses = Object.fromEntries(
          Object.keys(requests).map((key) => [key, { action: 'accept', content: { decision: 'approve' } }]),
        );
        await rawRequest(served, 'tasks/update', { taskId: held, inputResponses });
        expect((await until(served, held ?? '', 'completed')).result).toMatchObject({
          result: { content: [{ type: 'text', text: 'It is done.' }] },
        });
      });
    });
  });
});
