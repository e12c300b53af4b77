/**
 * The process that is killed: runs the bundle's agent on whatever the last one left, hands it events and writes down what the engine
 * acknowledges. With `drain` it takes in nothing new, finishes everything, asks for every outcome again and ends by itself.
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { sortedJson, type AgentEvent } from '@goondan/core';
import { openSwarm, type Engine, type TurnOutcome } from '@goondan/runtime';
import { Ledger } from '../ledger.ts';
import { shapeCount } from './bundle.ts';
import { campaignFolder, readAcknowledged, type Accepted, type Outcome } from './evidence.ts';
import { witnessInput } from './witness.ts';

/** Conversations that run side by side. */
const slotCount = 6;
/** Turns of one conversation; enough for it to be written down anew on the way. */
const turnsPerInstance = 70;
/** Events an instance is given before it has answered the first of them. */
const mostOpen = 3;

const [, , mode = 'feed', root = '.'] = process.argv;
const folder = campaignFolder(root);
const acknowledged = new Ledger(folder.acknowledged);
const before = readAcknowledged(folder);
const known = new Set(before.outcomes.map(({ turnId }) => turnId));

const swarm = await openSwarm({
  bundleRoot: folder.bundle,
  stateRoot: folder.state,
  env: {},
  processes: 'none',
});
const { engine, entryAgent } = swarm;
await engine.start();
tell('ready');
await engine.resume();
if (mode === 'drain') await drain(engine);
else await Promise.all(Array.from({ length: slotCount }, (_, slot) => feed(engine, slot)));

async function feed(engine: Engine, slot: number): Promise<void> {
  const mine = before.accepted.filter(({ instanceKey }) => instanceKey.startsWith(`slot${slot}-`));
  const open: Promise<void>[] = [];
  for (const accepted of mine) if (!known.has(accepted.turnId)) open.push(watch(engine, accepted.turnId));
  // Handed in again: what has been accepted is the same turn, done or not.
  for (const { instanceKey, sequence, turnId } of mine.slice(-2)) {
    const again = await engine.send({ agent: entryAgent, instanceKey }, eventOf(instanceKey, sequence));
    if (again.turnId !== turnId) problem(`The event of turn ${turnId} became ${again.turnId}, too.`);
  }
  for (let number = mine.length; ; number += 1) {
    const { turnId } = await accept(engine, instanceOf(slot, number), number % turnsPerInstance);
    open.push(watch(engine, turnId));
    while (open.length >= mostOpen) await open.shift();
  }
}

async function accept(engine: Engine, instanceKey: string, sequence: number): Promise<Accepted> {
  const { turnId } = await engine.send({ agent: entryAgent, instanceKey }, eventOf(instanceKey, sequence));
  const accepted: Accepted = { kind: 'accepted', instanceKey, sequence, turnId };
  acknowledged.write(accepted);
  tell('accepted');
  return accepted;
}

async function watch(engine: Engine, turnId: string): Promise<void> {
  acknowledged.write(outcomeLine('outcome', await engine.attach(turnId)));
  tell('outcome');
}

async function drain(engine: Engine): Promise<void> {
  for (const { turnId } of before.accepted) if (!known.has(turnId)) await watch(engine, turnId);
  for (const instanceKey of new Set(before.accepted.map((accepted) => accepted.instanceKey)))
    await engine.request({ agent: entryAgent, instanceKey }, eventOf(instanceKey, 'witness'));
  const lines = await Promise.all(
    before.accepted.map(async ({ turnId }) => outcomeLine('retold', await engine.attach(turnId))),
  );
  for (const line of lines) acknowledged.write(line);
  const left = await engine.openTurns();
  if (left.length > 0) problem(`${left.length} turns are open though every one has its outcome.`);
  await swarm.close();
}

function instanceOf(slot: number, number: number): string {
  return `slot${slot}-${Math.floor(number / turnsPerInstance)}`;
}

function eventOf(instanceKey: string, sequence: number | 'witness'): AgentEvent {
  const id = `${instanceKey}/${sequence}`;
  const shape = createHash('sha256').update(id).digest().readUInt8(0) % shapeCount;
  return {
    id,
    type: 'user.input',
    createdAt: new Date().toISOString(),
    input: sequence === 'witness' ? witnessInput : `shape ${shape}`,
    source: { kind: 'connector', name: 'chaos' },
  };
}

function outcomeLine(kind: Outcome['kind'], outcome: TurnOutcome): Outcome {
  const calls = outcome.toolCalls.map(({ id, name, result }) => {
    const code = result.error?.code;
    return { id, name, status: result.status, ...(code === undefined ? {} : { code }) };
  });
  const digest = createHash('sha256').update(sortedJson(outcome)).digest('hex').slice(0, 16);
  return { kind, turnId: outcome.turnId, status: outcome.status, digest, calls };
}

function problem(text: string): void {
  const ledger = new Ledger(folder.problems);
  ledger.write({ problem: text });
  ledger.close();
}

/** For whoever kills: the moment it happens. */
function tell(word: string): void {
  writeSync(1, `${word}\n`);
}
