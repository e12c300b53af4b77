import type { JsonValue } from '@goondan/core';
import type { Address, RecordReader, RuntimeEvent, TurnContext, TurnDelta } from '@goondan/runtime';
import { agentName } from './bench-agent.ts';

/** A fresh turn without a disk: keeps what it is given, so that the loop has nothing taken off it. */
export class MemoryTurn implements TurnContext {
  readonly self: Address = { agent: agentName, instanceKey: 'memory' };
  readonly attempt = 'first';
  readonly signal = new AbortController().signal;
  readonly turnId: string;
  readonly #entries = new Map<string, JsonValue>();
  readonly #state = new Map<string, JsonValue>();
  readonly #events: RuntimeEvent[] = [];

  constructor(turnId: string) {
    this.turnId = turnId;
  }

  async step<Value extends JsonValue>(
    name: string,
    _reader: RecordReader<Value>,
    run: () => Promise<Value>,
  ): Promise<Value> {
    const value = await run();
    this.#entries.set(name, value);
    return value;
  }

  remember(name: string, value: JsonValue): void {
    this.#entries.set(name, value);
  }

  recall<Value extends JsonValue>(name: string, reader: RecordReader<Value>): Value | undefined {
    const value = this.#entries.get(name);
    return value === undefined ? undefined : reader.parse(value);
  }

  all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
    return Promise.all(promises);
  }

  race<Value>(promises: readonly Promise<Value>[]): Promise<Value> {
    return Promise.race(promises);
  }

  async get<Value extends JsonValue>(key: string, reader: RecordReader<Value>): Promise<Value | undefined> {
    const value = this.#state.get(key);
    return value === undefined ? undefined : reader.parse(value);
  }

  set(key: string, value: JsonValue): void {
    this.#state.set(key, value);
  }

  observe(event: RuntimeEvent | TurnDelta): void {
    if (event.type !== 'delta') this.#events.push(event);
  }

  request(): Promise<never> {
    return unused();
  }

  send(): Promise<never> {
    return unused();
  }

  handoff(): Promise<never> {
    return unused();
  }

  answer(): Promise<never> {
    return unused();
  }

  agents(): Promise<never> {
    return unused();
  }

  spawn(): Promise<never> {
    return unused();
  }

  hold(): never {
    throw new Error('no turn of the bench waits for a person');
  }

  sleep(): Promise<never> {
    return unused();
  }
}

function unused(): Promise<never> {
  return Promise.reject(new Error('no turn of the bench needs this'));
}
