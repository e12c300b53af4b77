import { readFileSync } from 'node:fs';
import { parseJson } from '@goondan/core';
import { z } from 'zod';

const ordersSchema = z.object({
  stateRoot: z.string(),
  /** What is said to an agent over and over, in its own conversation each; `{{token}}` stands for what is said nowhere else. */
  slots: z.array(z.object({ agent: z.string(), name: z.string(), inputs: z.array(z.string()).min(1) })),
  /** Events of one slot that are on their way at once. */
  mostOpen: z.number().int().min(1),
  /** Turns of one conversation. */
  turnsPerInstance: z.number().int().min(1),
  processes: z.enum(['kept', 'once', 'none']),
});

/** What a worker is to do. */
export type Orders = z.infer<typeof ordersSchema>;
/** One line of events. */
export type Slot = Orders['slots'][number];

/** Reads the orders. */
export function readOrders(path: string): Orders {
  return ordersSchema.parse(parseJson(readFileSync(path, 'utf8')));
}

/** An event by its place: made of nothing else, so that handed in again it is the same. */
export interface ErrandPlace {
  readonly token: string;
  /** `agent/instance`. */
  readonly instanceKey: string;
  readonly sequence: number;
  readonly input: string;
}

/** The so-manieth event of a slot. */
export function errandAt(
  { agent, name, inputs }: Slot,
  number: number,
  turnsPerInstance: number,
): ErrandPlace {
  const token = `${name}:${number}`;
  return {
    token,
    instanceKey: `${agent}/${name}-${Math.floor(number / turnsPerInstance)}`,
    sequence: number % turnsPerInstance,
    input: (inputs[number % inputs.length] ?? '').replaceAll('{{token}}', token),
  };
}
