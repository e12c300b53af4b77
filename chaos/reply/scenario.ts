import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, type JsonValue } from '@goondan/core';
import { inputEvent, openSwarm, type Swarm, type TurnOutcome } from '@goondan/runtime';
import { z } from 'zod';
import { hostileExtension } from '../../packages/runtime/test/process/support/hostile-extension.ts';
import { foreignExtension, writeSwarm } from '../errand/write-swarm.ts';
import { childrenOf } from '../process/system-processes.ts';
import type { Scenario } from '../scenario.ts';
import { forging } from './forging.ts';

const framesPerFault = 100;
const callers = 20;
const roundLimitMs = 60_000;
const countsSchema = z.record(z.string(), z.number());

/** Lets a live agent process send late, second, disordered and invented answers beside its own, while many wait for theirs. */
export const replyScenario: Scenario = async ({ root, seed, faults }) => {
  const frames = faults * framesPerFault;
  const report = join(root, 'forged.json');
  const bundle = join(root, 'bundle');
  const rules = [
    { when: { after: 'agents__request' }, text: '{{result.output}}' },
    {
      when: { user: '^ask (\\S+) (.*)$' },
      calls: [{ tool: 'agents__request', args: { target: '{{match.1}}', input: '{{match.2}}' } }],
    },
    { when: { user: '^echo (.*)$' }, text: '{{match.1}}' },
    { text: 'done' },
  ];
  const hostile = foreignExtension('hostile', '');
  writeSwarm(bundle, {
    agents: [
      { name: 'worker', rules, tools: ['Tool/agents'], extensions: ['Extension/hostile'] },
      { name: 'other', rules, tools: ['Tool/agents'] },
    ],
    documents: [hostile.document],
    files: { 'hostile.ts': hostileExtension(forging(report, frames, seed)) },
  });
  const swarm = await openSwarm({
    bundleRoot: bundle,
    stateRoot: join(root, 'state'),
    processes: 'kept',
    logs: 'files',
  });
  const violations: string[] = [];
  let events = 0;
  const countsNow = (): Record<string, number> =>
    existsSync(report) ? countsSchema.parse(parseJson(readFileSync(report, 'utf8'))) : {};
  const total = (): number => Object.values(countsNow()).reduce((sum, count) => sum + count, 0);
  try {
    await swarm.engine.start();
    await Promise.all(['worker', 'other'].map((agent) => ask(swarm, agent, 'first', 'hello')));
    const before = await processesOf(swarm);
    for (let round = 0; total() < frames && violations.length === 0; round += 1) {
      const asked = Array.from({ length: callers }, (_, key) => {
        const word = `${round}-${key}`;
        return [
          wrongAnswer(ask(swarm, 'worker', `k${key}`, `echo w${word}`), `w${word}`),
          wrongAnswer(ask(swarm, 'other', `k${key}`, `echo o${word}`), `o${word}`),
          wrongAnswer(ask(swarm, 'other', `via${key}`, `ask worker echo v${word}`), `v${word}`),
        ];
      });
      events += 3 * callers;
      violations.push(...(await Promise.all(asked.flat())).flat());
    }
    if ((await processesOf(swarm)) !== before) violations.push('A process was ended for what was sent.');
  } finally {
    await swarm.close();
  }
  const orphans = childrenOf(process.pid).map(({ name, pid }) => `${name} ${pid} is still there.`);
  const lost = violations.filter((text) => text.startsWith('no answer')).length;
  return {
    events,
    faults: countsNow(),
    kills: 0,
    lost,
    doubleStarts: 0,
    orphans: orphans.length,
    violations: [...violations, ...orphans],
    counts: { misdelivered: violations.length - lost },
  };
};

function ask(swarm: Swarm, agent: string, instanceKey: string, input: string): Promise<TurnOutcome> {
  return swarm.engine.request({ agent, instanceKey }, inputEvent(input), { timeoutMs: roundLimitMs });
}

async function processesOf(swarm: Swarm): Promise<string> {
  return JSON.stringify((await swarm.engine.status()).map(({ agent, pid }) => [agent, pid]));
}

/** Says which if another word than the one asked for came back. */
async function wrongAnswer(asked: Promise<TurnOutcome>, word: string): Promise<string[]> {
  try {
    const answer = wordOf((await asked).output);
    return answer === word ? [] : [`${answer} instead of ${word}`];
  } catch (thrown) {
    return [`no answer to ${word}: ${String(thrown)}`];
  }
}

function wordOf(output: JsonValue | undefined): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null);
}
