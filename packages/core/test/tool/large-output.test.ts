import { describe, expect, test } from 'bun:test';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { isRecord } from '../../src/json/json-value.ts';
import type { ToolResult } from '../../src/tool/index.ts';
import { singleTool } from './support/single-tool.ts';
import { inTempDir } from './support/temp-dir.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What the model gets instead of a large output. */
interface Shortened {
  readonly truncated: boolean;
  readonly bytes: number;
  readonly omittedBytes: number;
  readonly head: string;
  readonly tail: string;
  readonly path: string | null;
  readonly notSaved?: string;
}

function isShortened(value: unknown): value is Shortened {
  return isRecord(value) && value['truncated'] === true && typeof value['head'] === 'string';
}

function shortenedOf(result: ToolResult): Shortened {
  const { output } = result;
  if (result.status !== 'ok' || !isShortened(output))
    throw new Error(`not shortened: ${JSON.stringify(result).slice(0, 300)}`);
  return output;
}

async function run(output: unknown, workdir: string, maxOutputBytes?: number): Promise<ToolResult> {
  const policy = maxOutputBytes === undefined ? {} : { tools: { maxOutputBytes } };
  return singleTool(() => output, {}, { policy }).call({ scope: { workdir } });
}

async function fileOf(workdir: string, { path }: Shortened): Promise<string> {
  return readFile(join(workdir, path ?? 'not saved'), 'utf8');
}

describe('BIG-1', () => {
  test('BIG-1: 50 KiB of text pass as they are, one byte more goes to a file', async () => {
    await inTempDir(async (workdir) => {
      const exact = 'x'.repeat(50 * 1024);
      expect((await run(exact, workdir)).output).toBe(exact);
      expect(await readdir(workdir)).toEqual([]);
      const shortened = shortenedOf(await run(`${exact}y`, workdir));
      expect(shortened.path).toMatch(/^\.goondan\/outputs\/lab__run-[0-9a-f]{12}\.txt$/);
      expect(await fileOf(workdir, shortened)).toBe(`${exact}y`);
      expect(shortened.head).toBe('x'.repeat(4096));
      expect(shortened.tail).toBe(`${'x'.repeat(2047)}y`);
      expect(shortened.bytes).toBe(50 * 1024 + 1);
      expect(shortened.omittedBytes).toBe(50 * 1024 + 1 - 4096 - 2048);
    });
  });

  test('BIG-1: an object goes to a .json file that holds exactly the result', async () => {
    await inTempDir(async (workdir) => {
      const value = { rows: Array.from({ length: 5000 }, (_, index) => ({ index, text: `행 ${index}` })) };
      const shortened = shortenedOf(await run(value, workdir));
      expect(shortened.path).toEndWith('.json');
      const text = await fileOf(workdir, shortened);
      expect(JSON.parse(text)).toEqual(value);
      expect(shortened.bytes).toBe(Buffer.byteLength(text));
      expect(text.startsWith(shortened.head)).toBe(true);
      expect(text.endsWith(shortened.tail)).toBe(true);
    });
  });

  test('BIG-1: what counts is the size as JSON, not as indented for reading', async () => {
    await inTempDir(async (workdir) => {
      let deep: unknown = Array.from({ length: 200 }, () => 1);
      for (let level = 0; level < 400; level += 1) deep = [deep];
      expect(JSON.stringify((await run(deep, workdir)).output)).toBe(JSON.stringify(deep));
      const numbers = Array.from({ length: 100 }, () => -1.7976931348623157e308);
      expect(shortenedOf(await run(numbers, workdir, 2430)).path).toEndWith('.json');
    });
  });

  test('BIG-1: a deep and wide result does not grow beyond measure in its file', async () => {
    await inTempDir(async (workdir) => {
      let deep: unknown = Array.from({ length: 100_000 }, () => 1);
      for (let level = 0; level < 450; level += 1) deep = [deep];
      const shortened = shortenedOf(await run(deep, workdir));
      expect(shortened.bytes).toBeLessThan(400_000);
      expect(await fileOf(workdir, shortened)).toBe(JSON.stringify(deep));
    });
  });

  test('BIG-1: what the model gets is never larger than the limit, however small that is', async () => {
    await inTempDir(async (workdir) => {
      for (const maxOutputBytes of [1024, 2000, 4096, 10_000, 51_200]) {
        for (const unit of ['x', '한', '👩‍👩‍👧', 'é']) {
          const text = unit.repeat(Math.ceil((maxOutputBytes + 100) / Buffer.byteLength(unit)));
          const shortened = shortenedOf(await run(text, workdir, maxOutputBytes));
          expect(Buffer.byteLength(shortened.head + shortened.tail)).toBeLessThanOrEqual(maxOutputBytes);
          expect(shortened.head.length + shortened.tail.length).toBeLessThan(text.length);
          expect(shortened.omittedBytes).toBeGreaterThan(0);
        }
      }
    });
  });

  test('BIG-1: head and tail never split a character, and the sizes add up', async () => {
    const pieces = fc.constantFrom(
      'a',
      '\r\n',
      '한',
      '\u1112\u1161\u11ab',
      '👩‍👩‍👧',
      '🇰🇷',
      'e\u0301',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '\n',
      `z${'\u0301'.repeat(90)}`,
    );
    await inTempDir(async (workdir) => {
      await fc.assert(
        fc.asyncProperty(fc.array(pieces, { minLength: 200, maxLength: 600 }), async (parts) => {
          const text = parts.join('').padEnd(1100, 'b');
          const shortened = shortenedOf(await run(text, workdir, 1024));
          const boundaries = new Set(Array.from(segmenter.segment(text), (segment) => segment.index));
          expect(boundaries.has(shortened.head.length)).toBe(true);
          expect(boundaries.has(text.length - shortened.tail.length) || shortened.tail === '').toBe(true);
          expect(text.startsWith(shortened.head) && text.endsWith(shortened.tail)).toBe(true);
          const kept = Buffer.byteLength(shortened.head) + Buffer.byteLength(shortened.tail);
          expect(shortened.bytes).toBe(Buffer.byteLength(text));
          expect(shortened.omittedBytes).toBe(shortened.bytes - kept);
        }),
        { numRuns: 100, seed: 31 },
      );
    });
  });

  test('BIG-1: the same call writes the same file, another call another, and no part is left behind', async () => {
    await inTempDir(async (workdir) => {
      const tool = singleTool((_ctx, input) => JSON.stringify(input).padEnd(60_000, '.'));
      const paths: (string | null)[] = [];
      for (const [id, n] of [
        ['a', 1],
        ['a', 2],
        ['b', 3],
      ] as const) {
        paths.push(shortenedOf(await tool.call({ id, args: { n }, scope: { workdir } })).path);
      }
      expect(paths[0]).toBe(paths[1] ?? '');
      expect(paths[2]).not.toBe(paths[0] ?? '');
      expect(await readdir(join(workdir, '.goondan', 'outputs'))).toHaveLength(2);
      expect(await readFile(join(workdir, paths[0] ?? ''), 'utf8')).toStartWith('{"n":2}');
    });
  });
});

