import { describe, expect, test } from 'bun:test';
import { optionReader } from '../src/command/option-reader.ts';
import { duration } from '../src/output/duration.ts';
import { table } from '../src/output/table.ts';
import { oneLine, terminalText } from '../src/output/terminal-text.ts';
import { valueText } from '../src/output/value-text.ts';
import { resumeCommand } from '../src/place/resume-command.ts';
import { typedValue } from '../src/tool/typed-value.ts';
import { toolLine } from '../src/turn/tool-line.ts';

describe('what a person reads', () => {
  test('a call: name, arguments, how it ended, how long it took, what it gave', () => {
    const place = {
      at: 0,
      traceId: 'a',
      spanId: 'b',
      agentName: 'hello',
      instanceKey: 'default',
      turnId: 't',
      toolName: 'calculator__evaluate',
    };
    const started = {
      ...place,
      type: 'tool.started' as const,
      attributes: { args: { expression: '2+3*4' } },
    };
    const ended = { ...place, durationMs: 3, type: 'tool.completed' as const, attributes: { preview: '14' } };
    expect(toolLine(ended, started, false)).toBe(
      'calculator__evaluate {"expression":"2+3*4"}            ok   3 ms   → 14',
    );
    const error = { code: 'E_TOOL', message: 'no\nway' };
    expect(toolLine({ ...place, type: 'tool.failed', error }, undefined, false)).toMatch(
      /^calculator__evaluate +error {3}→ E_TOOL no way$/,
    );
  });

  test('a lone value by itself, anything else as JSON', () => {
    expect([42, 'text', null, { value: 42 }, { value: 0.5, text: '1/2' }].map(valueText)).toEqual([
      '42',
      'text',
      'null',
      '42',
      '1/2',
    ]);
    expect(valueText({ value: 1, unit: 'm' })).toBe('{\n  "value": 1,\n  "unit": "m"\n}');
    expect(valueText({ value: [1] })).toBe('{\n  "value": [\n    1\n  ]\n}');
  });

  test('foreign text cannot steer the terminal, and keeps to its line where it has to', () => {
    expect(terminalText('a\u001B[2Jb\n\tc\u202Ed')).toBe('a·[2Jb\n\tc·d');
    expect(oneLine('a\n  b 🙂🙂🙂', 6)).toBe('a b 🙂…');
  });

  test('columns line up, also where characters are wide', () => {
    expect(
      table([
        ['가나', 'x'],
        ['a', 'y'],
      ]),
    ).toBe('가나  x\na     y');
  });

  test('lengths of time in the unit that fits', () => {
    expect([0.4, 999, 1900, 120_000, 7_200_000].map(duration)).toEqual([
      '0 ms',
      '999 ms',
      '1.9 s',
      '2 min',
      '2 h',
    ]);
  });

  test('how to go on names the same bundle and state, as a shell takes it', () => {
    const invocation = { options: optionReader({ stateRoot: "/a b's" }) };
    expect(resumeCommand(invocation, 'examples/hello')).toBe(
      "gdn run examples/hello --resume --state-root '/a b'\\''s'",
    );
    expect(resumeCommand({ options: optionReader({ directory: 'x' }) })).toBe('gdn run x --resume');
  });
});

describe('--arg key=value', () => {
  test.each([
    ['5', { type: 'number' }, 5],
    ['5', { type: 'integer' }, 5],
    ['5', { type: 'string' }, '5'],
    ['5', undefined, '5'],
    ['five', { type: 'number' }, 'five'],
    ['true', { type: 'boolean' }, true],
    ['true', { type: 'string' }, 'true'],
    ['null', { type: ['number', 'null'] }, null],
    ['[1]', { type: 'array' }, [1]],
    ['{"a":1}', { type: 'object' }, { a: 1 }],
    ['{"a":1}', { type: 'string' }, '{"a":1}'],
    ['2', { enum: [1, 2] }, 2],
    ['2', { anyOf: [{ type: 'boolean' }, { type: 'number' }] }, 2],
    ['"quoted"', { type: 'string' }, '"quoted"'],
    ['', { type: 'number' }, ''],
  ])('%s for %j is %j', (text, schema, value) => {
    expect(typedValue(text, schema)).toEqual(value);
  });
});
