import type { ConversationState, Message, MessageEvent } from '@goondan/core';
import { applyMessageEvents } from '@goondan/core/basics';
import * as shape from '../shape/shape.ts';
import type { TurnContext } from '../engine/turn-context.ts';
import { reviveEvent, storedEventSchema, storeEvent } from './stored-message.ts';

const headKey = 'conversation';
/** The events of each turn are a value of their own, numbered; the head says which count. */
const headSchema = shape.object({ first: shape.number(), next: shape.number() });
const chunkSchema = shape.array(storedEventSchema);
/** Of more turns than this the messages are written down anew, as one. */
const mostChunks = 64;

/** The conversation of an instance during one turn: what it was, and what the turn adds. */
export class Conversation implements ConversationState {
  readonly baseMessages: readonly Message[];
  readonly #head: shape.Infer<typeof headSchema>;
  #events: MessageEvent[] = [];
  #messages: Message[];

  constructor(baseMessages: readonly Message[], head: shape.Infer<typeof headSchema>) {
    this.baseMessages = baseMessages;
    this.#head = head;
    this.#messages = [...baseMessages];
  }

  /** Reads it from the instance's values. */
  static async load(context: Pick<TurnContext, 'get'>): Promise<Conversation> {
    const head = (await context.get(headKey, headSchema)) ?? { first: 0, next: 0 };
    let messages: Message[] = [];
    for (let index = head.first; index < head.next; index += 1) {
      const chunk = (await context.get(chunkKey(index), chunkSchema)) ?? [];
      messages = applyMessageEvents(messages, chunk.map(reviveEvent));
    }
    return new Conversation(messages, head);
  }

  get events(): readonly MessageEvent[] {
    return this.#events;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** What middleware sees of it: lists of its own, so that writing to them changes nothing. */
  get view(): ConversationState {
    return copiesOf(this);
  }

  /** Lets an event happen. */
  emit(event: MessageEvent): void {
    this.#events.push(event);
    this.#messages = applyMessageEvents(this.#messages, [event]);
  }

  /** Takes back all events but the first so many. */
  rewind(count: number): void {
    if (this.#events.length === count) return;
    this.#events = this.#events.slice(0, count);
    this.#messages = applyMessageEvents(this.baseMessages, this.#events);
  }

  /** Adds the turn's events to the instance's values. */
  save(context: TurnContext): void {
    if (this.#events.length === 0) return;
    const { first, next } = this.#head;
    if (next - first < mostChunks) {
      context.set(chunkKey(next), this.#events.map(storeEvent));
      context.set(headKey, { first, next: next + 1 });
      return;
    }
    for (let index = first; index < next; index += 1) context.set(chunkKey(index), null);
    const whole = this.#messages.map((message) => storeEvent({ type: 'append', message }));
    context.set(chunkKey(next), whole);
    context.set(headKey, { first: next, next: next + 1 });
  }
}

/** Made when it is looked at: most layers never do, and a conversation may be long. */
function copiesOf(conversation: ConversationState): ConversationState {
  return {
    get baseMessages() {
      return [...conversation.baseMessages];
    },
    get events() {
      return [...conversation.events];
    },
    get messages() {
      return [...conversation.messages];
    },
  };
}

function chunkKey(index: number): string {
  return `messages/${index}`;
}
