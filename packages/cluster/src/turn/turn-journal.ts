import { isRecord } from '@goondan/core';
import type { internal, ObjectContext } from '@restatedev/restate-sdk/fetch';

/** A context of the SDK with what it says of itself. */
export type TurnJournal = ObjectContext & internal.ContextInternal;

/** True for the contexts of the version of the SDK that this package is made for. */
export function isTurnJournal(context: ObjectContext): context is TurnJournal {
  return 'isProcessing' in context && 'cancellation' in context;
}

/**
 * Makes the SDK look again at what it waits for. It offers no way to add to a wait that is under way, and fails where there are two; the channel by
 * which it hears of its own progress is reached here, and nowhere else.
 */
export function pokeOf(context: ObjectContext): () => void {
  const executor: unknown = Reflect.get(context, 'promisesExecutor');
  const channel: unknown = isRecord(executor) ? Reflect.get(executor, 'externalProgressChannel') : undefined;
  const signal: unknown = isRecord(channel) ? Reflect.get(channel, 'signal') : undefined;
  if (typeof signal !== 'function') throw new Error('This version of the Restate SDK is not supported.');
  return () => void Reflect.apply(signal, channel, []);
}
