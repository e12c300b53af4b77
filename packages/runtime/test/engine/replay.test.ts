import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import { callIds, Ledger, scenarioAgent } from './replay-scenario.ts';
import { address, live, type Cut } from './replay-life.ts';

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function stateRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'goondan-replay-'));
  roots.push(root);
  return root;
}

/** The conversation as the instance keeps it, and the extension's state. */
async function stateOf(root: string): Promise<{ roles: string[]; results: string[]; extension: unknown }> {
  const folder = workspaceLayout(root).agentFolder(address.agent);
  const journal = new AgentJournal(join(folder, 'journal.db'));
  try {
    const state = await journal.stateOf(address.instanceKey);
    const chunk = JSON.stringify(state.get('messages/0'));
    const roles = [...chunk.matchAll(/"role":"(\w+)"/g)].map(([, role = '']) => role);
    const results = [...chunk.matchAll(/"type":"tool-result","toolCallId":"(\w+)"/g)].map(
      ([, id = '']) => id,
    );
    return { roles, results, extension: state.get('extensions') };
  } finally {
    journal.close();
  }
}

/** The names of the entries that are on record. */
function entriesIn(root: string): string[] {
  const folder = workspaceLayout(root).agentFolder(address.agent);
  const journal = new AgentJournal(join(folder, 'journal.db'));
  try {
    const [turnId] = journal.turnsOf(address.instanceKey).open.keys();
    return turnId === undefined ? [] : [...journal.entriesOf(turnId).keys()];
  } finally {
    journal.close();
  }
}

async function uncut(): Promise<{ writes: number; state: Awaited<ReturnType<typeof stateOf>> }> {
  const root = stateRoot();
  const ledger = new Ledger();
  const { outcome, writes } = await live(await scenarioAgent(ledger), root);
  expect(outcome?.status).toBe('completed');
  for (const id of callIds.filter((name) => name !== 'c2')) expect(ledger.count(`start ${id}`)).toBe(1);
  return { writes, state: await stateOf(root) };
}

test('PIPE-3: an uncut turn enters each step once, runs each effect once and gives every call its result', async () => {
  const { state } = await uncut();
  expect(state.results).toEqual([...callIds]);
  expect(state.extension).toMatchObject({
    audit: { ticket: 7, entered: 4, 'called a1': 'ok', 'called b1': 'ok' },
  });
});

test('SPEC §12, PIPE-3: a turn cut off at every single write, lost or unacknowledged, goes on to the same end; no unannotated handler starts twice', async () => {
  const { writes, state: whole } = await uncut();
  expect(writes).toBeGreaterThan(20);
  for (let write = 0; write < writes; write += 1) {
    for (const kind of ['lost', 'unacknowledged'] as const) await expectToGoOn({ write, kind }, whole);
  }
});

async function expectToGoOn(cut: Cut, whole: Awaited<ReturnType<typeof stateOf>>): Promise<void> {
  const where = `cut at write ${cut.write}, ${cut.kind}`;
  const root = stateRoot();
  const ledger = new Ledger();
  const first = await live(await scenarioAgent(ledger), root, cut);
  expect(first.outcome, where).toBeUndefined();
  const entries = entriesIn(root);
  const finished = [0, 1, 2, 3].filter((step) => entries.includes(`s${step}/end`));
  const entered = finished.map((step) => ledger.count(`step ${step} entered`));
  const asked = [0, 1, 2, 3].filter((step) => entries.includes(`s${step}/model`));
  const askedTimes = asked.map((step) => ledger.count(`model ${step}`));
  const happened = entries.filter((name) => name.includes('/once/'));

  const { outcome } = await live(await scenarioAgent(ledger), root);
  expect(outcome, where).toMatchObject({ status: 'completed', output: 'all done', steps: 4 });
  const state = await stateOf(root);
  expect(state.roles, where).toEqual(whole.roles);
  expect(state.results, where).toEqual([...callIds]);
  // Finished steps are not entered again, recorded answers and effects are not asked for again.
  expect(
    finished.map((step) => ledger.count(`step ${step} entered`)),
    where,
  ).toEqual(entered);
  expect(
    asked.map((step) => ledger.count(`model ${step}`)),
    where,
  ).toEqual(askedTimes);
  for (const name of happened) expect(ledger.count(onceName(name)), `${where}: ${name}`).toBe(1);
  expect(state.extension, where).toMatchObject({ audit: { ticket: 7, entered: 4 } });
  for (const { id, result } of outcome?.toolCalls ?? []) {
    if (id === 'c2') expect(result.error?.code, where).toBe('E_TOOL_NOT_IN_CATALOG');
    else if (result.status === 'ok') expect(ledger.count(`start ${id}`), where).toBeGreaterThan(0);
    else expect(result.error?.code, `${where}: ${id}`).toBe('E_TOOL_OUTCOME_UNKNOWN');
    const isAnnotated = id === 'a3' || id === 'a4';
    if (!isAnnotated) expect(ledger.count(`start ${id}`), `${where}: ${id}`).toBeLessThanOrEqual(1);
    if (isAnnotated) expect(result.status, where).toBe('ok');
    expect(ledger.names(`key ${id} `).length, `${where}: ${id}`).toBeLessThanOrEqual(1);
  }
}

function onceName(entry: string): string {
  const [place = '', , name = ''] = entry.split('/');
  return place === 'turn' ? `once turn/${name}` : `once step ${place.slice(1)}`;
}
