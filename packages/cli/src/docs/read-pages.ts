import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** One document. */
export interface Page {
  /** How it is asked for: its path without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** All documents below a folder, by name. */
export async function readPages(folder: string): Promise<Page[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.md')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const name = file.slice(0, -'.md'.length).replaceAll('\\', '/');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? basename(name), text };
    }),
  );
}
