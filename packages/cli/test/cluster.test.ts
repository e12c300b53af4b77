import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import {
  heldOnCluster,
  inClusterPlace,
  json,
  startWorker,
  type ClusterPlace,
  type RunningWorker,
} from './cluster-place.ts';
import { grantIn, isCompleted, isIdle } from './cluster-shown.ts';
import { gdn } from './shared-gdn.ts';
import { anyText, objectWith, textLike } from './matchers.ts';
import { misfitOf } from './misfit.ts';
import { endServers, startServer } from './server.ts';
import { testBundle } from './test-bundle.ts';

const over = Promise.withResolvers<void>();
let place: ClusterPlace;
let worker: RunningWorker;
let life: Promise<void>;

/** One server and one worker for all: each test has instances of its own. */
beforeAll(async () => {
  const ready = Promise.withResolvers<void>();
  life = inClusterPlace(testBundle, async (made) => {
    place = made;
    worker = await startWorker(made);
    ready.resolve();
    await over.promise;
  });
  life.catch(ready.reject);
  await ready.promise;
}, 120_000);

afterAll(async () => {
  await endServers();
  expect(await worker.end()).toBe(0);
  over.resolve();
  await life;
}, 60_000);

const ranSchema = z.looseObject({ turnId: z.string(), traceId: z.string() });
const handlesSchema = z.array(z.looseObject({ handle: z.string(), instanceKey: z.string() }));
const onCluster = ['run', '--engine', 'restate'];

describe('gdn worker', () => {
  test('says at once, as one JSON value, what it serves and where', async () => {
    expect(await misfitOf('worker', worker.line)).toBeUndefined();
    expect(JSON.parse(worker.line)).toMatchObject({
      namespace: 'bundle',
      agents: ['hello', 'idle'],
      ingress: place.ingress,
    });
  });

  test('serves the agents that are named, in a namespace of its own; SIGINT ends it with 130', async () => {
    const other = await startWorker(place, ['--agent', 'idle', '--namespace', 'other']);
    expect(JSON.parse(other.line)).toMatchObject({ namespace: 'other', agents: ['idle'] });
    const args = [...onCluster, '--namespace', 'other', '--input', 'hello'];
    expect(await json(place, ...args, '--agent', 'idle')).toMatchObject({ output: 'Hello.' });
    expect(await json(place, ...args, '--agent', 'hello')).toMatchObject({
      error: { code: 'E_AGENT_NOT_FOUND' },
    });
    expect(await other.end('SIGINT')).toBe(130);
  });

  test('a turn that its worker was killed in goes on with the next worker under the same address', async () => {
    const port = String(Number(new URL(worker.url).port));
    const { handle, turnId } = await heldOnCluster(place, 'killed');
    await worker.end('SIGKILL');
    worker = await startWorker(place, ['--port', port]);
    expect(await json(place, 'approve', handle)).toEqual({ handle, status: 'completed' });
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'killed'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    expect(await json(place, 'instance', 'show', 'killed')).toMatchObject({
      openTurns: [],
      finishedTurns: [turnId, anyText],
    });
  });

  test('PEND-2: while no worker runs an answer is accepted, once, and takes effect with the next worker', async () => {
    const port = String(Number(new URL(worker.url).port));
    const { handle, turnId } = await heldOnCluster(place, 'unserved');
    await worker.end('SIGKILL');
    const approve = ['approve', handle, '--wait', '0.4', '--json'];
    const accepted = await gdn(place, approve);
    expect(accepted.stderr).toBe(`waiting for a worker of bundle to take up the answer to ${handle} …\n`);
    expect(await misfitOf('approve', accepted.stdout)).toBeUndefined();
    expect(accepted).toMatchObject({ code: 0, stdout: `{"handle":"${handle}","status":"accepted"}\n` });
    expect((await gdn(place, approve)).stdout).toBe(accepted.stdout);
    expect(await json(place, 'deny', handle)).toMatchObject({
      error: {
        code: 'E_HANDLE_COMPLETED',
        message: textLike(/another answer at .*, which waits for a worker/),
      },
    });
    worker = await startWorker(place, ['--port', port]);
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'unserved'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    // What the cluster shows comes a moment after what it does.
    while (!isCompleted(await json(place, 'handle', 'show', handle)));
    expect(await json(place, 'approve', handle)).toMatchObject({
      error: { code: 'E_HANDLE_COMPLETED', message: textLike(/has been completed before, at \d{4}-/) },
    });
    expect(await json(place, 'instance', 'show', 'unserved')).toMatchObject({
      openTurns: [],
      finishedTurns: [turnId, anyText],
    });
  });

  test('a port that is taken is E_CLUSTER_WORKER and names it', async () => {
    const { port } = new URL(worker.url);
    expect(await json(place, 'worker', '--port', port)).toMatchObject({
      error: { code: 'E_CLUSTER_WORKER', message: textLike(new RegExp(`127.0.0.1:${port} cannot`)) },
    });
  });

  test('two share a port', async () => {
    const args = ['--share-port', '--namespace', 'shared'];
    const first = await startWorker(place, args);
    const second = await startWorker(place, [...args, '--port', new URL(first.url).port]);
    expect(second.url).toBe(first.url);
    const run = [...onCluster, '--namespace', 'shared', '--input', 'hello', '--instance-key'];
    await first.end('SIGKILL');
    expect(await json(place, ...run, 'a')).toMatchObject({ output: 'Hello.' });
    expect(await second.end()).toBe(0);
  });

  test.each([
    ['no cluster', ['worker', '--ingress', ''], 2, '--ingress is missing'],
    ['no address', ['worker', '--admin', 'here'], 2, "--admin is not an address: 'here'"],
    ['an unknown agent', ['worker', '--agent', 'helo'], 1, "Did you mean 'hello'?"],
    ['all addresses and no url', ['worker', '--hostname', '0.0.0.0'], 2, '--url is missing'],
    ['no such bundle', ['worker', 'nowhere'], 3, 'E_CONFIG_NOT_FOUND'],
    ['cluster flags without the engine', ['run', '--input', 'x', '--admin', 'x'], 2, 'Add --engine restate'],
    ['a chat', ['run', '--engine', 'restate', '--resume'], 2, '--input is missing'],
    ['logs of a cluster', ['logs'], 2, 'Read the output of gdn worker where it runs'],
  ])('%s is said with a fix', async (_what, args, code, said) => {
    const finished = await gdn(place, args);
    expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: '' });
    expect(finished.stderr).toContain(said);
  });
});

