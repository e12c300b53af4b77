import type { Note } from './note.ts';

/** The notes in which words of the query are found, those with most of them first. `notes` are the newest first, which decides among equals. */
export function searchNotes(notes: readonly Note[], query: string): Note[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return notes
    .map((note) => ({ note, score: scoreOf(note, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ note }) => note);
}

/** One word more counts more than any place where words are found. */
function scoreOf(note: Note, words: readonly string[]): number {
  const places = [
    { text: fold(note.key), weight: 4 },
    { text: fold(note.tags.join('\n')), weight: 2 },
    { text: fold(note.text), weight: 1 },
  ];
  return words.reduce((sum, word) => {
    const found = places.reduce((best, { text, weight }) => best + weight * closeness(text, word), 0);
    return found === 0 ? sum : sum + 100 + found;
  }, 0);
}

/** 1 where the word is there; less where only its stem is: Korean words end in particles. */
function closeness(text: string, word: string): number {
  if (text.includes(word)) return 1;
  const ends = /^[가-힣]+$/.test(word) ? [1, 2].filter((length) => word.length - length >= 2) : [];
  return ends.some((length) => text.includes(word.slice(0, -length))) ? 0.5 : 0;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
