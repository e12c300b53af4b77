/**
 * What our bridge to an MCP server costs beside the bare SDK client: the same server, one call after the other, in turn in one process.
 * `--check` exits 1 when the medians differ by more than 50 µs; `--json` prints one JSON value.
 */
import { describeMachine } from '../call/report.ts';
import { bareClient, bridge, type Contestant } from './contestants.ts';

/** Until the code of both is compiled. */
const warmUpRounds = 60;
const rounds = 300;
const callsInRound = 50;
const mostMicroseconds = 50;

const contestants = [await bareClient(), await bridge()];
const times = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
let count = 0;

for (let round = -warmUpRounds; round < rounds; round += 1)
  // Who goes first changes, so that neither always finds the machine warm.
  for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
    for (let call = 0; call < callsInRound; call += 1) {
      count += 1;
      const started = Bun.nanoseconds();
      const answer = await contestant.call(count);
      const took = (Bun.nanoseconds() - started) / 1000;
      if (!JSON.stringify(answer).includes(`t${count}`))
        throw new Error(`${contestant.name} gave a wrong answer`);
      if (round >= 0) times.get(contestant)?.push(took);
    }

const figures = contestants.map((contestant) => {
  const sorted = (times.get(contestant) ?? []).toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { name: contestant.name, medianUs: at(0.5), p10: at(0.1), p90: at(0.9) };
});
const [bare, bridged] = figures.map(({ medianUs }) => medianUs);
const overhead = (bridged ?? NaN) - (bare ?? NaN);
const isGood = overhead <= mostMicroseconds;
if (process.argv.includes('--json')) {
  const check = { overheadUs: overhead, limitUs: mostMicroseconds };
  console.log(JSON.stringify({ machine: describeMachine(), figures, check }));
} else {
  for (const { name, medianUs, p10, p90 } of figures)
    console.log(
      `${name.padEnd(28)} median ${medianUs.toFixed(1)} µs   p10 ${p10.toFixed(1)}   p90 ${p90.toFixed(1)}`,
    );
  console.log(`overhead ${overhead.toFixed(1)} µs (limit ${mostMicroseconds}): ${isGood ? 'ok' : 'BROKEN'}`);
}
for (const contestant of contestants) await contestant.close();
if (process.argv.includes('--check') && !isGood) process.exitCode = 1;
