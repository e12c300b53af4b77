import { expect, test } from 'bun:test';
import { GoondanError } from '@goondan/core';
import { CommandRunner } from '../../process/command-runner.ts';

const part = { head: 4096, tail: 4096 };

test('a supervisor that does not start is an error with its reason, and not the output of a command', async () => {
  const runner = new CommandRunner({
    command: ['/bin/sh', '-c', 'echo "bwrap: Can\'t find source path" >&2; exit 1'],
    env: {},
    files: [],
    stop: () => undefined,
    failure: (said) => new GoondanError('E_TOOL_SANDBOX', said),
  });
  const run = runner.run('echo never', { stdout: part, stderr: part });
  const failure = await run.catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'E_TOOL_SANDBOX', message: "bwrap: Can't find source path" });
  expect(runner.isUsable).toBe(false);
});
