import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@goondan/core';
import { callerOf } from '../module-caller.ts';

const call = await callerOf('json-query');
const query = (expression: string, given: JsonObject) => call('query', { query: expression, ...given });

const shop = {
  items: [
    { name: 'pen', price: 3, tags: ['a', 'b'] },
    { name: '잉크', price: 12, tags: [] },
    { name: 'paper', price: 7, tags: ['b'] },
  ],
  'user-id': 7,
  이름: '군단',
};

describe('json-query__query', () => {
  test.each<[string, JsonValue]>([
    ['items[0].name', 'pen'],
    ['items[*].price', [3, 12, 7]],
    ['items[?price > `5`].name', ['잉크', 'paper']],
    ["items[?name == '잉크'] | [0].price", 12],
    ['items[].tags[]', ['a', 'b', 'b']],
    ['sum(items[*].price)', 22],
    ['sort_by(items, &price)[].name', ['pen', 'paper', '잉크']],
    ['{names: items[*].name, count: length(items)}', { names: ['pen', '잉크', 'paper'], count: 3 }],
    ['"user-id"', 7],
    ['"이름"', '군단'],
    ['items[-1].name', 'paper'],
    ['items[::-1] | [0].name', 'paper'],
    ['nothing.here', null],
    ['items[?contains(tags, `"b"`)].name', ['pen', 'paper']],
    ['keys(@)', ['items', 'user-id', '이름']],
  ])('%s picks %j', async (expression, result) => {
    expect(await query(expression, { json: shop })).toMatchObject({ status: 'ok', output: { result } });
  });

  test('the result comes with its type and its length', async () => {
    const outputs = ['items', '@', '"user-id"', 'nothing'].map(
      async (one) => (await query(one, { json: shop })).output,
    );
    const seen = await Promise.all(outputs);
    expect(seen[0]).toMatchObject({ type: 'array', length: 3 });
    expect(seen[1]).toMatchObject({ type: 'object', length: 3 });
    expect(seen[2]).toEqual({ result: 7, type: 'number' });
    expect(seen[3]).toEqual({ result: null, type: 'null' });
  });

  test('JSON may come as text, also with a byte order mark, and as JSON Lines', async () => {
    const result = async (text: string) => (await query('[*].a', { text })).output;
    expect(await result('[{"a": 1}, {"a": 2}]')).toMatchObject({ result: [1, 2] });
    expect(await result('\uFEFF[{"a": 1}]')).toMatchObject({ result: [1] });
    expect(await result('{"a": 1}\n\n{"a": 2}\n')).toMatchObject({ result: [1, 2] });
  });

  test('a JSON value that is null, false or a text is a value as any other', async () => {
    expect((await query('@', { json: null })).output).toEqual({ result: null, type: 'null' });
    expect((await query('@', { json: false })).output).toEqual({ result: false, type: 'boolean' });
    expect((await query('length(@)', { json: '가나다' })).output).toEqual({ result: 3, type: 'number' });
  });

  test('a file of the workdir is read, in UTF-8 or UTF-16; one outside is not', async () => {
    const workdir = await mkdtemp(join(tmpdir(), 'goondan-query-'));
    try {
      const inside = await callerOf('json-query', { workdir });
      await writeFile(join(workdir, 'a.json'), JSON.stringify(shop));
      await writeFile(join(workdir, 'wide.json'), Buffer.from(`\uFEFF${JSON.stringify(shop)}`, 'utf16le'));
      await writeFile(join(workdir, 'bad.json'), '{\n  "a": 1,\n}');
      for (const path of ['a.json', 'wide.json']) {
        const { output } = await inside('query', { query: '"이름"', path });
        expect(output).toEqual({ result: '군단', type: 'string' });
      }
      const bad = await inside('query', { query: 'a', path: 'bad.json' });
      expect(bad.error?.message).toContain('bad.json is no JSON: line 3, column 1');
      const codes = ['/etc/passwd', '../x.json', 'absent.json'].map(
        async (path) => (await inside('query', { query: '@', path })).error?.code,
      );
      expect(await Promise.all(codes)).toEqual(['E_FILE_OUTSIDE', 'E_FILE_OUTSIDE', 'E_FILE_NOT_FOUND']);
    } finally {
      await rm(workdir, { recursive: true, force: true });
    }
  });

  test('a double-quoted word compared to a field that finds nothing is told apart from a text', async () => {
    const { output } = await query('items[?name == "pen"].price', { json: shop });
    expect(output).toMatchObject({
      result: [],
      hint: `"pen" names a field. If it is meant as a text, write 'pen'.`,
    });
    expect((await query("items[?name == 'ink']", { json: shop })).output).not.toHaveProperty('hint');
  });

  test('a large result is whole', async () => {
    const json = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    const { output } = await query('length([*].index)', { json });
    expect(output).toMatchObject({ result: 20_000 });
  });
});

