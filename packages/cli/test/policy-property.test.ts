import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { callerWith, serveMcpStdio } from '@goondan/mcp';
import { openSwarm, workspaceLayout } from '@goondan/runtime';
import { swarmSource } from '../src/mcp/swarm-source.ts';
import { declaredTools } from '../src/tool/declared-tools.ts';
import { gdn, inPlace, type Place } from './gdn.ts';
import { policyBundle, takeStarts, toolNames, type PolicySetup } from './policy-bundle.ts';

const pattern = fc.constantFrom(...toolNames, 'a__*', 'b__*', 'c__*', 'dyn__*', 'z__*');
const list = fc.option(fc.array(pattern, { maxLength: 7 }), { nil: undefined, freq: 2 });
/** Lists of the swarm leave the boss its way to the worker: it is what comes after that is looked at. */
const swarmList = list.map((patterns) => patterns && [...patterns, 'agents__*']);

const setups = fc.record({
  declared: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  swarm: swarmList,
  own: list,
  environment: swarmList,
  travelled: list,
  isEnforced: fc.constantFrom(true, true, false),
  client: list,
  typed: fc.constantFrom(...toolNames),
});

/** The contract in its own words, apart from the code under test. */
function mayStart(
  name: string,
  setup: PolicySetup,
  more: readonly (readonly string[] | undefined)[],
): boolean {
  const { declared, swarm, own, environment, isEnforced } = setup;
  const allows = (whitelist: readonly string[] | undefined): boolean =>
    whitelist === undefined || whitelist.includes(name) || whitelist.includes(`${name.split('__')[0]}__*`);
  const isInCatalog = name === 'dyn__x' || declared.some((resource) => name.startsWith(`${resource}__`));
  return isInCatalog && (!isEnforced || [swarm, own, environment].every(allows)) && more.every(allows);
}

interface McpClient {
  /** Asks, and gives back the result or the error. */
  readonly ask: (method: string, params: object) => Promise<object>;
}

/** Serves the bundle as `gdn mcp serve` does, over streams in this process, to a client that says whatever it likes. */
async function served(
  { bundle, root, env }: Place,
  allow: readonly string[] | undefined,
  use: (client: McpClient) => Promise<void>,
): Promise<void> {
  const stateRoot = `${root}/served`;
  const swarm = await openSwarm({ bundleRoot: bundle, stateRoot, env, processes: 'none', logger: silent });
  const input = new PassThrough();
  const output = new PassThrough();
  try {
    await swarm.engine.start();
    const declared = await declaredTools(bundle, env);
    const layout = workspaceLayout(stateRoot, bundle);
    const source = swarmSource({ swarm, layout, agent: 'worker', declared, taskAfterMs: 60_000 });
    // What the command makes of `--allow`; agents are always let through, so that what they do is seen.
    const caller = allow === undefined ? {} : { caller: callerWith('client', [...allow, 'agent__*']) };
    const server = await serveMcpStdio({
      source,
      info: { name: 'test', title: 'test', version: '0' },
      input,
      output,
      ...caller,
    });
    await use(rawClient(input, output));
    await server.close();
    await source.close();
  } finally {
    await swarm.close();
  }
}

const nothing = (): void => {};
const silent = { ...console, log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing };

function rawClient(input: PassThrough, output: PassThrough): McpClient {
  const waiting = new Map<number, (message: object) => void>();
  createInterface({ input: output }).on('line', (line) => {
    const message: unknown = JSON.parse(line);
    if (typeof message !== 'object' || message === null || !('id' in message)) return;
    if (typeof message.id === 'number') waiting.get(message.id)?.(message);
  });
  let count = 0;
  return {
    ask: (method, params) => {
      count += 1;
      const { promise, resolve } = Promise.withResolvers<object>();
      waiting.set(count, resolve);
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: count, method, params })}\n`);
      return promise;
    },
  };
}

test('POL-1, POL-2, SPEC §7, MCP-2: whatever the policies, nothing starts through MCP serve, agents behind it and gdn tool call but what all of them allow', async () => {
  const seen = { started: 0, kept: 0, keptByCaller: 0, keptByClient: 0, typed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(setups, ({ client: allow, typed, ...setup }) =>
      inPlace(policyBundle(setup), async (made) => {
        const { environment, travelled } = setup;
        const env = environment === undefined ? {} : { TOOL_WHITELIST: environment.join(',') };
        const place = { ...made, env: { ...made.env, ...env } };
        const allowed = (...more: (readonly string[] | undefined)[]): string[] =>
          toolNames.filter((name) => mayStart(name, setup, more)).toSorted();
        await served(place, allow, async ({ ask }) => {
          const clientInfo = { name: 'test', version: '0' };
          await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
          for (const name of toolNames) await ask('tools/call', { name, arguments: {} });
          expect(await takeStarts(place.bundle)).toEqual(allowed(allow));
          await ask('tools/call', { name: 'agent__worker', arguments: { input: 'go' } });
          expect(await takeStarts(place.bundle)).toEqual(allowed());
          await ask('tools/call', { name: 'agent__boss', arguments: { input: 'go' } });
          expect(await takeStarts(place.bundle)).toEqual(allowed(travelled));
        });
        const { code } = await gdn(place, ['tool', 'call', typed, '--json']);
        const isAllowed = allowed().includes(typed);
        expect({ code, starts: await takeStarts(place.bundle) }).toEqual({
          code: isAllowed ? 0 : 5,
          starts: isAllowed ? [typed] : [],
        });
        seen.started += allowed().length;
        seen.kept += toolNames.length - allowed().length;
        seen.keptByClient += allowed().length - allowed(allow).length;
        seen.keptByCaller += allowed().length - allowed(travelled).length;
        seen[isAllowed ? 'typed' : 'refused'] += 1;
      }),
    ),
    { numRuns: 16, seed: 8 },
  );
  // Nothing of it may be empty: the property would say nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
}, 240_000);
