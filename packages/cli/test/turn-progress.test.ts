import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import type { RuntimeEvent } from '@goondan/runtime';
import { createOutput } from '../src/output/output.ts';
import type { OutputFormat } from '../src/output/output-format.ts';
import { TurnActivity } from '../src/turn/turn-activity.ts';
import { showTurnProgress } from '../src/turn/turn-progress.ts';
import { gdnInTerminal, inPlace } from './gdn.ts';
import { testBundle } from './test-bundle.ts';

let spans = 0;
function event(type: RuntimeEvent['type'], fields: Partial<RuntimeEvent> = {}): RuntimeEvent {
  spans += 1;
  const ids = { traceId: 't', spanId: `s${spans}`, turnId: 'turn', instanceKey: 'default' };
  return { type, at: 0, agentName: 'hello', ...ids, ...fields };
}

interface Screen {
  readonly isTerminal?: boolean;
  readonly isErrorTerminal?: boolean;
  readonly format?: OutputFormat;
}

/** An output over streams that are kept in the order they were written. */
function outputOn({ isTerminal = true, isErrorTerminal = true, format = 'text' }: Screen) {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  let before = (): void => {};
  const output = createOutput(
    {
      isColored: false,
      isErrorColored: false,
      isTerminal,
      isErrorTerminal,
      columns: () => (isTerminal ? 30 : undefined),
      out: write,
      err: write,
      onOther: (listener) => void (before = listener),
      flush: async () => {},
    },
    format,
  );
  return { output, written, printByOthers: () => before() };
}

describe('what a turn is at', () => {
  test('is the newest of what has begun and not ended: a step, a tool, a step of another agent', () => {
    const activity = new TurnActivity();
    expect(activity.text(0)).toBe('');
    const step = event('step.started', { stepIndex: 0, at: 1000 });
    activity.onEvent(step);
    expect(activity.text(4200)).toBe('hello  step 1 … 3.0 s');
    const tool = event('tool.started', { toolName: 'agents__request', stepIndex: 0, at: 5000 });
    activity.onEvent(tool);
    expect(activity.text(6000)).toBe('hello  agents__request … 1.0 s');
    const other = event('step.started', { agentName: 'coder', stepIndex: 1, at: 7000 });
    activity.onEvent(other);
    expect(activity.text(67_000)).toBe('coder  step 2 … 1 min');
    activity.onEvent({ ...other, type: 'step.failed' });
    expect(activity.text(8000)).toBe('hello  agents__request … 3.0 s');
    activity.onEvent({ ...tool, type: 'tool.completed' });
    activity.onEvent({ ...step, type: 'step.completed' });
    expect(activity.text(8000)).toBe('');
  });

  test('is nothing while a call waits for a person, and nothing of a turn that has ended', () => {
    const activity = new TurnActivity();
    const tool = event('tool.started', { toolName: 'probe__danger' });
    activity.onEvent(tool);
    activity.onEvent({ ...tool, type: 'tool.held' });
    expect(activity.text(5000)).toBe('');
    activity.onEvent(event('step.started', { stepIndex: 0 }));
    activity.onEvent(event('turn.cancelled'));
    expect(activity.text(5000)).toBe('');
  });
});

describe('the line that tells of it', () => {
  const statusOf = (screen: Screen): string[] => {
    const { output, written } = outputOn(screen);
    const progress = showTurnProgress(output);
    progress.onEvent(event('step.started', { stepIndex: 0, at: Date.now() - 2500 }));
    progress.tick();
    progress.end();
    return written;
  };

  test('is replaced, and gone at the end', () => {
    expect(statusOf({})).toEqual(['\rhello  step 1 … 2.0 s', `\r${' '.repeat(21)}\r`]);
  });

  test('is not shown where stdout or stderr is no terminal, nor beside JSON', () => {
    const screens = [{ isTerminal: false }, { isErrorTerminal: false }] as const;
    for (const screen of screens) expect(statusOf(screen)).toEqual([]);
    for (const format of ['json', 'stream-json'] as const) expect(statusOf({ format })).toEqual([]);
  });

  test('makes room for whatever is written, by us or by a tool', () => {
    const { output, written, printByOthers } = outputOn({});
    output.status('busy');
    output.line('a line');
    output.status('busy');
    output.note('a note');
    output.status('busy');
    printByOthers();
    expect(written).toEqual([
      '\rbusy',
      '\r    \r',
      'a line\n',
      '\rbusy',
      '\r    \r',
      'a note\n',
      '\rbusy',
      '\r    \r',
    ]);
  });

  test('is never wider than the terminal: what has wrapped could not be taken back', () => {
    const { output, written } = outputOn({});
    output.status('x'.repeat(100));
    expect(written).toEqual([`\r${'x'.repeat(28)}…`]);
  });
});

/** Ends when it is told to, by a file. */
const slow = {
  'goondan.yaml': testBundle['goondan.yaml'],
  'probe.ts': testBundle['probe.ts']
    .replace(
      'add: (_context, { left, right }) =>',
      'add: async (_context, { left, right }) => { while (!(await Bun.file(process.env.GO).exists())) await Bun.sleep(20); return',
    )
    .replace('({ sum: left + right }),', '({ sum: left + right }); },'),
};

describe('gdn run --input', () => {
  test('tells in a terminal which agent is at which tool, and leaves nothing of it', async () => {
    await inPlace(slow, async (place) => {
      const go = join(place.root, 'go');
      const { code, screen } = await gdnInTerminal(place, ['run', '--input', 'add 1 2'], {
        env: { NO_COLOR: '1', GO: go },
        onScreen: (seen) => {
          if (seen.includes('probe__add …')) writeFileSync(go, '');
        },
      });
      expect(code).toBe(0);
      expect(screen).toMatch(/\rhello {2}probe__add … \d+\.0 s/);
      expect(screen).toMatch(/\r +\r {9}probe__add .* ok /);
      expect(screen).not.toContain('\u001B[');
    });
  });
});
