import { describe, expect, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceKeyOf } from '../src/command/instance-options.ts';
import { optionReader } from '../src/command/option-reader.ts';
import { errorReport } from '../src/error/error-report.ts';
import { duration } from '../src/output/duration.ts';
import { table } from '../src/output/table.ts';
import { oneLine, terminalText } from '../src/output/terminal-text.ts';
import { valueText } from '../src/output/value-text.ts';
import { calledAs } from '../src/place/called-as.ts';
import { resumeCommand } from '../src/place/resume-command.ts';
import { traceText } from '../src/trace/trace-text.ts';
import { typedValue } from '../src/tool/typed-value.ts';
import { retryLine } from '../src/turn/retry-line.ts';
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
    const output = { isColored: false, columns: undefined };
    expect(toolLine(ended, started, { output, before: '' })).toBe(
      'calculator__evaluate {"expression":"2+3*4"}            ok   3 ms   → 14',
    );
    const error = { code: 'E_TOOL', message: 'no\nway' };
    expect(toolLine({ ...place, type: 'tool.failed', error }, undefined, { output, before: '  ' })).toMatch(
      /^ {2}calculator__evaluate +error {3}→ E_TOOL no way$/,
    );
  });

  test('a call keeps to one line of a narrow terminal, and shows how it ended and how long it took', () => {
    const place = { at: 0, traceId: 'a', spanId: 'b', agentName: 'a', instanceKey: 'default', turnId: 't' };
    const attributes = { args: { path: '보고서/'.repeat(20) }, preview: '가나다 '.repeat(20) };
    const ended = {
      ...place,
      type: 'tool.completed' as const,
      toolName: 'file-system__read',
      durationMs: 130,
      attributes,
    };
    for (const columns of [60, 80, 120, 200]) {
      const line = toolLine(ended, undefined, { output: { isColored: false, columns }, before: '         ' });
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(line).toMatch(/^ {9}file-system__read \{"p.* ok {3}130 ms {3}→ 가나/);
    }
    const error = { code: 'E_TOOL_DENIED', message: 'file-system__read was denied: not on a Friday' };
    const failed = { ...ended, type: 'tool.failed' as const, error };
    expect(toolLine(failed, undefined, { output: { isColored: false, columns: 40 }, before: '' })).toContain(
      'not on a Friday',
    );
  });

  test('a model that is asked again: when, and why', () => {
    const event = {
      at: 0,
      traceId: 'a',
      spanId: 'b',
      agentName: 'a',
      instanceKey: 'default',
      turnId: 't',
      type: 'model.retried' as const,
      error: { code: 'E_MODEL_UNAVAILABLE', message: "openai 'm': 502\nBad gateway" },
      attributes: { attempt: 1, waitMs: 1900 },
    };
    expect(retryLine(event)).toBe("asked again in 1.9 s: E_MODEL_UNAVAILABLE openai 'm': 502 Bad gateway");
  });

  test('a trace keeps to the lines of the terminal: less of the arguments, then no bars; why a call failed stays', () => {
    const turn = {
      traceId: 'a',
      agentName: 'reader',
      instanceKey: 'default',
      turnId: '8d65b4b5ddcad1dc',
      status: 'ok' as const,
      startedAt: new Date(0).toISOString(),
      durationMs: 112,
    };
    const call = {
      ...turn,
      spanId: '3',
      parentSpanId: '2',
      name: 'file-system__read',
      toolName: 'file-system__read',
      attributes: { args: { path: '보고서/'.repeat(20) } },
    };
    const error = {
      code: 'E_FILE_NOT_FOUND',
      message: 'there is no 보고서 in the workdir of this conversation',
    };
    const spans = [
      { ...turn, spanId: '1', parentSpanId: null, name: 'turn', toolName: null },
      { ...turn, spanId: '2', parentSpanId: '1', name: 'step 1', toolName: null },
      call,
      { ...call, spanId: '4', status: 'error' as const, error },
    ];
    const linesIn = (columns: number | undefined) =>
      traceText(spans, { isColored: false, columns }).split('\n');
    for (const columns of [60, 80, 120]) {
      const widths = linesIn(columns).map((line) => Bun.stringWidth(line));
      expect(Math.max(...widths.slice(0, 3))).toBeLessThanOrEqual(columns);
    }
    expect(linesIn(80)[2]).toMatch(/^│ {2}├─|^ {3}├─ file-system__read {2}\{"path":.+… {2}112 ms {2}▇+$/);
    expect(linesIn(60)[2]).toMatch(/file-system__read {2}\{"path":.+… {2}112 ms$/);
    expect(linesIn(60)[3]).toContain(error.message);
    expect(linesIn(undefined)[3]).toMatch(/conversation {2}▇+$/);
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

  test('an empty key is no conversation: a variable that is not set must not make one that all share', () => {
    expect(instanceKeyOf(optionReader({}))).toBe('default');
    expect(instanceKeyOf(optionReader({ instanceKey: '철수 🙂' }))).toBe('철수 🙂');
    expect(() => instanceKeyOf(optionReader({ instanceKey: ' ' }))).toThrow('--instance-key is empty');
  });

  test('what to type next begins as what was typed', () => {
    expect([
      calledAs({ npm_command: 'exec' }),
      calledAs({ npm_command: 'run-script' }),
      calledAs({}),
    ]).toEqual(['npx gdn', 'gdn', 'gdn']);
  });
});

describe('what the operating system refuses', () => {
  const thrownBy = (action: () => Promise<unknown>): Promise<unknown> =>
    action().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

  test('is no defect of ours: path, reason and a way out', async () => {
    const beneathFile = join(import.meta.path, 'state');
    const refused = errorReport(await thrownBy(() => mkdir(beneathFile, { recursive: true })));
    expect(refused.code).toBe('E_FILE_ACCESS');
    expect(refused.message).toContain(`${beneathFile}: a part of the path is a file`);
    const denied = Object.assign(new Error('EACCES'), {
      code: 'EACCES',
      syscall: 'mkdir',
      path: '/ro/state',
    });
    expect(errorReport(denied)).toMatchObject({
      code: 'E_FILE_ACCESS',
      message: '/ro/state: permission denied (mkdir)',
    });
    expect(errorReport(denied).suggestion).toContain('--state-root');
  });

  test('a defect stays a defect', () => {
    expect(errorReport(new TypeError('x is not a function')).code).toBe('E_INTERNAL');
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/ours' });
    expect(errorReport(missing).code).toBe('E_INTERNAL');
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
