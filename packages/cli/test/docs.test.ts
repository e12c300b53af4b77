import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { searchPages } from '../src/docs/search-pages.ts';
import { gdn, inPlace, type Finished } from './gdn.ts';

const hitsSchema = z.array(z.looseObject({ page: z.string(), excerpt: z.string() }));

function typed(...args: string[]): Promise<Finished> {
  return inPlace({}, (place) => gdn(place, args));
}

async function found(...words: string[]): Promise<string[]> {
  const { stdout } = await typed('docs', 'search', ...words, '--json');
  return hitsSchema.parse(JSON.parse(stdout)).map(({ page }) => page);
}

describe('gdn docs', () => {
  test('search finds the page that is about the words', async () => {
    expect((await found('E_TOOL_STALE'))[0]).toBe('errors/E_TOOL_STALE');
    expect((await found('first', 'tool'))[0]).toBe('guide/first-tool');
    expect((await found('agents', 'talk', 'handoff'))[0]).toBe('guide/agents');
    expect(await found('middleware')).toContain('guide/first-tool');
  });

  test('search takes Korean words, with their particles', async () => {
    expect(await found('승인')).toContain('errors/E_TOOL_DENIED');
    expect(await found('도구를')).toEqual(await found('도구'));
    expect((await found('잠금', '저장소'))[0]).toBe('errors/E_STORAGE_LOCKED');
  });

  test('search says so where nothing is found, and where to look then', async () => {
    const { code, stdout } = await typed('docs', 'search', 'xyzzyx');
    expect(code).toBe(0);
    expect(stdout).toBe("no page speaks of 'xyzzyx'; gdn docs show lists all pages\n");
  });

  test('show prints a page as it is written, by its whole name or the end of it', async () => {
    const { stdout } = await typed('docs', 'show', 'guide/first-tool');
    expect(stdout).toStartWith('# Your first tool\n');
    expect((await typed('docs', 'show', 'first-tool')).stdout).toBe(stdout);
    expect((await typed('docs', 'show', 'docs/guide/first-tool.md')).stdout).toBe(stdout);
    expect((await typed('docs', 'show')).stdout).toMatch(/^guide\/first-tool +Your first tool$/m);
  });
});

describe('the order of what is found', () => {
  const page = (name: string, text: string) => ({ name, title: /^# (.*)/.exec(text)?.[1] ?? name, text });

  test('a title counts more than a mention, and a page with all words more than one with some', () => {
    const pages = [
      page('mention', '# Other things\n\nA timeout, once.'),
      page('about', '# Timeout\n\nHow long.'),
      page('both', '# Notes\n\nThe timeout of a journal.'),
    ];
    expect(searchPages(pages, 'timeout').map((hit) => hit.page)[0]).toBe('about');
    expect(searchPages(pages, 'timeout journal').map((hit) => hit.page)[0]).toBe('both');
  });

  test('a word is found by its beginning, not in the middle of another; Korean anywhere', () => {
    const pages = [page('a', '# A\n\nretool'), page('b', '# B\n\ntools'), page('c', '# 다\n\n새도구를')];
    expect(searchPages(pages, 'tool').map((hit) => hit.page)).toEqual(['b']);
    expect(searchPages(pages, '도구').map((hit) => hit.page)).toContain('c');
  });
});
