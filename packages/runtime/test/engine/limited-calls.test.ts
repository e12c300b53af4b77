import { expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import { countCommits } from '../../../../bench/turn/wal-commits.ts';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { withEngine } from '../turn/support/world.ts';

const calls = 12;

test('PAR-1, SPEC §12: calls that run one after the other start once the result before them is durable, and that is one wait for the disk each', async () => {
  const ids = Array.from({ length: calls }, (_, index) => `c${index}`);
  const model = fakeModel(says('hello'), asks(...ids.map((id) => call(id, 'look__back'))), says('done'));
  /** What each handler found on disk when it started. */
  const found: string[][] = [];
  let path = '';
  const lookBack: ToolDefinition = {
    name: 'look__back',
    handler({ turnId }) {
      const journal = new AgentJournal(path, { isReadOnly: true });
      found.push([...journal.entriesOf(turnId).keys()].filter((name) => name.startsWith('s0/c')));
      journal.close();
      return null;
    },
  };
  const policy = { tools: { concurrency: 1 } };
  await withEngine({ model, tools: [lookBack], policy }, async (world) => {
    path = world.layout.journalOf('helper');
    // From then on there is a journal.
    await world.ask('hello');
    const counted = countCommits(path);
    await world.ask('go');
    const { commits } = counted();
    expect(found.map((names) => names.toSorted())).toEqual(
      ids.map((_, index) =>
        [
          ...ids.slice(0, index + 1).map((_id, at) => `s0/c${at}/intent`),
          ...ids.slice(0, index).map((_id, at) => `s0/c${at}/run`),
        ].toSorted(),
      ),
    );
    // Beside the calls: the event, the two steps and the end of the turn.
    expect(commits).toBeLessThan(calls + 8);
  });
});
