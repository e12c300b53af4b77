/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  /** What stands behind the language on the first line. */
  readonly note: string;
  readonly text: string;
  /** The line of the document it begins at. */
  readonly line: number;
}

/** The fenced blocks of a document, in order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\S*) *(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: note = '', 3: text = '', index }) => ({
      language,
      note: note.trim(),
      text,
      line: markdown.slice(0, index).split('\n').length,
    }),
  );
}

/** The file a block is written to, where its first line names one. */
export function fileOf({ language, note }: Block): string | undefined {
  const isWritten = ['ts', 'yaml', 'json', 'text', 'md', 'csv'].includes(language);
  return isWritten && /^[\w./-]+\.\w+$/.test(note) ? note : undefined;
}

/** Whether a block is a program of its own. */
export function isProgram({ language, note }: Block): boolean {
  return language === 'ts' && note === '';
}

/** Whether running a page runs the block. */
export function isRun(block: Block): boolean {
  return isProgram(block) || (block.language === 'sh' && commandsOf(block) !== '');
}

/** What of a shell block is run: all but installing and the scripts of the repository, which are what runs the check. */
export function commandsOf({ text }: Block): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('npm ') && line.trim() !== '')
    .join('\n');
}
