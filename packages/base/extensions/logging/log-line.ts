import type { JsonValue } from '@goondan/core';

/** What a line says besides what happened; undefined fields are left out. */
export type LogFields = Readonly<Record<string, JsonValue | undefined>>;

/** One line: `turn completed agent=helper ms=12`, or the same as a JSON object. */
export function logLine(format: 'text' | 'json', event: string, fields: LogFields): string {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (format === 'json') return JSON.stringify({ event, ...Object.fromEntries(entries) });
  return [event, ...entries.map(([key, value]) => `${key}=${plain(value)}`)].join(' ');
}

/** A value in few characters, its end left out. */
export function shortened(value: JsonValue | undefined, longest: number): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const characters = Array.from(text.slice(0, longest * 2 + 1));
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}

/** In quotes where a reader could not tell where it ends; a line stays one line. */
function plain(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return typeof value === 'string' && !/^[^\s"=]+$/u.test(text) ? JSON.stringify(text) : text;
}
