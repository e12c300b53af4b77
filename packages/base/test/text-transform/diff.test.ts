import { expect, test } from 'bun:test';
import { assert, asyncProperty, array, constantFrom, record, boolean } from 'fast-check';
import { job } from '../../tools/text-transform/diff-job.ts';
import { lineEdits } from '../../tools/text-transform/line-edits.ts';

const run = async (before: string, after: string, context = 3) =>
  job.run({ before, after, context, name: 'text' }, new Uint8Array());

test('a change is shown with the lines around it, in the form patch reads', async () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', ''].join('\n');
  expect(await run(before, before.replace('d', 'D'), 1)).toEqual({
    equal: false,
    diff: '--- a/text\n+++ b/text\n@@ -3,3 +3,3 @@\n c\n-d\n+D\n e\n',
    added: 1,
    removed: 1,
  });
});

test('changes far apart are hunks of their own, near ones are one', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const changed = lines.map((line, index) => (index === 2 || index === 25 ? `${line}!` : line));
  const { diff } = await run(lines.join('\n'), changed.join('\n'));
  expect(diff.match(/^@@/gm)).toHaveLength(2);
  expect((await run(lines.join('\n'), changed.join('\n'), 12)).diff.match(/^@@/gm)).toHaveLength(1);
});

test('equal texts have no diff, and the end of the last line is a difference', async () => {
  expect(await run('a\n', 'a\n')).toEqual({ equal: true, diff: '', added: 0, removed: 0 });
  expect((await run('a\n', 'a')).diff).toEndWith('@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n');
  expect((await run('', 'a\n')).diff).toEndWith('@@ -0,0 +1 @@\n+a\n');
  expect((await run('a\n', '')).diff).toEndWith('@@ -1 +0,0 @@\n-a\n');
});

test('what the diff says leads from the one text to the other, for any two', async () => {
  const text = record({
    lines: array(constantFrom('a', 'b', 'c', '', '가'), { maxLength: 25 }),
    isEnded: boolean(),
  });
  const texts = asyncProperty(text, text, constantFrom(0, 1, 3), async (one, other, context) => {
    const [before, after] = [one, other].map(
      ({ lines, isEnded }) => lines.join('\n') + (isEnded ? '\n' : ''),
    );
    const { diff } = await run(before ?? '', after ?? '', context);
    expect(applied(before ?? '', diff)).toBe(after ?? '');
  });
  await assert(texts, { numRuns: 500 });
});

test('as few lines change as can', () => {
  const edits = lineEdits('ABCABBA'.split(''), 'CBABAC'.split(''));
  expect(edits.filter(({ sign }) => sign !== ' ')).toHaveLength(5);
});

test('texts that have nothing in common are told apart without looking for the shortest way', () => {
  const [before, after] = ['a', 'b'].map((name) =>
    Array.from({ length: 5000 }, (_, index) => `${name}${index}`),
  );
  const edits = lineEdits(before ?? [], after ?? []);
  expect(edits).toHaveLength(10_000);
});

/** Applies a unified diff, strictly: every line it names must be there. */
function applied(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let read = 0;
  const body = (diff.match(/[^\n]*\n/g) ?? []).slice(2);
  body.forEach((line, index) => {
    const head = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (head !== null) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      result.push(...lines.slice(read, start));
      read = start;
      return;
    }
    if (line.startsWith('\\')) return;
    const isCut = body[index + 1]?.startsWith('\\') === true;
    const content = isCut ? line.slice(1, -1) : line.slice(1);
    if (!line.startsWith('+')) {
      expect(lines[read]).toBe(content);
      read += 1;
    }
    if (!line.startsWith('-')) result.push(content);
  });
  return result.join('') + lines.slice(read).join('');
}
