import { describe, expect, test } from 'bun:test';
import type { ModelDelta } from '@goondan/runtime/model';
import { fakeModel, says } from './support/fake-model.ts';
import { inStateRoot, World } from './support/world.ts';

const key = 'sk-test-0123456789';
const secrets = [{ name: 'KEY', value: key }];

/** What watchers are told of a model that streams these pieces, as `attempt kind text`. */
async function toldOf(pieces: readonly ModelDelta[], isFailing = false): Promise<string[]> {
  const told: string[] = [];
  await inStateRoot(async (stateRoot) => {
    const model = fakeModel(({ onDelta }) => {
      for (const piece of pieces) onDelta?.(piece);
      if (isFailing) throw new Error('cut off');
      return says('done');
    });
    const world = await World.open({ model, secrets }, { stateRoot });
    await world.ask('go');
    await world.stop();
    for (const event of world.told)
      if (event.type === 'delta') told.push(`${event.attempt} ${event.kind} ${event.text}`);
  });
  return told;
}

const text = (...texts: readonly string[]): ModelDelta[] =>
  texts.map((one) => ({ kind: 'text', text: one, attempt: 1 }));

describe('SPEC §12: what a model streams', () => {
  test('a secret that comes in pieces is masked, and what is none comes as it came', async () => {
    expect(await toldOf(text('the key ', 'is sk-te', 'st-01234', '56789, ', 'good'))).toEqual([
      '1 text the key ',
      '1 text is ',
      '1 text [secret KEY], ',
      '1 text good',
    ]);
  });

  test('what was kept back comes at the end of the step, also of one that fails', async () => {
    expect(await toldOf(text('see sk-test'))).toEqual(['1 text see ', '1 text sk-test']);
    expect(await toldOf(text('see sk-test'), true)).toEqual(['1 text see ', '1 text sk-test']);
  });

  test('neither another kind nor another attempt goes on with the one before', async () => {
    const pieces: ModelDelta[] = [
      { kind: 'reasoning', text: 'hm sk-te', attempt: 1 },
      { kind: 'text', text: 'st-0123456789', attempt: 1 },
      { kind: 'text', text: ' sk-test-', attempt: 1 },
      { kind: 'text', text: '0123456789', attempt: 2 },
    ];
    expect(await toldOf(pieces)).toEqual([
      '1 reasoning hm ',
      '1 reasoning sk-te',
      '1 text st-0123456789',
      '1 text  ',
      '1 text sk-test-',
      '2 text 0123456789',
    ]);
  });
});
