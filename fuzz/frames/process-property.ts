import * as fc from 'fast-check';
import { hostileExtension } from '../../packages/runtime/test/process/support/hostile-extension.ts';
import {
  withProcesses,
  type ProcessWorld,
} from '../../packages/runtime/test/process/support/process-world.ts';
import type { ProcessBundle } from '../../packages/runtime/test/process/support/process-bundle.ts';
import { expect } from '../expect.ts';
import { fuzzProperty, type FuzzProperty } from '../property.ts';
import { forgedAnswer, randomEnvelope, randomFrame } from './random-frame.ts';

/** Before the frame that is on its way, everything goes out that the handler was told: frames in sequence, or envelopes as they are. */
const forge = `
  for (const attack of globalThis.attacks?.splice(0) ?? []) {
    if ('envelope' in attack) send(attack.envelope);
    else forged(attack.frame);
  }
  real(frame);`;
const bundle: ProcessBundle = {
  agents: [{ name: 'worker', extensions: ['hostile'] }, { name: 'other' }],
  exports: [{ name: 'attack' }],
  timeoutMs: 30_000,
  handlers: `export const handlers = {
    attack: (_context, { text }) => { globalThis.attacks = JSON.parse(Buffer.from(text, 'base64').toString()); return 'sent'; },
  };`,
  extensions: { hostile: hostileExtension(forge) },
};

const attack = fc.oneof(
  { weight: 5, arbitrary: randomFrame.map((frame) => ({ frame })) },
  { weight: 2, arbitrary: forgedAnswer.map((frame) => ({ frame })) },
  { weight: 1, arbitrary: randomEnvelope.map((envelope) => ({ envelope })) },
);

async function endure(
  { ask, engine, warnings }: ProcessWorld,
  attacks: readonly (readonly object[])[],
): Promise<void> {
  const pidOfOther = (): unknown => engine.status().find(({ agent }) => agent === 'other')?.pid;
  await ask('other/before', 'hello');
  const pid = pidOfOther();
  for (const [round, list] of attacks.entries()) {
    const words = Buffer.from(JSON.stringify(list)).toString('base64');
    const attacked = ask(`worker/${round}`, `attack ${words}`);
    const meanwhile = ask(`other/${round}`, `echo meanwhile ${round}`);
    expect((await meanwhile).output, `meanwhile ${round}`, 'the answer of the other agent');
    const { status, toolCalls } = await attacked;
    const code = toolCalls[0]?.result.error?.code ?? 'ok';
    expect(
      [status, ['ok', 'E_TOOL_OUTCOME_UNKNOWN'].includes(code)],
      ['completed', true],
      `the attacked turn (${code})`,
    );
    const [own, others] = await Promise.all([
      ask(`worker/after-${round}`, `echo own ${round}`),
      ask(`other/after-${round}`, `echo theirs ${round}`),
    ]);
    expect([own.output, others.output], [`own ${round}`, `theirs ${round}`], 'answers afterwards');
  }
  expect(pidOfOther(), pid, 'the process of the other agent');
  expect(warnings().includes('The process of other'), false, 'the other agent was disturbed');
}

/** IPC-1: whatever a process sends, only its own agent is started again, and nobody gets what was meant for another. */
export function processProperty(): FuzzProperty {
  return fuzzProperty({
    name: 'processes',
    runs: { full: 80, short: 2 },
    // Not more crashes than are started again at once.
    cases: fc.array(fc.array(attack, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    check: (attacks) => withProcesses(bundle, (world) => endure(world, attacks)),
    isSlow: true,
  });
}
