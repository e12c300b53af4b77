import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { readFrontMatter } from './front-matter.ts';

/** A skill as it is listed. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly file: string;
}

/** What was found in a folder. */
export interface SkillList {
  /** Ordered by name. */
  readonly skills: readonly Skill[];
  /** What is wrong with files that were left out. */
  readonly problems: readonly string[];
}

const mostBytes = 512 * 1024;

/** Every `name.md` and `name/SKILL.md` of a folder, the real path of which is inside `root`. */
export async function skillFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    if (entry.name.endsWith('.md')) return [join(folder, entry.name)];
    return entry.isDirectory() || entry.isSymbolicLink() ? [join(folder, entry.name, 'SKILL.md')] : [];
  });
  const found = await Promise.all(files.map((file) => realFile(root, file)));
  return files.filter((_file, index) => found[index] !== undefined).toSorted();
}

/** Tells whether the files are as they were: the same text means the same files of the same age and size. */
export async function signatureOf(files: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    files.map(async (file) => {
      const { mtimeMs, size } = await stat(file);
      return `${file} ${mtimeMs} ${size}`;
    }),
  );
  return lines.join('\n');
}

/** Reads names and descriptions. What is wrong with one file costs only that one. */
export async function listSkills(files: readonly string[]): Promise<SkillList> {
  const skills = new Map<string, Skill>();
  const problems: string[] = [];
  for (const file of files) {
    try {
      const skill = await describe(file);
      const other = skills.get(skill.name);
      if (other === undefined) skills.set(skill.name, skill);
      else problems.push(`${file}: the skill '${skill.name}' is in ${other.file} already`);
    } catch (thrown) {
      problems.push(`${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  const ordered = [...skills.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { skills: ordered, problems };
}

/** The text of a skill, without its front matter; undefined where the file is gone or leads out of `root`. */
export async function readSkill(root: string, { file }: Skill): Promise<string | undefined> {
  const real = await realFile(root, file);
  return real === undefined ? undefined : readFrontMatter(await readFile(real, 'utf8')).body;
}

async function describe(file: string): Promise<Skill> {
  const { fields } = readFrontMatter(await readFile(file, 'utf8'));
  const { name = nameOf(file), description } = fields;
  if (typeof name !== 'string' || name.trim() === '') throw new Error('its name is no text');
  if (typeof description !== 'string' || description.trim() === '')
    throw new Error('it has no description; write it between --- and --- at the start of the file');
  return {
    name: name.trim().normalize('NFC'),
    description: description.trim().replaceAll(/\s+/g, ' '),
    file,
  };
}

function nameOf(file: string): string {
  return basename(file) === 'SKILL.md' ? basename(join(file, '..')) : basename(file, '.md');
}

/** The file itself, behind all links; undefined where it is none, too large, or outside. */
async function realFile(root: string, file: string): Promise<string | undefined> {
  try {
    const real = await realpath(file);
    const { size, isFile } = await factsOf(real);
    return isFile && size <= mostBytes && isInside(await realpath(root), real) ? real : undefined;
  } catch {
    return undefined;
  }
}

async function factsOf(file: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const facts = await stat(file);
  return { size: facts.size, isFile: facts.isFile() };
}

/** True for what lies below a folder. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}
