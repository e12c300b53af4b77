import manifest from '../package.json' with { type: 'json' };
import type { Verdict } from './validate/verdict.ts';

const typed = process.argv.slice(2);

// Two answers need no command line. To make the stream `process.stdout` alone costs twice the start of Bun; `console` does without.
if (typed.length === 1 && (typed[0] === '--version' || typed[0] === '-V')) console.log(manifest.version);
else {
  const verdict = await earlierVerdict();
  if (verdict === undefined) {
    const { runProcess } = await import('./run-process.ts');
    await runProcess(typed);
  } else if (typed.includes('--json')) console.log('{"valid":true,"errors":[],"warnings":[]}');
  else console.log(verdict.text);
}

async function earlierVerdict(): Promise<Verdict | undefined> {
  if (typed[0] !== 'validate' && typed[1] !== 'validate') return undefined;
  const { knownVerdict } = await import('./validate/known-verdict.ts');
  return knownVerdict(typed, { cwd: process.cwd(), env: process.env });
}
