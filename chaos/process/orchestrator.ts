/**
 * The process that is killed, with the agent processes it has: opens the swarm on whatever the last one left, hands it events and
 * writes down what the engine acknowledges. With `drain` it takes in nothing new, finishes everything, asks for every outcome again
 * and ends by itself.
 */
import { GoondanError } from '@goondan/core';
import { openSwarm } from '@goondan/runtime';
import { Ledger } from '../ledger.ts';
import { campaignFolder } from '../turn/evidence.ts';
import { groupBy } from '../turn/group-by.ts';
import { readAcknowledged, type End } from './evidence.ts';
import { endOf, eventOf, witnessEvent } from './events.ts';
import { addressOf, jobResult, placeOf, slots, type Place } from './load.ts';
import { say } from './word.ts';

/** Events an instance is given before it has answered the first of them. */
const mostOpen = 2;
/** Conversations come to an end and the processes of the store's are put to sleep. */
const idleMs = 3_000;
/** How often it is told which agents have something to do, and looked whether all is done. */
const tickMs = 10;

const [, , mode = 'feed', root = '.'] = process.argv;
const folder = campaignFolder(root);
const swarm = await openSwarm({
  bundleRoot: folder.bundle,
  stateRoot: folder.state,
  processes: 'kept',
  idleMs,
});
const { engine } = swarm;
await engine.start();
say('ready');
await engine.resume();

const acknowledged = new Ledger(folder.acknowledged);
const before = readAcknowledged(folder);
const known = new Set(before.ends.map(({ turnId }) => turnId));
const completed = new Set(before.completed);
await Promise.all(before.ends.map(completeJobs));

if (mode === 'drain') await drain();
else {
  const ticking = setInterval(() => void tellOpen(), tickMs);
  await Promise.all(slots.map(feed));
  clearInterval(ticking);
}

async function feed(slot: string): Promise<void> {
  const mine = before.accepted.filter(({ instanceKey }) => instanceKey.includes(`/${slot}-`));
  const open = mine.filter(({ turnId }) => !known.has(turnId)).map(({ turnId }) => watch(turnId));
  // Handed in again: what has been accepted is the same turn, done or not.
  for (const { turnId, ...place } of mine.slice(-2)) {
    const again = await accept(place);
    if (again !== turnId) problem(`The event of turn ${turnId} became ${again}, too.`);
  }
  for (let number = mine.length; ; number += 1) {
    const place = placeOf(slot, number);
    const turnId = await accept(place);
    acknowledged.write({ kind: 'accepted', ...place, turnId });
    say('accepted', place.instanceKey);
    open.push(watch(turnId, place.instanceKey));
    while (open.length >= mostOpen) await open.shift();
  }
}

async function accept(place: Place): Promise<string> {
  const { turnId } = await engine.send(addressOf(place.instanceKey), eventOf(place));
  return turnId;
}

async function watch(turnId: string, who = '-'): Promise<void> {
  const end = endOf('outcome', await patiently(() => engine.attach(turnId)));
  acknowledged.write(end);
  say('outcome', who);
  await completeJobs(end);
}

/** An agent that is started again after many crashes refuses meanwhile; whoever asks may ask again. */
async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof GoondanError) || thrown.code !== 'E_AGENT_CRASHED') throw thrown;
      await Bun.sleep(200);
    }
  }
}

/** The outside world, where jobs end. */
async function completeJobs({ calls }: Pick<End, 'calls'>): Promise<void> {
  for (const { name, handle } of calls) {
    if (name !== 'acts__job' || handle === undefined || completed.has(handle)) continue;
    completed.add(handle);
    try {
      await engine.complete(handle, jobResult(handle));
    } catch (thrown) {
      // Taken in by a process that was killed before it could say so.
      if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_COMPLETED') throw thrown;
    }
    acknowledged.write({ kind: 'completed', handle });
    say('completed');
  }
}

async function drain(): Promise<void> {
  for (const { turnId } of before.accepted) if (!known.has(turnId)) await watch(turnId);
  while ((await engine.openTurns()).length > 0) await Bun.sleep(tickMs);
  const instances = groupBy(before.accepted, ({ instanceKey }) => instanceKey);
  for (const [instanceKey, turns] of instances) {
    await patiently(() => engine.request(addressOf(instanceKey), witnessEvent(instanceKey)));
    for (const turn of turns) {
      const outcome = await patiently(() => engine.request(addressOf(instanceKey), eventOf(turn)));
      if (outcome.turnId !== turn.turnId)
        problem(`The event of turn ${turn.turnId} became ${outcome.turnId}, too.`);
      acknowledged.write(endOf('retold', outcome));
    }
  }
  const left = await engine.openTurns();
  if (left.length > 0) problem(`${left.length} turns are open though every one has its outcome.`);
  await swarm.close();
}

/** Whose process has something to go on with when it is killed now. */
async function tellOpen(): Promise<void> {
  const open = new Set((await engine.openTurns()).map(({ agent, instanceKey }) => `${agent}/${instanceKey}`));
  say('open', open.size === 0 ? '-' : [...open].join(','));
}

function problem(text: string): void {
  const ledger = new Ledger(folder.problems);
  ledger.write({ problem: text });
  ledger.close();
}
