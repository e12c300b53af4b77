import type { Job } from '../../contained/job.ts';

/** Counts of one text. */
interface Counts {
  readonly characters: number;
  readonly charactersWithoutBlanks: number;
  readonly words: number;
  readonly sentences: number;
  readonly lines: number;
  readonly paragraphs: number;
  readonly bytes: number;
  readonly codePoints: number;
  readonly utf16Units: number;
}

/** Counts a text. */
export const job: Job<{ readonly text: string }, Counts> = {
  file: import.meta.path,
  run({ text }) {
    let [characters, blanks, words, sentences, codePoints] = [0, 0, 0, 0, 0];
    for (const { segment } of new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(text)) {
      characters += 1;
      if (segment.trim() === '') blanks += 1;
    }
    for (const { isWordLike } of new Intl.Segmenter('ko', { granularity: 'word' }).segment(text))
      if (isWordLike === true) words += 1;
    for (const { segment } of new Intl.Segmenter('ko', { granularity: 'sentence' }).segment(text))
      if (segment.trim() !== '') sentences += 1;
    for (const _ of text) codePoints += 1;
    const split = text.split(/\r\n|\n|\r/);
    const lines = split.at(-1) === '' ? split.slice(0, -1) : split;
    const paragraphs = lines.filter(
      (line, index) => line.trim() !== '' && (lines[index - 1] ?? '').trim() === '',
    );
    return {
      characters,
      charactersWithoutBlanks: characters - blanks,
      words,
      sentences,
      lines: lines.length,
      paragraphs: paragraphs.length,
      bytes: Buffer.byteLength(text),
      codePoints,
      utf16Units: text.length,
    };
  },
};
