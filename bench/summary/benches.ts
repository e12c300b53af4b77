import { z } from 'zod';
import { checkSchema } from '../call/check.ts';
import { reportSchema as callReportSchema } from '../call/report.ts';
import { figureSchema } from '../turn/figure.ts';
import { reportSchema as turnReportSchema } from '../turn/report.ts';
import { clusterResults } from './cluster-results.ts';
import { fieldOfCall, promiseOf, resultsOf } from './result-of-report.ts';
import type { Result } from './result.ts';

/** A bench, how it is run, and what its report comes to. */
export interface Bench {
  readonly name: string;
  readonly args: readonly string[];
  /** In a short run instead. */
  readonly shortArgs?: readonly string[];
  readonly read: (report: unknown) => Result[];
}

const figuresSchema = z.looseObject({ figures: z.array(figureSchema) });
const checksSchema = z.looseObject({ checks: z.array(checkSchema) });
const planSchema = z.looseObject({
  together: z.object({ seconds: z.number(), most: z.number() }),
  overhead: z.object({ independent: z.number(), chained: z.number() }),
});
const memorySchema = z.looseObject({
  memory: z.array(
    z.looseObject({ name: z.string(), heapBytesPerCall: z.number(), rssBytesPerCall: z.number() }),
  ),
  limits: z.object({ heapBytesPerCall: z.number(), rssBytesPerCall: z.number() }),
});
const sandboxSchema = z.looseObject({
  figures: z.array(z.looseObject({ name: z.string(), medianMs: z.number() })),
  check: z.object({ limitMs: z.number(), addedMs: z.number() }),
});
const mcpSchema = z.looseObject({
  figures: z.array(z.looseObject({ name: z.string(), medianUs: z.number() })),
  check: z.object({ overheadUs: z.number(), limitUs: z.number() }),
});
const commandsSchema = z.looseObject({
  commands: z.array(
    z.looseObject({
      name: z.string(),
      wallMs: z.number(),
      ofBun: z.number(),
      atMost: z.number().exactOptional(),
    }),
  ),
});
const importsSchema = z.looseObject({
  imports: z.array(z.object({ name: z.string(), medianMs: z.number(), belowMs: z.number().exactOptional() })),
});

