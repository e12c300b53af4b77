/** Makes 100,000 calls in 2,000 turns in an agent process, and tells what grows: memory, descriptors, zombies, the journal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from '@goondan/core';
import { z } from 'zod';
import { figuresOf, isWithin, type Figure } from './figures.ts';
import { gaugeSchema } from './gauge.ts';

const reportSchema = z.object({
  calls: z.number(),
  turns: z.number(),
  samples: z.array(z.object({ calls: z.number(), agent: gaugeSchema, orchestrator: gaugeSchema })),
  seconds: z.number(),
  wrong: z.number(),
  journal: z.number(),
  pruned: z.number(),
});

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    turns: { type: 'string', default: '2000' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'string' },
  },
});

const root = mkdtempSync(join(tmpdir(), 'goondan-soak-'));
const worker = join(import.meta.dir, 'worker.ts');
const child = Bun.spawn([process.execPath, '--no-install', worker, root, values.calls, values.turns], {
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'inherit',
});
const printed = await new Response(child.stdout).text();
if ((await child.exited) !== 0) {
  console.error(`The soak did not come to its end. Its files: ${root}`);
  process.exit(1);
}
const report = reportSchema.parse(parseJson(printed));
const figures = figuresOf(report);
rmSync(root, { recursive: true, force: true });

if (values.json) console.log(JSON.stringify({ figures, samples: report.samples }));
else {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures)
    console.log(
      `${mark(figure)}  ${figure.name.padEnd(width)}  ${shown(figure.value).padStart(12)} ${figure.unit}${limitText(figure)}`,
    );
}
if (values.markdown !== undefined) writeFileSync(values.markdown, page(figures));
process.exitCode = values.check && !figures.every(isWithin) ? 1 : 0;

function page(all: readonly Figure[]): string {
  const rows = all.map(
    ({ name, value, unit, limit }) =>
      `| ${name} | ${shown(value)} ${unit} | ${limit === undefined ? '' : shown(limit)} |`,
  );
  const head = [
    '# Soak: the latest run',
    '',
    `Written by \`bun run soak --calls ${values.calls} --turns ${values.turns}\`.`,
    '',
  ];
  return [...head, '| figure | value | limit |', '| --- | ---: | ---: |', ...rows, ''].join('\n');
}

function mark(figure: Figure): string {
  return figure.limit === undefined ? '    ' : isWithin(figure) ? 'ok  ' : 'OVER';
}

function limitText({ limit }: Figure): string {
  return limit === undefined ? '' : `  (limit ${shown(limit)})`;
}

function shown(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2);
}
