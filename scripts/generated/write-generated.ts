import { readdir } from 'node:fs/promises';

/** Writes files that are made from code and takes away those of `folders` that are not; with `isCheck` it only tells, and fails. */
export async function writeGenerated(options: {
  readonly isCheck: boolean;
  /** What makes them, told where they differ. */
  readonly command: string;
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}): Promise<void> {
  const { isCheck, command, folders, files } = options;
  const stale: string[] = [];
  for (const [path, text] of files) {
    const file = Bun.file(path);
    if ((await file.exists()) && (await file.text()) === text) continue;
    if (isCheck) stale.push(path);
    else await file.write(text);
  }
  for (const path of (await Promise.all(folders.map(filesIn))).flat()) {
    if (files.has(path)) continue;
    if (isCheck) stale.push(path);
    else await Bun.file(path).delete();
  }
  if (stale.length === 0) {
    console.log(`${files.size} files`);
    return;
  }
  console.error(`Not made from the code: ${stale.join(', ')}\nRun: ${command}`);
  process.exitCode = 1;
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.map((name) => `${folder}/${name}`);
}