describe('commands that read what a cluster holds print what they print of this machine', () => {
  test('run and trace', async () => {
    const args = [...onCluster, '--input', 'add 1 2', '--instance-key', 'traced'];
    const { stdout } = await gdn(place, [...args, '--json']);
    expect(await misfitOf('run', stdout)).toBeUndefined();
    const { turnId, traceId } = ranSchema.parse(JSON.parse(stdout));
    const traced = await gdn(place, ['trace', turnId, '--json']);
    expect(await misfitOf('trace', traced.stdout)).toBeUndefined();
    expect(JSON.parse(traced.stdout)).toHaveLength(4);
    expect(await json(place, 'trace', traceId)).toEqual(JSON.parse(traced.stdout));
    expect((await gdn(place, ['trace', turnId])).stdout).toContain('probe__add');
    expect(await json(place, 'trace', 'nope')).toMatchObject({ error: { code: 'E_AGENT_TURN_NOT_FOUND' } });
  });

  test('POL-4: a held call ends run with 4; approve, deny and their refusals are those of this machine', async () => {
    const { handle, turnId } = await heldOnCluster(place, 'approved');
    const shown = await gdn(place, ['handle', 'show', handle, '--json']);
    expect(await misfitOf('handle show', shown.stdout)).toBeUndefined();
    expect(JSON.parse(shown.stdout)).toMatchObject({ handle, status: 'held', turnId, workspace: 'bundle' });
    expect(await json(place, 'answer', handle, 'x')).toMatchObject({ error: { code: 'E_HANDLE_KIND' } });
    expect(await json(place, 'approve', handle)).toEqual({ handle, status: 'completed' });
    expect(await json(place, 'approve', handle)).toMatchObject({ error: { code: 'E_HANDLE_COMPLETED' } });
    const denied = await heldOnCluster(place, 'denied');
    expect((await gdn(place, ['deny', denied.handle, '--note', 'no'])).stdout).toBe(
      `denied ${denied.handle}\n`,
    );
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'denied'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    expect((await gdn(place, ['instance', 'show', 'denied'])).stdout).toContain('E_TOOL_DENIED');
  });

  test('PEND-2: handle complete brings the outcome to its instance, once', async () => {
    await json(place, ...onCluster, '--input', 'later', '--instance-key', 'later');
    expect(await json(place, 'handle', 'show', 'job-77')).toMatchObject({ status: 'pending' });
    const args = ['handle', 'complete', 'job-77', '--output', '{"v":9}'];
    expect(await json(place, ...args)).toEqual({ handle: 'job-77', status: 'completed' });
    expect(await json(place, ...args)).toMatchObject({ error: { code: 'E_HANDLE_COMPLETED' } });
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'later'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    expect((await gdn(place, ['instance', 'show', 'later'])).stdout).toContain('It came.');
    const listed = await gdn(place, ['handle', 'list', '--all', '--json']);
    expect(await misfitOf('handle list', listed.stdout)).toBeUndefined();
    expect(JSON.parse(listed.stdout)).toContainEqual(
      objectWith({ handle: 'job-77', status: 'delivered', outcome: { v: 9 } }),
    );
  });

  test('cancel ends a turn; its handle is late then, and the turn has ended before', async () => {
    const { handle, turnId } = await heldOnCluster(place, 'cancelled');
    expect(await json(place, 'cancel', turnId, '--reason', 'wrong')).toEqual({ turnId, cancelled: true });
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'cancelled'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    expect(await json(place, 'cancel', turnId)).toEqual({ turnId, cancelled: false });
    expect(await json(place, 'approve', handle)).toMatchObject({ error: { code: 'E_HANDLE_LATE' } });
    expect(await json(place, 'cancel', 'nope')).toMatchObject({ error: { code: 'E_AGENT_TURN_NOT_FOUND' } });
  });

  /** Has a call allowed for good in an instance; gives the grant. */
  const granted = async (key: string): Promise<string> => {
    const { handle } = await heldOnCluster(place, key);
    await json(place, 'approve', handle, '--always');
    const hello = [...onCluster, '--input', 'hello', '--instance-key', key];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    const listed = await gdn(place, ['policy', 'grants', '--json']);
    expect(await misfitOf('policy grants', listed.stdout)).toBeUndefined();
    return grantIn(listed.stdout, key);
  };
  const notFound = { error: { code: 'E_AGENT_GRANT_NOT_FOUND' } };

  test('POL-4: policy grants and revoke', async () => {
    const grant = await granted('granted');
    const revoked = await gdn(place, ['policy', 'revoke', grant, '--json']);
    expect(await misfitOf('policy revoke', revoked.stdout)).toBeUndefined();
    expect(JSON.parse(revoked.stdout)).toEqual({ grant, status: 'revoked' });
    expect(await json(place, 'policy', 'revoke', grant)).toMatchObject(notFound);
  });

  test('POL-4: while no worker runs a grant is revoked once, however often that is wanted', async () => {
    const key = 'granted twice';
    const grant = await granted(key);
    // What the cluster shows comes a moment after what it does.
    while (!isIdle(await json(place, 'instance', 'show', key)));
    const { port } = new URL(worker.url);
    await worker.end('SIGKILL');
    const revoke = ['policy', 'revoke', grant, '--wait', '0.4', '--json'];
    const { stdout } = await gdn(place, revoke);
    expect(await misfitOf('policy revoke', stdout)).toBeUndefined();
    expect(JSON.parse(stdout)).toMatchObject({ grant, status: 'queued' });
    const waiting = `waiting for a worker of bundle to revoke ${grant} …\n`;
    expect(await gdn(place, revoke)).toMatchObject({ code: 0, stdout, stderr: waiting });
    worker = await startWorker(place, ['--port', port]);
    while (!isIdle(await json(place, 'instance', 'show', key)));
    expect(await json(place, 'policy', 'revoke', grant)).toMatchObject(notFound);
  });

  test('instance delete takes conversation and turns away; open turns only with --force', async () => {
    await json(place, ...onCluster, '--input', 'hello', '--instance-key', 'gone');
    const deleted = await gdn(place, ['instance', 'delete', 'gone', '--json']);
    expect(await misfitOf('instance delete', deleted.stdout)).toBeUndefined();
    expect(JSON.parse(deleted.stdout)).toEqual({
      agent: 'hello',
      instanceKey: 'gone',
      deleted: true,
      turns: 1,
    });
    expect(await json(place, 'instance', 'show', 'gone')).toMatchObject({
      error: { code: 'E_AGENT_INSTANCE_NOT_FOUND' },
    });
    const { handle, turnId } = await heldOnCluster(place, 'gone');
    expect(await json(place, 'instance', 'delete', 'gone')).toMatchObject({
      error: { code: 'E_AGENT_INSTANCE_OPEN', message: textLike(new RegExp(turnId)) },
    });
    expect(await json(place, 'instance', 'delete', 'gone', '--force')).toMatchObject({ turns: 1 });
    expect(await json(place, 'approve', handle)).toMatchObject({ error: { code: 'E_HANDLE_LATE' } });
    const hello = [...onCluster, '--input', 'hello', '--instance-key', 'gone'];
    expect(await json(place, ...hello)).toMatchObject({ output: 'Hello.' });
    expect(await json(place, 'instance', 'show', 'gone')).toMatchObject({ finishedTurns: [anyText] });
  });

  test('instance list, instance show and agent list', async () => {
    await json(place, ...onCluster, '--input', 'add 1 2', '--instance-key', 'alice');
    for (const [name, ...args] of [['instance list'], ['instance show', 'alice'], ['agent list']] satisfies [
      string,
      ...string[],
    ][]) {
      const { stdout } = await gdn(place, [...name.split(' '), ...args, '--json']);
      expect({ name, misfit: await misfitOf(name, stdout) }).toEqual({ name, misfit: undefined });
    }
    expect(await json(place, 'instance', 'list')).toContainEqual({
      agent: 'hello',
      instanceKey: 'alice',
      openTurns: 0,
      finishedTurns: 1,
      messages: 4,
      lastActivityAt: anyText,
    });
    expect(await json(place, 'instance', 'list', '--agent', 'idle')).toEqual([]);
    expect(await json(place, 'instance', 'show', 'alise')).toMatchObject({
      error: { code: 'E_AGENT_INSTANCE_NOT_FOUND', suggestion: "Did you mean 'alice'?" },
    });
    expect(await json(place, 'agent', 'list')).toMatchObject([
      { name: 'hello', isEntry: true, isInBundle: true },
      { name: 'idle', instances: 0 },
    ]);
  });
});

