#!/usr/bin/env node
// Started by Node or by Bun; what it starts is Bun, the one that was installed with this package.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
/** How long a child that was asked to end may take: code of a bundle that spins never hears of it. */
const graceMs = 10_000;

if (process.versions.bun === undefined) start();
else await import(main.href);

function start() {
  const child = spawn(
    fileURLToPath(new URL('bin/bun.exe', import.meta.resolve('bun/package.json'))),
    [
      '--no-install',
      // Where this process is killed, what it started goes with it: else a turn would live on that nobody sees.
      '--no-orphans',
      // What Bun does comes from us and not from files that lie in the folder gdn is started in.
      '--no-env-file',
      `--config=${fileURLToPath(new URL('bunfig.toml', import.meta.url))}`,
      fileURLToPath(main),
      ...process.argv.slice(2),
    ],
    // A worker that spins can be ended only when its traps are polled.
    { stdio: 'inherit', env: { BUN_JSC_usePollingTraps: '1', ...process.env } },
  );
  /** @type {NodeJS.Signals | undefined} */
  let asked;
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      if (asked === undefined) setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
      asked ??= signal;
      child.kill(signal);
    });
  }
  child.on('error', reportMissing);
  child.on('exit', (code, signal) => {
    const cause = asked ?? signal;
    process.exitCode = code ?? 128 + (cause === null ? 0 : constants.signals[cause]);
  });
}

/** @param {Error} error */
function reportMissing(error) {
  const message = `Bun could not be started: ${error.message}`;
  const suggestion = 'Run npm rebuild bun; its install script puts the binary in place.';
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ error: { code: 'E_INTERNAL', message, suggestion } })}\n`);
  } else process.stderr.write(`error: ${message}\n  ${suggestion}\n`);
  process.exitCode = 1;
}
