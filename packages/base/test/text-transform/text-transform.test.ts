import { describe, expect, test } from 'bun:test';
import type { JsonObject, JsonValue } from '@goondan/core';
import { callerOf } from '../module-caller.ts';

const call = await callerOf('text-transform');

/** A call, and a part of what it gives back. */
const results: [exportName: string, args: JsonObject, output: JsonObject][] = [
  ['replace', { text: 'a.b.c', find: '.', replacement: '-' }, { text: 'a-b-c', count: 2 }],
  ['replace', { text: 'a.b.c', find: '.', replacement: '$&', limit: 1 }, { text: 'a$&b.c', count: 1 }],
  ['replace', { text: 'Aa', find: 'a', replacement: 'x', ignoreCase: true }, { text: 'xx', count: 2 }],
  [
    'replace',
    { text: '2026-11-16', find: '(\\d+)-(\\d+)-(\\d+)', replacement: '$3.$2.$1', regex: true },
    { text: '16.11.2026', count: 1 },
  ],
  [
    'replace',
    {
      text: '김 철수',
      find: '(?<last>\\p{L}+) (?<first>\\p{L}+)',
      replacement: '$<first> $<last>',
      regex: true,
    },
    { text: '철수 김', count: 1 },
  ],
  [
    'replace',
    { text: '가👋나', find: 'x*', replacement: '|', regex: true },
    { text: '|가|👋|나|', count: 4 },
  ],
  ['replace', { text: 'a-b', find: '[\\-\\_]', replacement: '$$', regex: true }, { text: 'a$b', count: 1 }],
  ['replace', { text: 'x', find: 'x', replacement: '$1$10', regex: true }, { text: '$1$10', count: 1 }],
  [
    'replace',
    { text: 'a\nb', find: '^', replacement: '> ', regex: true, multiline: true },
    { text: '> a\n> b' },
  ],
  [
    'extract',
    { text: 'Order A-17\nand B-3', pattern: '([A-Z])-(\\d+)' },
    {
      count: 2,
      truncated: false,
      matches: [
        { match: 'A-17', line: 1, groups: ['A', '17'] },
        { match: 'B-3', line: 2, groups: ['B', '3'] },
      ],
    },
  ],
  [
    'extract',
    { text: 'k=v, w', pattern: '(?<key>\\w)(?:=(?<value>\\w))?', limit: 2 },
    {
      count: 2,
      truncated: false,
      matches: [
        { match: 'k=v', line: 1, groups: ['k', 'v'], named: { key: 'k', value: 'v' } },
        { match: 'w', line: 1, groups: ['w', null], named: { key: 'w', value: null } },
      ],
    },
  ],
  ['extract', { text: 'aaa', pattern: 'a', limit: 2 }, { count: 2, truncated: true }],
  ['extract', { text: '', pattern: 'a' }, { matches: [], count: 0, truncated: false }],
  ['lines', { text: 'b\na\nb\n', unique: true, sort: 'text' }, { text: 'a\nb', count: 2, before: 3 }],
  ['lines', { text: '나\r\n가\r\n다', sort: 'text', reverse: true }, { text: '다\n나\n가' }],
  ['lines', { text: 'x10\nx9\nnone\nx-1', sort: 'number' }, { text: 'x-1\nx9\nx10\nnone' }],
  ['lines', { text: '1,200원\n90원', sort: 'number' }, { text: '90원\n1,200원' }],
  [
    'lines',
    { text: 'a,b,,c', separator: ',', dropEmpty: true, join: ' | ' },
    { text: 'a | b | c', count: 3 },
  ],
  ['lines', { text: ' a \n b', trim: true, from: 2, to: 9, number: true }, { text: '1. b', count: 1 }],
  ['lines', { text: 'error 1\nok\nerror 2', contains: 'error' }, { text: 'error 1\nerror 2', count: 2 }],
  ['lines', { text: '' }, { text: '', count: 0, before: 0 }],
  [
    'count',
    { text: '안녕 👨‍👩‍👧!\n' },
    { characters: 6, charactersWithoutBlanks: 4, words: 1, lines: 1, utf16Units: 13 },
  ],
  ['count', { text: '한글' }, { characters: 2, bytes: 6, codePoints: 2 }],
  // Hangul in parts, as macOS writes file names, is as many characters to a person.
  ['count', { text: '한글'.normalize('NFD') }, { characters: 2, codePoints: 6, utf16Units: 6 }],
  ['count', { text: 'One two. Three?\n\nFour five!' }, { words: 5, sentences: 3, paragraphs: 2, lines: 3 }],
  ['count', { text: '' }, { characters: 0, words: 0, lines: 0, paragraphs: 0, bytes: 0 }],
  ['change', { text: 'straße', to: 'upper' }, { text: 'STRASSE' }],
  ['change', { text: "it's A WORLD", to: 'title' }, { text: "It's A World" }],
  ['change', { text: 'HELLO. it is', to: 'sentence' }, { text: 'Hello. It is' }],
  ['change', { text: 'parseHTTPRequest_body 2', to: 'camel' }, { text: 'parseHttpRequestBody2' }],
  ['change', { text: 'user first-name', to: 'pascal' }, { text: 'UserFirstName' }],
  ['change', { text: 'userFirstName', to: 'snake' }, { text: 'user_first_name' }],
  ['change', { text: '사용자 이름', to: 'kebab' }, { text: '사용자-이름' }],
  ['change', { text: 'maxSize', to: 'constant' }, { text: 'MAX_SIZE' }],
  ['change', { text: '한글'.normalize('NFD'), to: 'nfc' }, { text: '한글' }],
  ['change', { text: ' a\n\n b ', to: 'one-line' }, { text: 'a b' }],
  ['change', { text: 'ＡＢＣ　１２３', to: 'full-to-half' }, { text: 'ABC 123' }],
  ['encode', { text: '안녕', as: 'base64' }, { text: '7JWI64WV' }],
  ['encode', { text: '안녕 a/b', as: 'url' }, { text: '%EC%95%88%EB%85%95%20a%2Fb' }],
  ['encode', { text: '<a href="x">&', as: 'html' }, { text: '&lt;a href=&quot;x&quot;&gt;&amp;' }],
  ['encode', { text: 'a"\n', as: 'json' }, { text: '"a\\"\\n"' }],
  ['encode', { text: 'é', as: 'hex' }, { text: 'c3a9' }],
  ['encode', { text: '\uD800', as: 'url' }, { text: '%EF%BF%BD' }],
  ['decode', { text: '7JWI\n64WV', from: 'base64' }, { text: '안녕' }],
  ['decode', { text: 'Pz8_', from: 'base64url' }, { text: '???' }],
  ['decode', { text: 'a%20b+c%EC%95%88', from: 'url' }, { text: 'a b c안' }],
  ['decode', { text: '0xC3 A9', from: 'hex' }, { text: 'é' }],
  ['decode', { text: '&lt;b&gt; &#44032;&#xAC00; &nope;', from: 'html' }, { text: '<b> 가가 &nope;' }],
  ['decode', { text: '"a\\u00e9"', from: 'json' }, { text: 'aé' }],
  [
    'hash',
    { text: 'hello' },
    { hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', bytes: 5 },
  ],
  ['hash', { text: '', algorithm: 'md5' }, { hash: 'd41d8cd98f00b204e9800998ecf8427e' }],
  [
    'template',
    {
      template: '{{ user.name }}: {{items.1}} {{n}} {{user}} {{{{x}}',
      values: { user: { name: '김' }, items: ['a', 'b'], n: 3 },
    },
    { text: '김: b 3 {"name":"김"} {{x}}' },
  ],
];

describe('text-transform', () => {
  test.each(results)('%s %j gives %j', async (exportName, args, output) => {
    expect(await call(exportName, args)).toMatchObject({ status: 'ok', output });
  });

  test('what encode writes, decode reads', async () => {
    const text = 'a + b & <가> "é" 👨‍👩‍👧 %41 \n';
    for (const coding of ['base64', 'base64url', 'url', 'hex', 'html', 'json']) {
      const { output } = await call('encode', { text, as: coding });
      const encoded: JsonValue =
        typeof output === 'object' && output !== null && 'text' in output ? (output['text'] ?? '') : '';
      expect((await call('decode', { text: encoded, from: coding })).output).toEqual({ text });
    }
  });
});

describe('what cannot be done is refused with what to do instead', () => {
  test.each<[string, JsonObject, string, string]>([
    ['replace', { text: 'a', find: '', replacement: '' }, '/find', 'Example: '],
    [
      'replace',
      { text: 'a', find: '(', replacement: '', regex: true },
      'no regular expression',
      'close each group',
    ],
    ['extract', { text: 'a', pattern: '(?P<x>a)' }, 'no regular expression', '(?<name>…), without the P'],
    ['extract', { text: 'a', pattern: '(?i)a' }, 'no regular expression', 'set ignoreCase'],
    ['extract', { text: 'a', pattern: 'a++' }, 'no regular expression', 'possessive'],
    ['extract', { text: 'a', pattern: 'a', limit: 0 }, '/limit', 'Example: '],
    ['lines', { text: 'a', sort: 'size' }, '/sort', 'Example: '],
    ['lines', { text: 5 }, '/text', 'Example: '],
    ['change', { text: 'a', to: 'UPPER' }, '/to', 'Example: '],
    [
      'decode',
      { text: 'data:image/png;base64,AAAA', from: 'base64' },
      'is none of its signs',
      'without a prefix',
    ],
    ['decode', { text: 'AAAAA', from: 'base64' }, 'no whole base64', 'to its end'],
    ['decode', { text: '/9j/4AAQ', from: 'base64' }, 'no text in UTF-8', 'into a file'],
    ['decode', { text: 'abc', from: 'hex' }, 'their number is odd', 'Add the digit'],
    ['decode', { text: 'xyz', from: 'hex' }, '"x" is no digit', '0-9 and a-f'],
    ['decode', { text: '100%', from: 'url' }, '"%" in text is no encoded byte', '%25'],
    ['decode', { text: '%B0%A1', from: 'url' }, 'are no UTF-8', 'EUC-KR'],
    ['decode', { text: '{"a":1}', from: 'json' }, 'no JSON string', 'json-query__query'],
    ['hash', { text: 'a', algorithm: 'crc' }, '/algorithm', 'Example: '],
    [
      'template',
      { template: '{{nam}}', values: { name: 1 } },
      '{{nam}}: values has no nam there',
      'Did you mean name?',
    ],
    ['template', { template: '{{a.9}}', values: { a: [1] } }, 'values has no 9 there', 'a list of 1'],
    ['template', { template: '{{toString}}', values: {} }, 'values has no toString there', 'no names'],
    ['template', { template: '{{}}', values: {} }, '{{}} names nothing', 'between the braces'],
    ['diff', { before: 'a' }, '/after', 'Example: '],
    ['diff', { before: 'a', after: 'b', name: 'x\ny' }, '/name', 'Example: '],
  ])('%s %j: %s', async (exportName, args, message, suggestion) => {
    const { error } = await call(exportName, args);
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.message).toContain(message);
    expect(error?.suggestion).toContain(suggestion);
  });
});

describe('a regular expression that would not end', () => {
  test.each([
    ['(a+)+$', `${'a'.repeat(60)}b`],
    ['(a|aa)+$', `${'a'.repeat(100)}b`],
    ['\\s+$', `${' '.repeat(1_000_000)}x`],
    ['(.*)*z(.*)*y(.*)*', 'z'.repeat(300)],
  ])(
    '%s is stopped and said to be slow, never taken for no match; the process goes on meanwhile',
    async (pattern, text) => {
      let ticks = 0;
      const clock = setInterval(() => (ticks += 1), 10);
      const { error } = await call('extract', { text, pattern });
      clearInterval(clock);
      expect(error?.code).toBe('E_TEXT_PATTERN');
      expect(error?.suggestion).toContain('exclude one another');
      expect(ticks).toBeGreaterThan(3);
    },
    60_000,
  );
});
