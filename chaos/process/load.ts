/** What is fed to the swarm that is being tried, and what must come of it: both are made of an event's place alone. */
import { createHash } from 'node:crypto';

/** Conversations that run side by side; the first letter says whose. */
export const slots = ['b0', 'b1', 'b2', 'b3', 'w0', 'w1', 's0'] as const;
/** Turns of one conversation. */
const turnsPerInstance = 40;
/** How many different turns of work there are. */
export const shapeCount = 6;

const agents: Readonly<Record<string, string>> = { b: 'boss', w: 'worker', s: 'store' };
const errands = ['work', 'ask', 'ask', 'relay', 'tell', 'tell', 'hand', 'hand', 'job', 'job'] as const;

/** What a turn of the boss is about: its own work, a request, one that goes further, a message, a handoff, a job that ends later. */
export type Errand = (typeof errands)[number];

/** An event's place: the conversation and its number there. */
export interface Place {
  /** `agent/instance`. */
  readonly instanceKey: string;
  readonly sequence: number;
}

/** The place of the so-manieth event of a slot. */
export function placeOf(slot: string, number: number): Place {
  const agent = agents[slot.charAt(0)] ?? 'boss';
  return {
    instanceKey: `${agent}/${slot}-${Math.floor(number / turnsPerInstance)}`,
    sequence: number % turnsPerInstance,
  };
}

/** The agent and instance of a conversation. */
export function addressOf(instanceKey: string): { readonly agent: string; readonly instanceKey: string } {
  const [agent = '', own = ''] = instanceKey.split('/');
  return { agent, instanceKey: own };
}

/** The name an event's effects can be told by, wherever they happen. */
export function tokenOf({ instanceKey, sequence }: Place): string {
  return `${addressOf(instanceKey).instanceKey}:${sequence}`;
}

/** What the turn of a place is about. */
export function errandOf(place: Place): Errand {
  if (!place.instanceKey.startsWith('boss/')) return 'work';
  return errands[chance(place, 1) % errands.length] ?? 'work';
}

/** What is said to the agent. */
export function inputOf(place: Place): string {
  const errand = errandOf(place);
  if (errand === 'work') return `work ${chance(place, 2) % shapeCount}`;
  const [, epoch = '0'] = addressOf(place.instanceKey).instanceKey.split('-');
  const store = `s${chance(place, 3) % 2}-${epoch}`;
  return errand === 'tell' || errand === 'relay'
    ? `${errand} ${store} ${tokenOf(place)}`
    : `${errand} ${tokenOf(place)}`;
}

/** The answer of a turn that asks others; undefined where any will do. */
export function answerOf(place: Place): string | undefined {
  const token = tokenOf(place);
  const errand = errandOf(place);
  if (errand === 'ask') return `answered echo ${token} to ${token}`;
  return errand === 'relay' ? `answered relayed echo ${token} to ${token}` : undefined;
}

/** What a job that was left pending is completed with. */
export function jobResult(handle: string): string {
  return `done ${handle}`;
}

function chance({ instanceKey, sequence }: Place, which: number): number {
  return createHash('sha256').update(`${instanceKey} ${sequence} ${which}`).digest().readUInt16BE(0);
}
