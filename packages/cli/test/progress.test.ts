import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { createOutput } from '../src/output/output.ts';
import { showProgress } from '../src/output/progress.ts';
import { gdnInTerminal, inPlace } from './gdn.ts';
import { testBundle } from './test-bundle.ts';

/** Ends when it is told to, by a file. */
const slow = {
  ...testBundle,
  'probe.ts': testBundle['probe.ts'].replace(
    "danger: () => 'done'",
    "danger: () => 'done',\n  slow: async () => { while (!(await Bun.file(process.env.GO).exists())) await Bun.sleep(20); }",
  ),
  'goondan.yaml': testBundle['goondan.yaml'].replace(
    '    - name: danger',
    '    - name: danger\n    - name: slow',
  ),
};

function outputOn(isErrorTerminal: boolean) {
  let written = '';
  const output = createOutput(
    {
      isColored: false,
      isErrorColored: false,
      isTerminal: false,
      isErrorTerminal,
      columns: () => undefined,
      out: () => {},
      err: (text) => {
        written += text;
      },
      onOther: () => {},
      flush: async () => {},
    },
    'text',
  );
  return { output, written: () => written };
}

describe('a call that takes long', () => {
  test('is told of on a terminal while it runs, and nothing of that is left', async () => {
    await inPlace(slow, async (place) => {
      const go = join(place.root, 'go');
      const env = { NO_COLOR: '1', GO: go };
      const { code, screen } = await gdnInTerminal(place, ['tool', 'call', 'probe__slow'], {
        env,
        onScreen: (seen) => {
          if (seen.includes('probe__slow …')) writeFileSync(go, '');
        },
      });
      expect(code).toBe(0);
      expect(screen).toMatch(/^\rprobe__slow … \d+\.0 s/);
      expect(screen).toMatch(/\r +\rnull\r\n$/);
    });
  });

  test('is not told of where stderr is no terminal', () => {
    const { output, written } = outputOn(false);
    output.status('probe__slow … 1.0 s');
    expect(written()).toBe('');
  });

  test('what is shown is replaced, in the width of what was there', () => {
    const { output, written } = outputOn(true);
    output.status('이름 … 9 s');
    output.status('a');
    output.status('');
    output.status('');
    expect(written()).toBe(`\r이름 … 9 s\ra${' '.repeat(9)}\r \r`);
    showProgress(output, 'x')();
    expect(written()).toEndWith('\r \r');
  });
});
