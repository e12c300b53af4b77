import { describe, expect, test } from 'bun:test';
import { gdn, inPlace } from './shared-gdn.ts';
import { objectWith } from './matchers.ts';
import { testBundle } from './test-bundle.ts';

describe('gdn tool list', () => {
  test("shows the entry agent's catalog with descriptions", async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['tool', 'list']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^probe__add +Adds two numbers$/m);
    });
  });

  test('with --json items have name, description, parameters and source (ITEM-1)', async () => {
    await inPlace(testBundle, async (place) => {
      const { stdout } = await gdn(place, ['tool', 'list', '--json']);
      expect(JSON.parse(stdout)).toContainEqual({
        name: 'probe__add',
        description: 'Adds two numbers',
        parameters: objectWith({ required: ['left', 'right'] }),
        source: { type: 'config', name: 'probe' },
      });
    });
  });

  test("CAT-5: another agent's catalog is its own, --all is the registry", async () => {
    await inPlace(testBundle, async (place) => {
      expect(JSON.parse((await gdn(place, ['tool', 'list', '--agent', 'idle', '--json'])).stdout)).toEqual(
        [],
      );
      const all = await gdn(place, ['tool', 'list', '--agent', 'idle', '--all']);
      expect(all.stdout).toContain('probe__add');
    });
  });

  test('without a bundle there are the stock tools', async () => {
    await inPlace({}, async (place) => {
      const { code, stdout } = await gdn(place, ['tool', 'list']);
      expect(code).toBe(0);
      expect(stdout).toContain('calculator__evaluate');
    });
  });
});

describe('gdn tool call', () => {
  test('types each --arg by the schema of the tool', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, [
        'tool',
        'call',
        'probe__add',
        '--arg',
        'left=1',
        '--arg',
        'right=2.5',
        '--json',
      ]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        toolName: 'probe__add',
        status: 'ok',
        output: { sum: 3.5 },
      });
    });
  });

  test('an argument no schema speaks of stays text, and --arg lies over --args-json', async () => {
    await inPlace(testBundle, async (place) => {
      const args = ['tool', 'call', 'probe__echo', '--args-json', '{"a":1,"b":2}', '--arg', 'b=3', '--json'];
      expect(JSON.parse((await gdn(place, args)).stdout)).toHaveProperty('output', { a: 1, b: '3' });
    });
  });

  test('reads --args-json from a file or from stdin when asked to', async () => {
    await inPlace({ ...testBundle, 'args.json': '{"from":"file"}' }, async (place) => {
      const call = ['tool', 'call', 'probe__echo', '--json', '--args-json'];
      const fromFile = await gdn(place, [...call, '@args.json']);
      const fromStdin = await gdn(place, [...call, '-'], { stdin: '{"from":"stdin"}' });
      expect(JSON.parse(fromFile.stdout)).toHaveProperty('output', { from: 'file' });
      expect(JSON.parse(fromStdin.stdout)).toHaveProperty('output', { from: 'stdin' });
    });
  });

  test('a lone value is printed by itself, anything else as JSON', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['tool', 'call', 'probe__value', '--arg', 'value=42'])).stdout).toBe('42\n');
      const echo = await gdn(place, ['tool', 'call', 'probe__echo', '--arg', 'a=b']);
      expect(echo.stdout).toBe('{\n  "a": "b"\n}\n');
    });
  });

  test('a tool that fails: exit 5, the error on stderr with its code', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['tool', 'call', 'probe__fail']);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr).toContain('error: E_TOOL  on purpose');
      const json = await gdn(place, ['tool', 'call', 'probe__fail', '--json']);
      expect(json.code).toBe(5);
      expect(JSON.parse(json.stdout)).toMatchObject({ status: 'error', error: { code: 'E_TOOL' } });
    });
  });

  test('arguments that do not fit: exit 5, told by path', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stderr } = await gdn(place, ['tool', 'call', 'probe__add', '--arg', 'left=one']);
      expect(code).toBe(5);
      expect(stderr).toContain('E_TOOL_INVALID_ARGS');
      expect(stderr).toContain('/left must be number, got string "one"');
    });
  });

  test('an unknown tool: exit 5, with the nearest name', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stderr } = await gdn(place, ['tool', 'call', 'probe__ad']);
      expect(code).toBe(5);
      expect(stderr).toContain("Did you mean 'probe__add'?");
    });
  });

  test('PEND-3: a held call: exit 4, with how to answer it', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['tool', 'call', 'probe__danger']);
      expect(code).toBe(4);
      expect(stdout).toContain('hello wants probe__danger');
      expect(stdout).toMatch(/gdn approve \S+/);
    });
  });

  test('arguments that cannot be read are a usage error: exit 2', async () => {
    await inPlace(testBundle, async (place) => {
      const call = ['tool', 'call', 'probe__echo'];
      for (const flags of [
        ['--args-json', '{'],
        ['--args-json', '[]'],
        ['--args-json', '@none.json'],
        ['--arg', 'noequals'],
        ['--arg', 'a=1', '--arg', 'a=2'],
        ['--workdir', 'none'],
      ]) {
        expect([flags, (await gdn(place, [...call, ...flags])).code]).toEqual([flags, 2]);
      }
    });
  });

  test('without a bundle a stock tool is called', async () => {
    await inPlace({}, async (place) => {
      const { stdout } = await gdn(place, [
        'tool',
        'call',
        'calculator__evaluate',
        '--arg',
        'expression=6*7',
      ]);
      expect(stdout).toBe('42\n');
    });
  });
});
