import type { JsonValue, Once } from '@goondan/core';
import type { RecordReader } from '../engine/turn-context.ts';
import { jsonCopy } from './json-copy.ts';
import { layerEntries } from './layer-entries.ts';
import type { TraceTurn } from './spans.ts';

/** The `once` of all layers of one chain. Layers that happen to use the same name have effects of their own. */
export function onceScope({ context, mask }: TraceTurn, place: string): (layer: number) => Once {
  const entryOf = layerEntries(place, 'once');
  return (layer) => {
    const own = new Map<string, Promise<JsonValue>>();
    return (name, effect) => {
      type Value = Awaited<ReturnType<typeof effect>>;
      const entry = entryOf(layer, mask.text(name));
      const reader = asRecorded<Value>();
      const running = own.get(name);
      if (running !== undefined) return running.then((value) => reader.parse(value));
      const made = context.step(entry, reader, async () => {
        const what = `The effect '${name}' of a middleware`;
        const given = jsonCopy(await effect(), { code: 'E_EXTENSION_MIDDLEWARE', what });
        return reader.parse(mask.json(given));
      });
      // Whoever does not wait for it must not end the process by it.
      made.catch(() => undefined);
      own.set(name, made);
      return made;
    };
  };
}

/** What an effect gave is JSON, and what was recorded is what it gave. */
function asRecorded<Value extends JsonValue>(): RecordReader<Value> {
  return {
    parse(recorded) {
      if (isWhatItWas<Value>(recorded)) return recorded;
      throw new TypeError('The effect of a middleware gave nothing that can be recorded.');
    },
  };
}

function isWhatItWas<Value extends JsonValue>(recorded: unknown): recorded is Value {
  return recorded !== undefined;
}
