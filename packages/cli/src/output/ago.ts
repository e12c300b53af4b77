import { duration } from './duration.ts';

/** How long ago a time was, as a person reads it. */
export function ago(time: string | null, now = Date.now()): string {
  return time === null ? '' : `${duration(Math.max(0, now - Date.parse(time)))} ago`;
}
