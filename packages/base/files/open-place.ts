import { closeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { GoondanError } from '@goondan/core/basics';
import type { FileScope } from './allowed-files.ts';
import { fileError } from './file-error.ts';
import { openWithoutLinks } from './open-without-links.ts';
import { findPlace, type Place } from './place.ts';
import { withNearName } from './near-name.ts';

/** An open file or folder; closed at the end of the block that declared it with `using`. */
export interface Opened extends Disposable {
  readonly descriptor: number;
}

/** A link on the way; or the kernel could not tell because names were changed just then. */
const again = ['ELOOP', 'EXDEV', 'EAGAIN', 'EINTR'];

/** Opens a place. What comes back lies there and nowhere else, whatever names were changed meanwhile; a link throws LinkMet. */
export function openPlace({ path, real }: Pick<Place, 'path' | 'real'>, flags: number): Opened {
  const result = openWithoutLinks(real, flags);
  if (typeof result === 'number') return opened(result);
  throw again.includes(result.errno) ? new LinkMet(path) : fileError(path, result.errno);
}

/** Gives a descriptor a lifetime. */
export function opened(descriptor: number): Opened {
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) };
}

/** A link stood where there was none when the path was looked up. */
export class LinkMet extends Error {
  constructor(path: string) {
    super(`${path} was changed meanwhile.`);
  }
}

const mostTries = 50;
/** How many steps others wait for at most. */
const stepsBetweenPauses = 128;

/** Finds a place and acts on it; does both again where a link came in between. */
export function atPlace<Result>(
  scope: FileScope,
  path: string,
  options: { readonly followLast: boolean },
  act: (place: Place) => Result,
): Result {
  for (let tries = 1; ; tries += 1) {
    const place = findPlace(scope, path, options);
    try {
      return act(place);
    } catch (thrown) {
      checkAgain(thrown, place, tries);
    }
  }
}

/** The same for what can take long: it is done in steps, between which others get their turn and the signal can end it. */
export async function atPlaceInSteps<Result>(
  scope: FileScope & { readonly signal: AbortSignal },
  path: string,
  options: { readonly followLast: boolean },
  act: (place: Place) => Generator<void, Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const place = findPlace(scope, path, options);
    const steps = act(place);
    try {
      for (let count = 1; ; count += 1) {
        const step = steps.next();
        if (step.done === true) return step.value;
        if (count % stepsBetweenPauses !== 0) continue;
        await setImmediate();
        scope.signal.throwIfAborted();
      }
    } catch (thrown) {
      checkAgain(thrown, place, tries);
    } finally {
      closeSteps(steps);
    }
  }
}

/** Throws what was thrown, unless it is worth another try. */
function checkAgain(thrown: unknown, place: Place, tries: number): void {
  if (!(thrown instanceof LinkMet)) throw withNearName(thrown, place);
  if (tries === mostTries) throw new GoondanError('E_FILE_CHANGED', thrown.message);
}

/** Lets go of what steps that were not taken to their end hold open. */
function closeSteps(steps: Iterator<void, unknown>): void {
  steps.return?.();
}