describe('BIG-1: where it cannot be saved', () => {
  const large = 'x'.repeat(60_000);

  test('BIG-1: a missing workdir loses the file, not the call', async () => {
    const result = await run(large, '/nowhere/at/all');
    const shortened = shortenedOf(result);
    expect(shortened.path).toBeNull();
    expect(shortened.notSaved).toContain('ENOENT');
    expect(shortened.head).toBe('x'.repeat(4096));
  });

  test.each([
    ['.goondan', 'a folder outside'],
    ['.goondan/outputs', 'a folder outside'],
  ])('BIG-1: a link at %s to %s is refused, and nothing is made at its other end', async (link) => {
    await inTempDir(async (directory) => {
      const [workdir, outside] = [join(directory, 'workdir'), join(directory, 'outside')];
      await mkdir(workdir);
      await mkdir(outside);
      if (link.includes('/')) await mkdir(join(workdir, '.goondan'));
      await symlink(outside, join(workdir, link));
      expect(shortenedOf(await run(large, workdir)).path).toBeNull();
      expect(await readdir(outside)).toEqual([]);
    });
  });

  test('BIG-1: a link to nothing is refused, and what it names is not made', async () => {
    await inTempDir(async (directory) => {
      const workdir = join(directory, 'workdir');
      await mkdir(workdir);
      await symlink(join(directory, 'outside'), join(workdir, '.goondan'));
      expect(shortenedOf(await run(large, workdir)).path).toBeNull();
      expect(await readdir(directory)).toEqual(['workdir']);
    });
  });

  test('BIG-1: a link that waits under the name of the file is not written through', async () => {
    await inTempDir(async (directory) => {
      const workdir = join(directory, 'workdir');
      const victim = join(directory, 'victim.txt');
      await mkdir(join(workdir, '.goondan', 'outputs'), { recursive: true });
      await writeFile(victim, 'precious');
      const tool = singleTool(() => large);
      const request = { id: 'same', scope: { workdir } };
      const { path } = shortenedOf(await tool.call(request));
      const name = join(workdir, path ?? '');
      await symlink(victim, `${name}.part`);
      await Bun.file(name).delete();
      await symlink(victim, name);
      expect(shortenedOf(await tool.call(request)).path).toBe(path);
      expect(await readFile(victim, 'utf8')).toBe('precious');
      expect(await readFile(name, 'utf8')).toBe(large);
    });
  });

  test('BIG-1: a file where the folder should be is told, not overwritten', async () => {
    await inTempDir(async (workdir) => {
      await writeFile(join(workdir, '.goondan'), 'mine');
      expect(shortenedOf(await run(large, workdir)).path).toBeNull();
      expect(await readFile(join(workdir, '.goondan'), 'utf8')).toBe('mine');
    });
  });

  test('BIG-1: a store of the embedder’s own is used, and its failure loses only the file', async () => {
    const outputs = { write: () => Promise.reject(new Error('disk full')) };
    const result = await singleTool(() => large, {}, { outputs }).call();
    expect(shortenedOf(result).notSaved).toBe('disk full');
  });

  test('BIG-1: the workdir may itself be reached through a link', async () => {
    await inTempDir(async (directory) => {
      await mkdir(join(directory, 'real'));
      await chmod(join(directory, 'real'), 0o755);
      await symlink(join(directory, 'real'), join(directory, 'linked'));
      const { path } = shortenedOf(await run(large, join(directory, 'linked')));
      expect((await stat(join(directory, 'real', path ?? ''))).size).toBe(60_000);
    });
  });
});
