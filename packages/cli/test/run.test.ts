import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { readUntil, start } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { anyNumber, anyText } from './matchers.ts';
import { brokenBundle, testBundle } from './test-bundle.ts';

describe('gdn run', () => {
  test('shows who was asked what, each call and the answer, in plain text when piped', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['run', '.', '--input', 'add 1 2']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.replace(/\d+ ms/g, 'N ms').replace(/ +/g, ' ');
      expect(lines).toBe(
        `hello · scripted model, no network, no key

you add 1 2
 probe__add {"left":1,"right":2} ok N ms → {"sum":3}
hello It is 3.

1 turn · 2 steps · 1 tool call · N ms
`,
      );
    });
  });

  test('a variable that is missing is named with its place in the file, before the turn fails for it', async () => {
    const bundle = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: far }
spec: { provider: anthropic, model: some, apiKey: { valueFrom: { env: NOT_SET_HERE } } }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: hello }
spec: { modelConfig: { modelRef: Model/far } }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: default }
spec: { entryAgent: Agent/hello, agents: [Agent/hello] }
`;
    await inPlace({ 'goondan.yaml': bundle }, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['run', '--input', 'hi', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E_MODEL_AUTH' } });
      expect(stderr).toContain(
        'goondan.yaml:4:71  E_CONFIG_ENV_MISSING  warning: Model/far takes its API key',
      );
    });
  });

  test('--json is the outcome of the turn', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'add 1 2', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        output: 'It is 3.',
        turnId: anyText,
        traceId: anyText,
        status: 'completed',
        toolCalls: [{ name: 'probe__add', args: { left: 1, right: 2 }, status: 'ok', output: { sum: 3 } }],
        usage: { totalTokens: anyNumber },
      });
    });
  });

  test('--format stream-json is one JSON value a line and ends in exactly one result', async () => {
    await inPlace(testBundle, async (place) => {
      const { stdout } = await gdn(place, ['run', '--input', 'add 1 2', '--format', 'stream-json']);
      const types = typesOf(stdout);
      expect(types.filter((type) => type === 'result')).toHaveLength(1);
      expect(types.at(-1)).toBe('result');
      expect(types).toContain('tool.completed');
    });
  });

  test('--format stream-json ends in a result when the turn fails too', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'unheard', '--format', 'stream-json']);
      expect(code).toBe(1);
      expect(typesOf(stdout).filter((type) => type === 'result')).toHaveLength(1);
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
        type: 'result',
        status: 'failed',
        error: { code: 'E_MODEL_SCRIPT' },
      });
    });
  });

  test('a failed turn: exit 1 with code and suggestion on stderr', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stderr } = await gdn(place, ['run', '--input', 'unheard']);
      expect(code).toBe(1);
      expect(stderr).toContain('error: E_MODEL_SCRIPT');
      expect(stderr).toContain('More: gdn explain E_MODEL_SCRIPT');
    });
  });

  test('a tool error the model is told of is no failure of the turn', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'fail']);
      expect(code).toBe(0);
      expect(stdout).toContain('E_TOOL on purpose');
      expect(stdout).toContain('It failed.');
    });
  });

  test('what a tool prints does not reach stdout', async () => {
    await inPlace(testBundle, async (place) => {
      const { stdout, stderr } = await gdn(place, ['run', '--input', 'loud', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ output: 'It was loud.' });
      expect(stderr).toContain('printed by a tool');
      expect(stderr).toContain('written by a tool');
    });
  });

  test('reads the input from stdin when asked to, without the line end that echo puts behind it', async () => {
    await inPlace(testBundle, async (place) => {
      const { stdout } = await gdn(place, ['run', '--input', '-', '--json'], { stdin: 'add 1 2\n' });
      expect(JSON.parse(stdout)).toMatchObject({ output: 'It is 3.' });
    });
  });

  test('an invalid bundle: exit 3 with all mistakes on stderr', async () => {
    await inPlace(brokenBundle, async (place) => {
      const { code, stdout, stderr } = await gdn(place, ['run', '--input', 'hello']);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('E_CONFIG_REF_NOT_FOUND');
      const json = await gdn(place, ['run', '--input', 'hello', '--json']);
      expect(json.code).toBe(3);
      expect(JSON.parse(json.stdout)).toMatchObject({
        error: {
          code: 'E_CONFIG_REMOVED_FIELD',
          findings: [{ code: 'E_CONFIG_REMOVED_FIELD' }, { code: 'E_CONFIG_REF_NOT_FOUND' }],
        },
      });
    });
  });

  test('no bundle: exit 3', async () => {
    await inPlace({}, async (place) => {
      const { code, stderr } = await gdn(place, ['run', '--input', 'hello']);
      expect(code).toBe(3);
      expect(stderr).toContain('E_CONFIG_NOT_FOUND');
    });
  });

  test('an agent that does not exist: the nearest name, exit 1', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stderr } = await gdn(place, ['run', '--input', 'hello', '--agent', 'helo']);
      expect(code).toBe(1);
      expect(stderr).toContain('E_AGENT_NOT_FOUND');
      expect(stderr).toContain("Did you mean 'hello'?");
    });
  });

  test('without --input nothing waits on stdin: exit 2', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['run'])).code).toBe(2);
      expect((await gdn(place, ['run', '--input', ' '])).code).toBe(2);
      expect((await gdn(place, ['run', '--input', 'hello', '--resume'])).code).toBe(2);
      expect((await gdn(place, ['run', '--input', 'hello', '--timeout', 'soon'])).code).toBe(2);
    });
  });

  test('PEND-3: a held call: exit 4, and the turn waits for its answer', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'danger']);
      expect(code).toBe(4);
      expect(stdout).toContain('hello wants probe__danger {"text":"danger"}');
      expect(stdout).toContain('rule: ');
      const again = await gdn(place, ['run', '--resume', '--json']);
      expect(again.code).toBe(4);
      expect(JSON.parse(again.stdout)).toMatchObject({
        resumed: [{ status: 'held', held: [{ toolName: 'probe__danger' }] }],
      });
      const { stdout: found } = await gdn(place, ['run', '--resume']);
      expect(found).toContain('ago, waits for a person\n');
    });
  });

  test('SPEC §12: --resume says how far a turn had got that was killed, and what became of the call it was in', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang']);
      await readUntil(child.stderr, 'hang has started');
      child.kill('SIGKILL');
      await child.exited;
      const { code, stdout } = await gdn(place, ['run', '--resume']);
      expect(code).toBe(0);
      expect(stdout).toContain('was cut off: 0 of 1 call had finished');
      expect(stdout).toContain('E_TOOL_OUTCOME_UNKNOWN');
    });
  });

  test('--timeout cancels the turn: exit 1 with a code', async () => {
    await inPlace(testBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'hang', '--timeout', '0.2', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'cancelled', error: { code: 'E_RUN_TIMEOUT' } });
      expect(JSON.parse((await gdn(place, ['run', '--resume', '--json'])).stdout)).toEqual({ resumed: [] });
    });
  });
});

describe('a run that is cut off', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s: exit 130, and it can be resumed', async (signal) => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang'], { way: 'launcher' });
      await readUntil(child.stderr, 'hang has started');
      child.kill(signal);
      expect(await child.exited).toBe(130);
      const { code, stdout } = await gdn(place, ['run', '--resume']);
      expect(code).toBe(0);
      expect(stdout).toContain('of hello/default');
    });
  });

  test('by kill -9: --resume says what was found and does not start the call again', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang'], { way: 'launcher' });
      await readUntil(child.stderr, 'hang has started');
      expect((await gdn(place, ['trace', 'last'])).stdout).not.toContain('cut off');
      child.kill('SIGKILL');
      await child.exited;
      expect((await gdn(place, ['trace', 'last'])).stdout).toContain('was cut off. Go on: gdn run --resume');
      const { code, stdout, stderr } = await gdn(place, ['run', '--resume']);
      expect(code).toBe(0);
      expect(stdout).toContain('was cut off');
      expect(stdout).toContain('E_TOOL_OUTCOME_UNKNOWN');
      expect(stderr).not.toContain('hang has started');
      expect(await gdn(place, ['run', '--resume'])).toMatchObject({ code: 0, stdout: 'nothing to resume\n' });
    });
  });

  test('with --json: the error says that it was interrupted', async () => {
    await inPlace(testBundle, async (place) => {
      const child = start(place, ['run', '--input', 'hang', '--json']);
      await readUntil(child.stderr, 'hang has started');
      child.kill('SIGINT');
      const stdout = await new Response(child.stdout).text();
      expect(await child.exited).toBe(130);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E_RUN_INTERRUPTED' } });
    });
  });
});

const recordSchema = z.looseObject({ type: z.string() });

function typesOf(stdout: string): string[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => recordSchema.parse(JSON.parse(line)).type);
}
