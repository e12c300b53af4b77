/** Runs command lines in a process of its own and prints what came of them: `call-child.ts SANDBOX COMMAND…`. */
import { callBash, newWorkdir } from './bash-calls.ts';

const [mode = 'auto', ...commands] = process.argv.slice(2);
const sandbox = mode === 'required' || mode === 'off' ? mode : 'auto';
const workdir = newWorkdir();
const warnings: string[] = [];
console.warn = (text: string) => void warnings.push(text);
for (const command of commands) {
  const result = await callBash(
    'exec',
    { command, timeoutMs: 300_000 },
    { permissions: { sandbox }, workdir },
  );
  console.log(JSON.stringify({ ...result, warnings, rss: process.memoryUsage.rss() }));
}