/** All benches, in the order they are run: what needs the machine to itself the most comes first. */
export const benches: readonly Bench[] = [
  {
    name: 'call',
    args: ['call/run.ts', '--json', '--check'],
    shortArgs: ['call/run.ts', '--json', '--rounds', '60'],
    read(report) {
      const { contestants, checks } = callReportSchema.parse(report);
      const times = contestants.map(({ name, medianNs }): Result => ({
        bench: 'call',
        name,
        value: medianNs / 1000,
        unit: 'µs',
        better: 'lower',
        ...fieldOfCall(name),
      }));
      return [...checks.map((check) => promiseOf('call', check)), ...times];
    },
  },
  {
    name: 'turn',
    args: ['turn/run.ts', '--json', '--check'],
    shortArgs: ['turn/run.ts', '--json'],
    read(report) {
      const { figures, checks } = turnReportSchema.parse(report);
      return resultsOf('turn', figures, checks);
    },
  },
  {
    name: 'process',
    args: ['process/run.ts', '--json'],
    read(report) {
      const { checks } = checksSchema.parse(report);
      const { figures } = figuresSchema.parse(report);
      return resultsOf('process', figures, checks);
    },
  },
  {
    name: 'memory',
    args: ['call/run.ts', '--json', '--memory'],
    read(report) {
      const { memory, limits } = memorySchema.parse(report);
      const most = (values: readonly number[]): number => Math.max(...values);
      const result = (name: string, value: number, limit: number): Result => ({
        bench: 'memory',
        name,
        value,
        unit: 'bytes',
        better: 'lower',
        limit: { kind: 'atMost', value: limit },
      });
      return [
        result(
          'heap kept by a call',
          most(memory.map((row) => row.heapBytesPerCall)),
          limits.heapBytesPerCall,
        ),
        result(
          'memory kept by a call',
          most(memory.map((row) => row.rssBytesPerCall)),
          limits.rssBytesPerCall,
        ),
      ];
    },
  },
  {
    name: 'sandbox',
    args: ['sandbox/run.ts', '--json'],
    shortArgs: ['sandbox/run.ts', '--json', '--rounds', '60'],
    read(report) {
      const { figures, check } = sandboxSchema.parse(report);
      return [
        {
          bench: 'sandbox',
          name: 'warm sandbox over a bare spawn',
          value: check.addedMs,
          unit: 'ms',
          better: 'lower',
          limit: { kind: 'atMost', value: check.limitMs },
        },
        ...figures.map(({ name, medianMs }): Result => ({
          bench: 'sandbox',
          name: `bash -c true: ${name}`,
          value: medianMs,
          unit: 'ms',
          better: 'lower',
          field: 'command',
          whose: name === 'bare spawn' ? 'floor' : 'ours',
        })),
      ];
    },
  },
  {
    name: 'mcp',
    args: ['mcp/run.ts', '--json'],
    read(report) {
      const { figures, check } = mcpSchema.parse(report);
      return [
        {
          bench: 'mcp',
          name: 'our bridge over the bare SDK client',
          value: check.overheadUs,
          unit: 'µs',
          better: 'lower',
          limit: { kind: 'atMost', value: check.limitUs },
        },
        ...figures.map(({ name, medianUs }): Result => ({
          bench: 'mcp',
          name: `call over stdio: ${name}`,
          value: medianUs,
          unit: 'µs',
          better: 'lower',
          field: 'mcp',
          whose: name.startsWith('bare') ? 'floor' : 'ours',
        })),
      ];
    },
  },
  {
    name: 'plan',
    args: ['plan/run.ts', '--json'],
    read(report) {
      const { together, overhead } = planSchema.parse(report);
      return [
        {
          bench: 'plan',
          name: '8 independent tools of 1 s',
          value: together.seconds,
          unit: 's',
          better: 'lower',
          limit: { kind: 'atMost', value: 1.1 },
        },
        {
          bench: 'plan',
          name: 'an entry adds to a bare call',
          value: overhead.independent,
          unit: 'µs',
          better: 'lower',
        },
        {
          bench: 'plan',
          name: 'an entry that uses the one before adds',
          value: overhead.chained,
          unit: 'µs',
          better: 'lower',
        },
      ];
    },
  },
  {
    name: 'import',
    args: ['import/run.ts', '--json'],
    read: (report) =>
      importsSchema.parse(report).imports.map(({ name, medianMs, belowMs }): Result => ({
        bench: 'import',
        name,
        value: medianMs,
        unit: 'ms',
        better: 'lower',
        ...(belowMs === undefined ? {} : { limit: { kind: 'below', value: belowMs } }),
      })),
  },
  {
    name: 'cli',
    args: ['cli/run.ts', '--json'],
    read: (report) =>
      commandsSchema.parse(report).commands.flatMap(({ name, wallMs, ofBun, atMost }): Result[] => [
        ...(name === 'bun -e 0'
          ? []
          : [
              {
                bench: 'cli',
                name: `${name} to bun -e 0`,
                value: ofBun,
                unit: '×' as const,
                better: 'lower' as const,
                ...(atMost === undefined ? {} : { limit: { kind: 'atMost' as const, value: atMost } }),
              },
            ]),
        {
          bench: 'cli',
          name,
          value: wallMs,
          unit: 'ms',
          better: 'lower',
          field: 'typed',
          whose: name === 'bun -e 0' ? 'floor' : 'ours',
        },
      ]),
  },
  {
    name: 'cluster',
    args: ['cluster/run.ts', '--json'],
    shortArgs: ['cluster/run.ts', '--json', '--instances', '10,1000', '--seconds', '5'],
    read: clusterResults,
  },
];
