import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'bun:test';
import { callBash, modes, ran } from './bash-calls.ts';

const canaries = Array.from({ length: 20 }, () => `canary ${randomBytes(12).toString('base64')}/+=`);
const forms = canaries.flatMap((one) => [
  one,
  Buffer.from(one).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(one),
]);
const environment = Object.fromEntries(canaries.map((one, at) => [`SECRET_${at}_API_KEY`, one]));
const entry = fileURLToPath(new URL('call-child.ts', import.meta.url));

async function printedBy(sandbox: string, command: string): Promise<string> {
  const child = Bun.spawn([process.execPath, '--no-install', entry, sandbox, command], {
    env: { PATH: process.env['PATH'] ?? '', ...environment, BUN_JSC_usePollingTraps: '1' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return out + err;
}

const occurrences = (text: string): number => forms.filter((form) => text.includes(form)).length;

describe.each(modes)('permissions.sandbox %s', (sandbox) => {
  test('POL-5: a child sees none of our environment', async () => {
    const text = await printedBy(
      sandbox,
      'echo "seen by: $0"; env; export -p; set; cat /proc/self/environ /proc/$PPID/environ',
    );
    expect(text).toContain('seen by: ');
    expect(occurrences(text)).toBe(0);
  });

  test('POL-5: a child is given the variables that policy allows, and those only', async () => {
    process.env['GOONDAN_TEST_ALLOWED'] = 'given 값';
    process.env['GOONDAN_TEST_OTHER'] = 'kept';
    const permissions = { sandbox, env: { allow: ['GOONDAN_TEST_ALLOWED', 'GOONDAN_TEST_UNSET', 'EXTRA'] } };
    const command = 'env | grep -E "GOONDAN_TEST|EXTRA" | sort';
    const { stdout } = await ran(callBash('exec', { command, env: { EXTRA: `it's "so"` } }, { permissions }));
    expect(stdout).toBe(`EXTRA=it's "so"\nGOONDAN_TEST_ALLOWED=given 값\n`);
    delete process.env['GOONDAN_TEST_ALLOWED'];
    delete process.env['GOONDAN_TEST_OTHER'];
  });
});

if (modes.includes('required')) {
  test('a command in the sandbox finds none of our secrets in any process, file of ours or argument', async () => {
    const command = `
      cat /proc/*/environ /proc/*/cmdline /proc/*/task/*/environ
      for pid in /proc/[0-9]*; do cat $pid/mem; done
      cat /proc/*/fd/* </dev/null & sleep 0.3; find / -xdev -name '*environ*' -path '*proc*' | head -100; echo looked`;
    const text = await printedBy('required', command);
    expect(text).toContain('looked');
    expect(occurrences(text)).toBe(0);
  });
}
