import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { gdnInTerminal, type Finished, type Place } from './gdn.ts';
import { openSession } from './session.ts';

/** A command line, as words. */
export const lineSchema = z.array(z.string());

/** What is written behind all that the command line of this number wrote. */
export function endOf(index: number, code: number | string): string {
  return `<end of ${index}: ${code}>`;
}

/** Runs many command lines one after the other in one process that is no terminal: much quicker than a process for each. */
export async function gdnMany(
  { bundle, env }: Place,
  lines: readonly (readonly string[])[],
): Promise<Finished[]> {
  await using session = openSession({ cwd: bundle, env });
  const finished: Finished[] = [];
  for (const line of lines) finished.push(await session.run(line));
  return finished;
}

/** The same in one terminal. */
export async function gdnManyInTerminal(
  place: Place,
  lines: readonly (readonly string[])[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly screen: string }[]> {
  const file = join(place.root, 'lines');
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  let rest = (await gdnInTerminal(place, [file], { env, way: 'many' })).screen;
  return lines.map((_, index) => {
    const [end, code] = new RegExp(endOf(index, String.raw`(\d+)`)).exec(rest) ?? [];
    if (end === undefined) throw new Error(`the command line ${index} did not end: ${rest}`);
    const screen = rest.slice(0, rest.indexOf(end));
    rest = rest.slice(screen.length + end.length);
    return { code: Number(code), screen };
  });
}
