import { isRecord } from '@goondan/core/basics';

/** A Markdown file taken apart. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const fence = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The YAML between `---` at the start of a Markdown file, and what follows. Throws where it is no YAML mapping; a file without any has no fields. */
export function readFrontMatter(text: string): FrontMatter {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const match = fence.exec(source);
  if (match === null) return { fields: {}, body: source.trim() };
  const fields: unknown = Bun.YAML.parse(match[1] ?? '');
  if (!isRecord(fields)) throw new Error('what stands between --- and --- is no list of names and values');
  return { fields, body: source.slice(match[0].length).trim() };
}
