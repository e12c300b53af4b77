/** The campaign of `nasty.test.ts` by hand: `bun --no-install packages/runtime/test/process/nasty-run.ts [rounds] [kind …]`. */
import { nasty, runNastyCampaign } from './support/nasty-campaign.ts';

const [, , rounds = '100', ...kinds] = process.argv;
let isGood = true;
await runNastyCampaign(
  Number(rounds),
  (report) => {
    const allowed = nasty[report.kind] ?? [];
    const isExpected = Object.keys(report.outcomes).every((seen) => allowed.includes(seen));
    isGood &&= isExpected && report.roundsWithoutAnswer === 0;
    console.log(JSON.stringify(report));
  },
  kinds.length === 0 ? undefined : kinds,
);
process.exitCode = isGood ? 0 : 1;
