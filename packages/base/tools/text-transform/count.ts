import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

const number = (description: string) => ({ type: 'integer', description }) as const;

/** Counts a text in the ways people and machines do. */
export const count = defineTool({
  name: 'text-transform__count',
  description:
    'Counts a text: characters as people see them (한, é and 👨‍👩‍👧 are one each), without blanks, words, sentences, lines, paragraphs, bytes. ' +
    'Use it instead of counting yourself.',
  annotations,
  input: {
    type: 'object',
    properties: { text: textInput('The text to count.') },
    required: ['text'],
    additionalProperties: false,
    examples: [{ text: '안녕하세요, 세계! 👋' }],
  },
  output: {
    type: 'object',
    properties: {
      characters: number('Characters as people see them, blanks included.'),
      charactersWithoutBlanks: number('The same without blanks and ends of lines.'),
      words: number('Words, in the way of their language.'),
      sentences: number('Sentences.'),
      lines: number('Lines; the end of the last one begins no further one.'),
      paragraphs: number('Blocks of lines with empty lines between them.'),
      bytes: number('Bytes as UTF-8.'),
      codePoints: number('Unicode code points.'),
      utf16Units: number('Units of UTF-16, which is what length is in JavaScript and Java.'),
    },
    required: [
      'characters',
      'charactersWithoutBlanks',
      'words',
      'sentences',
      'lines',
      'paragraphs',
      'bytes',
      'codePoints',
      'utf16Units',
    ],
    additionalProperties: false,
  },
  async handler(ctx, { text }) {
    const { runTextJob } = await import('./run-text-job.ts');
    const { job } = await import('./count-job.ts');
    return { ...(await runTextJob(ctx, job, { text })) };
  },
});
