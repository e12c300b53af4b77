import { isRecord, parseJson } from '@goondan/core';
import type { LineChange } from './random-message.ts';

/** The lines that go out in place of one. */
export function changeLine(line: string, change: LineChange): readonly string[] {
  switch (change.kind) {
    case 'set':
      return [edited(line, change.pick, (owner, key) => void (owner[key] = change.value))];
    case 'remove':
      return [edited(line, change.pick, (owner, key) => void delete owner[key])];
    case 'cut':
      return [line.slice(0, change.pick % (line.length + 1))];
    case 'flip': {
      const bytes = Buffer.from(line);
      bytes[change.pick % Math.max(bytes.length, 1)] = change.value;
      return [bytes.toString('latin1')];
    }
    case 'double':
      return [line, line];
    case 'drop':
      return [];
    case 'batch':
      return [`[${line},${line}]`];
    case 'deep':
      return [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, line];
    case 'long':
      return [
        `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${'x'.repeat(2_000_000)}"}}`,
        line,
      ];
    case 'before':
      return [JSON.stringify(change.value) ?? '', line];
  }
}

type Place = readonly [owner: Record<string, unknown>, key: string];

function edited(
  line: string,
  pick: number,
  edit: (owner: Record<string, unknown>, key: string) => void,
): string {
  const message = parseJson(line);
  const places = placesIn(message);
  const place = places[pick % Math.max(places.length, 1)];
  if (place !== undefined) edit(...place);
  return JSON.stringify(message);
}

function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((key): Place[] => [[value, key], ...placesIn(value[key])]);
}
