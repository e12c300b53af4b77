import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'bun:test';
import type { CoreMessage, ExtensionApi, Message } from '@goondan/core';
import type { Agent } from '../../src/turn/agent.ts';
import { agentWith } from '../turn/support/agent-with.ts';
import { outline } from '../turn/support/conversation-problem.ts';
import { asks, call, fakeModel, says, type FakeModel } from '../turn/support/fake-model.ts';
import { echo } from '../turn/support/tools.ts';
import { live, type Cut } from './replay-life.ts';

const roots: string[] = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

function stateRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'goondan-generate-'));
  roots.push(root);
  return root;
}

/** How often the model was asked each thing, over all lives, and what the steps sent. */
interface Ledger {
  readonly asked: Map<string, number>;
  readonly sent: Map<number, string>;
}

function questionIn([first]: readonly CoreMessage[]): string | undefined {
  return typeof first?.content === 'string' && first.content.startsWith('Q') ? first.content : undefined;
}

/** Answers questions with a text that differs from time to time, and asks for one call. */
function countingModel({ asked, sent }: Ledger): FakeModel {
  return fakeModel(({ messages }) => {
    const name = questionIn(messages);
    if (name !== undefined) {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return says(`answer ${asked.get(name)} to ${name}`);
    }
    const isFirst = !messages.some(({ role }) => role === 'tool');
    const text = outline(messages).join(' | ');
    const step = isFirst ? 0 : 1;
    // However often a step is asked, it is asked the same.
    expect(sent.get(step) ?? text).toBe(text);
    sent.set(step, text);
    return isFirst ? asks(call('a', 'echo__say')) : says('done');
  });
}

/** Asks once a turn and once a step; each step sends a note that holds what it heard, for itself alone. */
function noting({ pipeline }: ExtensionApi): void {
  pipeline.register('turn', async (ctx) => {
    await ctx.generate('plan', { messages: [{ role: 'user', content: 'Q turn' }] });
    return ctx.next();
  });
  pipeline.register('step', async (ctx) => {
    const content = `Q step ${ctx.stepIndex}`;
    const { text } = await ctx.generate('sum', { messages: [{ role: 'user', content }] });
    const note: Message = {
      id: `note-${ctx.stepIndex}`,
      // Another one whenever the middleware runs: what was sent is on record.
      data: { role: 'user', content: `${text} ${Math.random()}` },
      metadata: {},
      createdAt: new Date(0),
      source: { type: 'extension', extensionName: 'noting' },
    };
    ctx.messages = [note, ...ctx.messages];
    return ctx.next();
  });
}

function scenario(ledger: Ledger): Promise<Agent> {
  const tools = [{ ...echo, annotations: { idempotent: true } }];
  return agentWith({ name: 'worker', model: countingModel(ledger), tools, extensions: { noting } });
}

test('PIPE-3: cut off at every single write, what a middleware heard stays what it heard, a step is asked the same, and usage counts each answer once', async () => {
  const whole = { asked: new Map<string, number>(), sent: new Map<number, string>() };
  const { outcome: uncut, writes } = await live(await scenario(whole), stateRoot());
  expect(uncut).toMatchObject({ status: 'completed', output: 'done', usage: { totalTokens: 75 } });
  expect(whole.sent.get(1)).toMatch(/^user answer 1 to Q step 1 [\d.e-]+ \| user go \| assistant/);
  expect(writes).toBeGreaterThan(6);
  for (let write = 0; write < writes; write += 1)
    for (const kind of ['lost', 'unacknowledged'] as const) await expectToGoOn({ write, kind });
});

async function expectToGoOn(cut: Cut): Promise<void> {
  const where = `cut at write ${cut.write}, ${cut.kind}`;
  const root = stateRoot();
  const ledger = { asked: new Map<string, number>(), sent: new Map<number, string>() };
  expect((await live(await scenario(ledger), root, cut)).outcome, where).toBeUndefined();
  const before = new Map(ledger.asked);
  const { outcome } = await live(await scenario(ledger), root);
  expect(outcome, where).toMatchObject({ status: 'completed', output: 'done', steps: 2 });
  expect(outcome?.usage, where).toEqual({ inputTokens: 50, outputTokens: 25, totalTokens: 75 });
  const again = [...ledger.asked].filter(([name, count]) => count > 1 && before.has(name));
  // Only the answer that the cut itself took away.
  expect(again.length, where).toBeLessThanOrEqual(cut.kind === 'lost' ? 1 : 0);
}