describe('gdn serve --engine restate', () => {
  const events = (key: string) => `/agents/hello/${key}/events`;

  test('without a worker hands events to those of the cluster: the same answers, held calls too', async () => {
    const server = await startServer(place, ['--engine', 'restate', '--no-worker']);
    expect(await server.ask(events('http'), { input: 'add 1 2' })).toMatchObject({ output: 'It is 3.' });
    expect(await server.ask('/agents')).toMatchObject([{ name: 'hello' }, { name: 'idle' }]);
    const held = await server.ask(events('http-held'), { input: 'danger' });
    expect(held).toMatchObject({ status: 'held', held: [{ toolName: 'probe__danger' }] });
    const all = handlesSchema.parse(await server.ask('/handles'));
    const found = all.find(({ instanceKey }) => instanceKey === 'http-held');
    expect(found).toMatchObject({ status: 'held', toolName: 'probe__danger' });
    const path = `/handles/${found?.handle}`;
    expect(await server.ask(path, { decision: 'approve', always: true })).toMatchObject({
      status: 'completed',
    });
    expect(await server.ask(events('http-held'), { input: 'danger' })).toMatchObject({
      output: 'It is done.',
    });
    expect(await server.ask('/grants')).toMatchObject([{ instanceKey: 'http-held', tool: 'probe__danger' }]);
    expect(await server.ask('/handles/nope')).toMatchObject({ error: { code: 'E_HANDLE_NOT_FOUND' } });
    expect(await server.end()).toBe(0);
  });

  test('has a worker of its own otherwise', async () => {
    const server = await startServer(place, ['--engine', 'restate', '--namespace', 'alone']);
    expect(await server.ask(events('x'), { input: 'add 1 2' })).toMatchObject({ output: 'It is 3.' });
    expect(await server.end('SIGINT')).toBe(130);
  });
});
