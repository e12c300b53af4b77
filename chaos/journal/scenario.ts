import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { workspaceLayout } from '@goondan/runtime';
import { readErrandLines } from '../errand/evidence.ts';
import { errandFolder, type ErrandFolder } from '../errand/folder.ts';
import type { Orders } from '../errand/orders.ts';
import { actsTool, writeSwarm } from '../errand/write-swarm.ts';
import { Life } from '../process/life.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { damaged, planDamage } from './damage.ts';
import { judgeStart } from './judge-start.ts';
import { readStart } from './read-start.ts';

/** Turns that are in the journal: few enough for SQLite not to begin the write-ahead file anew. */
const turns = 12;
const wordLimitMs = 30_000;
/** Every so manieth start is one in processes, which takes longer. */
const inProcesses = 8;

/** Damages the journal of a workspace that was stopped, or whose process was killed, and starts on it. */
export const journalScenario: Scenario = async ({ root, seed, faults }) => {
  const random = seededRandom(seed);
  const counts: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const violations: string[] = [];
  let events = 0;
  let lost = 0;
  for (const ending of ['stopped', 'killed'] as const) {
    const folder = errandFolder(join(root, ending));
    await makeState(folder, ending);
    const lines = readErrandLines(folder);
    const turnIds = lines.accepted.map(({ turnId }) => turnId);
    events += turnIds.length;
    const journal = workspaceLayout('/', folder.bundle).journalOf('solo').slice(1);
    const files = [journal, `${journal}-wal`].filter((name) => existsSync(join(folder.state, name)));
    const contents = files.map((name) => readFileSync(join(folder.state, name)));
    const sizes = contents.map(({ length }) => length);
    for (let count = 0; count < Math.ceil(faults / 2); count += 1) {
      // The first is whole: what a start on it says is what every other is held against.
      const damage =
        count === 0
          ? undefined
          : planDamage(
              random,
              sizes.filter((size) => size > 0),
            );
      const copy = join(root, 'copy');
      rmSync(copy, { recursive: true, force: true });
      cpSync(folder.state, copy, { recursive: true });
      const name = files[damage?.file ?? 0] ?? '';
      const bytes = contents[damage?.file ?? 0] ?? new Uint8Array();
      if (damage !== undefined) writeFileSync(join(copy, name), damaged(bytes, damage, random));
      rmSync(join(copy, `${journal}-shm`), { force: true });
      const processes = count % inProcesses === 0 ? 'once' : 'none';
      const { told, unclear, next } = await readStart(
        { bundle: folder.bundle, state: copy },
        turnIds,
        processes,
      );
      const intact = damage !== undefined && name.endsWith('-wal') ? damage.at : undefined;
      const wrong = judgeStart(told, lines, intact);
      const what =
        damage === undefined
          ? 'nothing'
          : `${damage.kind} of byte ${damage.at} of ${sizes[damage.file]} in ${name.slice(-14)}`;
      lost += wrong.length;
      violations.push(...[...wrong, ...unclear].map((text) => `${ending}, ${what}, ${processes}: ${text}`));
      if (damage === undefined && next !== 'completed')
        violations.push(`Undamaged it does not go on: ${next}.`);
      const verdict = verdictOf([...told.values()].map((one) => (typeof one === 'string' ? one : 'whole')));
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      if (damage !== undefined) kinds[damage.kind] = (kinds[damage.kind] ?? 0) + 1;
    }
  }
  return { events, faults: kinds, kills: 1, lost, doubleStarts: 0, orphans: 0, violations, counts };
};

function verdictOf(told: readonly string[]): string {
  if (told.includes('refused')) return 'E_STORAGE_*';
  return told.every((one) => one === 'whole') ? 'exact' : 'exact start';
}

/** Runs some turns, one after the other, and stops or kills the process. */
async function makeState(folder: ErrandFolder, ending: 'stopped' | 'killed'): Promise<void> {
  mkdirSync(folder.root, { recursive: true });
  const acts = actsTool(join(import.meta.dir, '../process/acts.ts'));
  const call = (tool: string): JsonObject => ({ tool: `acts__${tool}`, args: { ms: 1 } });
  writeSwarm(folder.bundle, {
    agents: [
      {
        name: 'solo',
        rules: [
          { when: { after: 'acts__plain' }, text: 'done' },
          { when: { user: '^do ' }, calls: [call('plain'), call('repeatable')] },
          { text: 'nothing' },
        ],
        tools: ['Tool/acts'],
      },
    ],
    documents: [acts.document],
    files: { 'acts.ts': acts.file },
  });
  const orders: Orders = {
    stateRoot: folder.state,
    slots: [{ agent: 'solo', name: 'j', inputs: ['do {{token}}'] }],
    mostOpen: 1,
    turnsPerInstance: 100,
    processes: 'none',
  };
  writeFileSync(folder.orders, JSON.stringify(orders));
  const life = new Life({
    script: join(import.meta.dir, '../errand/worker.ts'),
    args: [folder.root],
    env: { CHAOS_EFFECTS: folder.effects },
  });
  await life.after('outcome', turns, wordLimitMs);
  if (ending === 'killed') life.kill();
  else writeFileSync(folder.stop, '');
  await life.ended;
}
