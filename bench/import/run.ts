/** What it costs to import the core: fresh processes, interleaved with an empty one; prints medians and the bound. */
const limitMs = 40;
const rounds = 15;
const contestants = ['@goondan/core', '@goondan/core/tool', '@goondan/core/bundle'] as const;

const samples = new Map<string, number[]>(contestants.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const name of contestants) samples.get(name)?.push(await importTime(name));
}

let isBroken = false;
for (const [name, times] of samples) {
  const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? NaN;
  // The bound is for the core; reading bundles brings the YAML parser and the config schemas.
  const isBound = name !== '@goondan/core/bundle';
  if (isBound && !(median < limitMs)) isBroken = true;
  console.log(
    `${name.padEnd(22)} ${median.toFixed(1).padStart(6)} ms${isBound ? `   must be < ${limitMs} ms` : ''}`,
  );
}
process.exitCode = isBroken ? 1 : 0;

async function importTime(name: string): Promise<number> {
  const code = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start);`;
  const child = Bun.spawn([process.execPath, '--no-install', '-e', code], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return Number(await child.stdout.text());
}
