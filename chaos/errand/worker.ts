/**
 * The process that is wronged: opens the swarm on whatever the last one left, hands it the events it was ordered to and writes down what
 * the engine acknowledges. Once it is told to stop it takes in nothing new, sees each slot through to an event without an error, asks for
 * every outcome again and ends by itself.
 */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { GoondanError, sortedJson, type AgentEvent } from '@goondan/core';
import { openSwarm, workspaceLayout, type Swarm, type TurnOutcome } from '@goondan/runtime';
import { Ledger } from '../ledger.ts';
import { addressOf } from '../process/load.ts';
import { say } from '../process/word.ts';
import { readErrandLines, type ErrandEnd } from './evidence.ts';
import { errandFolder } from './folder.ts';
import { errandAt, readOrders, type ErrandPlace, type Slot } from './orders.ts';

const retryMs = 100;
/** Events after the last fault that may still feel it. */
const mostAfterwards = 60;
/** Whoever is told one of these may try again. */
const passing = new Set(['E_AGENT_CRASHED', 'E_BACKPRESSURE', 'E_STORAGE_FULL']);

const [, , root = '.'] = process.argv;
const folder = errandFolder(root);
const orders = readOrders(folder.orders);
const layout = workspaceLayout(orders.stateRoot, folder.bundle);
const acknowledged = new Ledger(folder.acknowledged);
const before = readErrandLines(folder);
const known = new Map(before.ends.map((end) => [end.turnId, end]));

const swarm = await patiently(open);
const { engine } = swarm;
say('ready');
await engine.resume();
await Promise.all(orders.slots.map(feed));
await retell();
await swarm.close();

async function open(): Promise<Swarm> {
  const { processes, stateRoot } = orders;
  const opened = await openSwarm({ bundleRoot: folder.bundle, stateRoot, processes });
  try {
    await opened.engine.start();
    return opened;
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

async function feed(slot: Slot): Promise<void> {
  const mine = before.accepted.filter(({ token }) => token.startsWith(`${slot.name}:`));
  let isWell = true;
  const open = mine.filter(({ turnId }) => !known.has(turnId)).map(({ turnId }) => watch(turnId));
  let afterwards = 0;
  for (let number = mine.length; ; number += 1) {
    if (existsSync(folder.stop)) {
      while (open.length > 0) isWell = (await open.shift()) ?? isWell;
      if (isWell && afterwards > 0) return;
      if (afterwards > 0) await Bun.sleep(retryMs);
      if ((afterwards += 1) > mostAfterwards) return;
    }
    const place = errandAt(slot, number, orders.turnsPerInstance);
    const { turnId } = await patiently(() => engine.send(addressOf(place.instanceKey), eventOf(place)));
    acknowledged.write({ kind: 'accepted', ...place, turnId, ...bytesOf(place.instanceKey) });
    say('accepted', place.instanceKey);
    open.push(watch(turnId, place.instanceKey));
    while (open.length >= orders.mostOpen) isWell = (await open.shift()) ?? isWell;
  }
}

/** True when the turn came to its end without an error. */
async function watch(turnId: string, who = '-'): Promise<boolean> {
  const outcome = await patiently(() => engine.attach(turnId));
  acknowledged.write({ ...endOf('outcome', outcome), ...bytesOf(who) });
  say('outcome', who);
  return outcome.toolCalls.every(({ result }) => result.error === undefined);
}

async function retell(): Promise<void> {
  for (const place of readErrandLines(folder).accepted) {
    const outcome = await patiently(() => engine.request(addressOf(place.instanceKey), eventOf(place)));
    if (outcome.turnId !== place.turnId)
      problem(`The event of turn ${place.turnId} became ${outcome.turnId}, too.`);
    acknowledged.write(endOf('retold', outcome));
  }
  const left = await engine.openTurns();
  if (left.length > 0) problem(`${left.length} turns are open though every one has its outcome.`);
}

async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof GoondanError) || !passing.has(thrown.code)) throw thrown;
      acknowledged.write({ kind: 'refused', code: thrown.code });
      say('refused', thrown.code);
      await Bun.sleep(retryMs);
    }
  }
}

function eventOf({ instanceKey, token, input }: ErrandPlace): AgentEvent {
  return {
    id: `${instanceKey}/${token}`,
    type: 'user.input',
    createdAt: new Date().toISOString(),
    input,
    source: { kind: 'connector', name: 'chaos' },
  };
}

function endOf(kind: ErrandEnd['kind'], outcome: TurnOutcome): ErrandEnd {
  const { turnId, status, output } = outcome;
  const calls = outcome.toolCalls.map(({ id, name, result }) => ({
    id,
    name,
    status: result.status,
    ...(result.output === undefined ? {} : { output: result.output }),
    ...(result.error?.code === undefined ? {} : { code: result.error.code }),
    ...(result.error === undefined ? {} : { message: result.error.message }),
  }));
  const digest = createHash('sha256').update(sortedJson(outcome)).digest('hex').slice(0, 16);
  return { kind, turnId, status, digest, calls, ...(output === undefined ? {} : { output }) };
}

function bytesOf(instanceKey: string): { journalBytes?: number } {
  const path = `${layout.journalOf(addressOf(instanceKey).agent)}-wal`;
  return instanceKey !== '-' && existsSync(path) ? { journalBytes: statSync(path).size } : {};
}

function problem(text: string): void {
  const ledger = new Ledger(folder.problems);
  ledger.write({ problem: text });
  ledger.close();
}
