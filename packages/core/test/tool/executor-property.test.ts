import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isRecord } from '../../src/json/json-value.ts';
import type { Policy } from '../../src/resource/policy.ts';
import { ToolCatalog, ToolExecutor, ToolRegistry, type ExecuteOptions } from '../../src/tool/index.ts';
import { fuzzArgs, fuzzParameters, type FuzzArgs } from './support/fuzz-args.ts';
import { fuzzHandlers, silentHandlers } from './support/fuzz-handlers.ts';
import { fuzzMiddleware } from './support/fuzz-middleware.ts';
import { strangeName } from './support/fuzz-names.ts';
import { executeLoosely, registerLoosely, type LooseHandler } from './support/ill-typed.ts';
import { settled } from './support/never.ts';
import { recordingLogger, scopeOf } from './support/scope.ts';
import { malformation } from './support/well-formed.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_251_116);
const batches = byTier({ full: 4200, short: 210 });
const batchSize = 25;

const started = new Map<string, number>();
const registry = new ToolRegistry();
const legalNames: string[] = [];
for (const [index, handler] of [...fuzzHandlers, ...silentHandlers].entries()) {
  const name = `fuzz${index % 2}__tool-${index}`;
  const counting: LooseHandler = (ctx, input) => {
    started.set(ctx.turnId, (started.get(ctx.turnId) ?? 0) + 1);
    return handler(ctx, input);
  };
  const isSilent = index >= fuzzHandlers.length;
  registerLoosely(registry, {
    name,
    handler: counting,
    parameters: fuzzParameters,
    ...(isSilent ? { timeoutMs: 1 } : {}),
  });
  legalNames.push(name);
}
const answering = legalNames.slice(0, fuzzHandlers.length);
const silent = legalNames.slice(fuzzHandlers.length);

/** An executor, and what a reader of its options expects of it. */
interface Bench {
  readonly executor: ToolExecutor;
  readonly allows: (name: string) => boolean;
  readonly reachesRegistry: boolean;
  /** False where a middleware may keep an allowed call from its handler. */
  readonly isTransparent: boolean;
}

function bench(
  policy: Policy,
  details: Partial<Omit<Bench, 'executor'>> & { readonly hostile?: boolean } = {},
): Bench {
  const { hostile = false, allows = () => true, reachesRegistry = false, isTransparent = true } = details;
  const options = hostile ? { policy, middleware: [fuzzMiddleware] } : { policy };
  return { executor: new ToolExecutor(registry, options), allows, reachesRegistry, isTransparent };
}

const benches: readonly Bench[] = [
  bench({}),
  bench({ tools: { registryDirect: true } }, { reachesRegistry: true }),
  bench(
    { tools: { whitelist: ['fuzz0__*', 'fuzz1__tool-1'], features: { tools_policy: true } } },
    { allows: (name) => name.startsWith('fuzz0__') || name === 'fuzz1__tool-1' },
  ),
  bench({ tools: { approvals: [{ tool: 'fuzz1__*' }] } }, { allows: (name) => !name.startsWith('fuzz1__') }),
  bench({}, { hostile: true, isTransparent: false }),
  bench(
    { tools: { approvals: [{ tool: '*', args: { never: '.' } }] } },
    { hostile: true, isTransparent: false },
  ),
];
const catalogs: readonly (ToolCatalog | undefined)[] = [
  undefined,
  new ToolCatalog(registry.items()),
  new ToolCatalog(registry.items().filter((_item, index) => index % 3 === 0)),
  new ToolCatalog([]),
];

interface Case {
  readonly name: unknown;
  readonly input: FuzzArgs;
  readonly bench: Bench;
  readonly catalog: ToolCatalog | undefined;
  readonly signal: 'none' | 'aborted' | 'soon';
  readonly mood: number;
  readonly id: unknown;
}

const caseOf: fc.Arbitrary<Case> = fc.record({
  name: fc.oneof(
    { weight: 300, arbitrary: fc.constantFrom<unknown>(...answering) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...silent) },
    { weight: 60, arbitrary: strangeName('fuzz0__tool-0') },
  ),
  input: fuzzArgs,
  bench: fc.constantFrom(...benches),
  catalog: fc.constantFrom(...catalogs, catalogs[1]),
  signal: fc.oneof(
    { weight: 20, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('aborted' as const, 'soon' as const) },
  ),
  mood: fc.nat(100),
  id: fc.oneof(
    { weight: 20, arbitrary: fc.string({ maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, 5, '__proto__') },
  ),
});

function mayStart({ name, id, input, bench: { allows, reachesRegistry }, catalog, signal }: Case): boolean {
  if (typeof id !== 'string') return false;
  if (typeof name !== 'string' || !legalNames.includes(name) || !input.isValid || signal === 'aborted')
    return false;
  return allows(name) && (catalog === undefined || reachesRegistry || catalog.has(name));
}

let lastTurn = 0;
const { logger } = recordingLogger();

async function check(fuzzed: Case): Promise<void> {
  const { name, input, bench: chosen, catalog, signal, mood, id } = fuzzed;
  const turnId = `${(lastTurn += 1)}/${mood}`;
  const controller = new AbortController();
  if (signal === 'aborted') controller.abort('before');
  const options: ExecuteOptions = {
    ...(catalog === undefined ? {} : { catalog }),
    ...(signal === 'none' ? {} : { signal: controller.signal }),
  };
  const call = { id, name, args: input.args };
  const running = executeLoosely(chosen.executor, call, { scope: scopeOf({ turnId, logger }), options });
  if (signal === 'soon') controller.abort('during');
  const result = await running;
  const problem = malformation(result, call);
  if (problem !== undefined) throw new Error(problem);
  if (codeOf(result) === 'E_INTERNAL') throw new Error(`a defect of ours: ${JSON.stringify(result)}`);
  const starts = started.get(turnId) ?? 0;
  started.delete(turnId);
  const isAllowed = mayStart(fuzzed);
  if (starts > (isAllowed ? 1 : 0)) throw new Error(`the handler was started ${starts} times`);
  const hasToStart = isAllowed && chosen.isTransparent && !(signal === 'soon' && chosen === benches[3]);
  if (hasToStart && starts === 0) throw new Error('the handler was not started');
}

function codeOf(result: unknown): unknown {
  return isRecord(result) && isRecord(result['error']) ? result['error']['code'] : undefined;
}

function ownKeys(): string {
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, Promise.prototype];
  return JSON.stringify(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String)));
}

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(() => void process.off('unhandledRejection', onUnhandled));

test('ERR-1, ALLOW-1: whatever is called, with whatever, on whatever: a well-formed result, and no handler starts that may not', async () => {
  const before = ownKeys();
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(caseOf, { minLength: batchSize, maxLength: batchSize }), async (batch) => {
      await Promise.all(batch.map(check));
      cases += batch.length;
    }),
    { numRuns: batches, seed, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
  );
  await settled();
  console.log(`executor-property: ${cases} cases, FUZZ_SEED=${seed}`);
  expect(cases).toBe(batches * batchSize);
  expect(ownKeys()).toBe(before);
  expect(unhandled).toEqual([]);
  expect(started.size).toBe(0);
}, 600_000);
