/** What it costs to import the core: fresh processes, interleaved; prints medians and the bound, with `--json` as one JSON value. */
import { describeMachine } from '../call/report.ts';

const limitMs = 40;
const rounds = 15;
const contestants = ['@goondan/core', '@goondan/core/tool', '@goondan/core/bundle'] as const;

const samples = new Map<string, number[]>(contestants.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const name of contestants) samples.get(name)?.push(await importTime(name));
}

const imports = [...samples].map(([name, times]) => {
  const medianMs = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? NaN;
  // The bound is for the core; reading bundles brings the YAML parser and the config schemas.
  return name === '@goondan/core/bundle' ? { name, medianMs } : { name, medianMs, belowMs: limitMs };
});
if (process.argv.includes('--json')) console.log(JSON.stringify({ machine: describeMachine(), imports }));
else
  for (const { name, medianMs, belowMs } of imports)
    console.log(
      `${name.padEnd(22)} ${medianMs.toFixed(1).padStart(6)} ms${belowMs === undefined ? '' : `   must be < ${belowMs} ms`}`,
    );
process.exitCode = imports.every(({ medianMs, belowMs = Infinity }) => medianMs < belowMs) ? 0 : 1;

async function importTime(name: string): Promise<number> {
  const code = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start);`;
  const child = Bun.spawn([process.execPath, '--no-install', '-e', code], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return Number(await child.stdout.text());
}
