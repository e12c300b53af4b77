import type { shape } from '@goondan/runtime/engine';
import { handlers, object, type ObjectContext } from '@restatedev/restate-sdk/fetch';
import { jsonSerde } from './json-serde.ts';
import type { ServiceNames } from './service-names.ts';
import { serviceOptions } from './service-options.ts';
import { turnNoteSchema } from './wire.ts';

const noteSerde = jsonSerde(turnNoteSchema);

/** What is known of turns besides themselves, of the few of which there is something to know. */
export function turnsObject(names: ServiceNames) {
  return object({
    name: names.turns,
    handlers: {
      /** Adds to it, the first word stands; answers with all of it. */
      note: handlers.object.exclusive({ input: noteSerde, output: noteSerde }, note),
    },
    options: serviceOptions({}),
  });
}

async function note(
  context: ObjectContext,
  added: shape.Infer<typeof turnNoteSchema>,
): Promise<shape.Infer<typeof turnNoteSchema>> {
  const found = (await context.get('note', noteSerde)) ?? {};
  const all = { ...added, ...found };
  if (Object.keys(added).length > 0) context.set('note', all, noteSerde);
  return all;
}
