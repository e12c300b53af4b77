import * as own from './gdn.ts';
import type { Finished, Place } from './gdn.ts';
import { openSession, type Session } from './session.ts';

/** Of each place that is in use, those that were opened there, by their environment. */
const sessions = new Map<string, Map<string, Session>>();

/** As `inPlace`, with one process for all command lines that are run there. */
export function inPlace<T>(
  files: Readonly<Record<string, string>>,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  return own.inPlace(files, async (place) => {
    const opened = new Map<string, Session>();
    sessions.set(place.root, opened);
    try {
      return await use(place);
    } finally {
      sessions.delete(place.root);
      for (const session of opened.values()) await session[Symbol.asyncDispose]();
    }
  });
}

/** Runs a command line in the process of its place; in one of its own where that is busy, or a test asks for more. */
export function gdn(place: Place, args: readonly string[], options?: own.Options): Promise<Finished> {
  const opened = sessions.get(place.root);
  if (opened === undefined || options !== undefined) return own.gdn(place, args, options);
  const { bundle, env } = place;
  const key = JSON.stringify([bundle, env]);
  const session = opened.get(key) ?? openSession({ cwd: bundle, env });
  opened.set(key, session);
  return session.isBusy ? own.gdn(place, args) : session.run(args);
}