describe('what is wrong with an expression is told with its column and a way out', () => {
  test.each([
    ['items[?price > 5]', 'column 16: 5 is not expected here', 'Write a number in backticks: `5`.'],
    ['items[', 'column 7: the expression ends here', 'Complete the expression.'],
    ['items[*', 'column 8: the expression ends here, but ] is', 'Complete the expression.'],
    ['items.', 'column 7: the expression ends here', 'Complete the expression.'],
    ['   ', 'column 4: the expression ends here', 'Complete the expression.'],
    ['items name', 'column 7: name is not expected here', 'Correct the expression there.'],
    ['items["name"]', 'column 7: "name" is not expected here', 'Write a field with a dot: ."name".'],
    ['items..name', 'column 7: . is not expected here', 'There is no ..'],
    ['이름', 'column 1: 이 is not expected here', 'in double quotes'],
    ['items[].이름', 'column 9: 이 is not expected here', 'in double quotes'],
    ['"a#b".c#', 'column 8: # is not expected here', 'Correct the expression there.'],
    ['items."name', 'column 7: " is not expected here', 'Close the quote'],
    ['items[?a==`{x`]', 'column 11: ` is not expected here', 'inside backticks there must be JSON'],
    ['lenght(items)', 'column 1: there is no function lenght().', 'Did you mean length()?'],
    ['items | nosuchthing(@)', 'column 9: there is no function nosuchthing().', 'Use one of abs,'],
    ['length(items, items)', 'column 1: length() takes 1 argument but received 2.', 'arguments of length()'],
    ['sum(items)', 'column 1: sum() expected argument 1', 'type(…) tells the type'],
    ['keys(items)', 'column 1: keys() expected argument 1', 'type(…) tells the type'],
    ['user-id', 'were given what is not a number', '"user-id"'],
    ['$items', '$items is not defined', 'write $.items'],
    ['&name', 'is an expression for a function', 'Leave out the &'],
    ['items[0:2:0]', 'slice step cannot be 0', 'Check the expression'],
  ])('%s: %s', async (expression, message, suggestion) => {
    const { error } = await query(expression, { json: shop });
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.message).toContain(message);
    expect(error?.suggestion).toContain(suggestion);
  });
});

describe('what is wrong with the JSON is told with its place', () => {
  test.each([
    ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes, got "}"'],
    ["{'a': 1}", 'line 1, column 2: expected a name in double quotes or }, got "\'"'],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: expected , or }, got "\\""'],
    ['[1, 2', 'line 1, column 6: expected , or ], got the end of the text'],
    ['[1, 02]', 'line 1, column 5: expected a value'],
    ['[1] [', 'line 1, column 5: expected nothing more, got "["'],
    ['{"a": nul}', 'line 1, column 7: expected a value, got "n"'],
    ['[1, // one\n2]', 'line 1, column 5: expected a value'],
    ['{"a": "\t"}', 'line 1, column 7: expected a value'],
    ['  ', 'text is empty'],
    ['hello', 'line 1, column 1: expected a value, got "h"'],
  ])('%j: %s', async (text, message) => {
    const { error } = await query('@', { text });
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.message).toContain(message);
  });

  test.each([
    [{ query: 'a' }, 'Example: '],
    [{ query: 'a', json: 1, text: '1' }, 'Example: '],
    [{ query: '', json: 1 }, 'Example: '],
    [{ json: 1 }, 'Example: '],
    [{ query: 5, json: 1 }, 'Example: '],
    [{ query: 'a', json: 1, more: 2 }, 'Example: '],
  ])('%j is refused before anything runs', async (args, suggestion) => {
    const { error } = await call('query', args);
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.suggestion).toContain(suggestion);
  });
});

describe('a query that asks for too much', () => {
  const doubling = Array.from({ length: 60 }, () => '[@, @][]').join(' | ');

  test('is stopped, and the process that called it lives', async () => {
    const { error } = await query(doubling, { json: ['some text'] });
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.message).toEndWith('was stopped.');
    expect(error?.suggestion).toContain('Filter first');
  }, 60_000);

  test('is ended when its caller no longer wants it', async () => {
    const controller = new AbortController();
    const running = call('query', { query: doubling, json: ['some text'] }, controller.signal);
    controller.abort(new Error('not wanted'));
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
  });
});
