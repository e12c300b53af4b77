import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pending, type ToolDefinition } from '@goondan/core';
import { inWorkspace } from '../../src/inspect/workspace-view.ts';
import { inputEvent, toolCallEvent } from '../../src/swarm/input-event.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { inStateRoot, withEngine, World } from '../turn/support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'goondan-workdir-'));
const [one, two] = [join(folder, 'one'), join(folder, 'two')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An agent that notes in each turn where its tools work. */
function placed() {
  const seen: string[] = [];
  const where: ToolDefinition = { name: 'place__where', handler: ({ workdir }) => seen.push(workdir) };
  const job: ToolDefinition = { name: 'job__start', handler: () => pending('job-1') };
  const model = fakeModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role !== 'user') return says('done');
    return asks(call('w', 'place__where'), ...(last.content === 'job' ? [call('j', 'job__start')] : []));
  });
  return { parts: { model, tools: [where, job] }, seen };
}

const given = (world: World, workdir: string, input = 'go') =>
  world.engine.request(world.to(), inputEvent(input), { workdir });

test('CTX-2: the folder of --workdir is that of the instance: later turns work there until another is given', async () => {
  const { parts, seen } = placed();
  await withEngine(parts, async (world) => {
    await given(world, one);
    await world.ask('go');
    await world.ask('go', 'other');
    await given(world, two);
    await world.ask('go');
    expect(seen).toEqual([one, one, world.workdir('other'), two, two]);
    const shown = await inWorkspace(world.layout.folder, (view) =>
      Promise.all([view.instance(world.to()), view.instance(world.to('other'))]),
    );
    expect(shown.map((detail) => detail?.workdir)).toEqual([two, undefined]);
  });
});

test('CTX-2: a completion and the turns after a restart work there too', async () => {
  await inStateRoot(async (stateRoot) => {
    const first = placed();
    const before = await World.open(first.parts, { stateRoot });
    await given(before, one, 'job');
    await before.engine.complete('job-1', 9);
    await before.until('turn.completed', 2);
    await before.stop();
    expect(first.seen).toEqual([one, one]);
    const second = placed();
    const after = await World.open(second.parts, { stateRoot });
    await after.ask('go');
    await after.stop();
    expect(second.seen).toEqual([one]);
  });
});

test('CTX-2: a turn that was cut off goes on in its folder, and so do those that waited behind it', async () => {
  await inStateRoot(async (stateRoot) => {
    const asked = Promise.withResolvers<void>();
    const never = fakeModel(async () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    });
    const cut = await World.open({ ...placed().parts, model: never }, { stateRoot });
    await cut.engine.send(cut.to(), inputEvent('go'), { workdir: one });
    await cut.engine.send(cut.to(), inputEvent('go'));
    await asked.promise;
    await cut.stop();
    const { parts, seen } = placed();
    const world = await World.open(parts, { stateRoot });
    await world.engine.resume();
    await world.until('turn.completed', 2);
    await world.stop();
    expect(seen).toEqual([one, one]);
  });
});

test('CTX-2: a single tool call works in the folder of the instance; one given with it is for that call alone', async () => {
  const { parts, seen } = placed();
  await withEngine(parts, async (world) => {
    const where = () => toolCallEvent({ name: 'place__where', args: {} });
    await world.engine.request(world.to(), where(), { workdir: two });
    await world.ask('go');
    await given(world, one);
    await world.engine.request(world.to(), where());
    await world.engine.request(world.to(), where(), { workdir: two });
    await world.ask('go');
    expect(seen).toEqual([two, world.workdir(), one, one, two, one]);
  });
});
