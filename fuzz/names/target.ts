import * as fc from 'fast-check';
import { foreignToolName, GoondanError } from '@goondan/core';
import { buildToolName, parseToolName, ToolCatalog, ToolRegistry } from '@goondan/core/tool';
import { expect } from '../expect.ts';
import { fuzzProperty } from '../property.ts';
import type { FuzzTarget } from '../target.ts';

const legal = /^[a-zA-Z0-9_-]{1,64}$/;
/** Letters that matter to the rules, so that many names are legal or nearly so. */
const near = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0', '_', '_', '-', 'x'), maxLength: 40 });
const special = fc.constantFrom(
  '',
  '__proto__',
  'constructor',
  '__',
  'a__',
  '__a',
  'a___b',
  '\ud800',
  '군단',
  'a\n',
  'ａ',
  'a'.repeat(64),
);
const anyName = fc.oneof(near, special, fc.string({ unit: 'binary', maxLength: 90 }));
const pair = fc.tuple(anyName, anyName);

/** NAME-1 to NAME-5: names are built and parsed without loss, and foreign ones mapped without meeting. */
export async function openNames(): Promise<FuzzTarget> {
  return {
    properties: [
      fuzzProperty({
        name: 'round-trip',
        runs: { full: 100_000, short: 4_000 },
        cases: pair,
        check([resourceName, exportName]) {
          const whole = buildToolName(resourceName, exportName);
          const parts = parseToolName(whole);
          const isLegal =
            legal.test(whole) &&
            [resourceName, exportName].every((part) => part !== '' && !part.includes('__')) &&
            !resourceName.endsWith('_');
          if (isLegal) expect(parts, { resourceName, exportName });
          if (parts !== null) {
            expect(buildToolName(parts.resourceName, parts.exportName), whole);
            expect(legal.test(whole), true);
            expect(
              [parts.resourceName, parts.exportName].some((part) => part === '' || part.includes('__')),
              false,
            );
          }
        },
      }),
      fuzzProperty({
        name: 'foreign',
        runs: { full: 20_000, short: 400 },
        cases: fc.array(pair, { minLength: 1, maxLength: 12 }),
        check(pairs) {
          // Names that were made by the mapping are names that a server may choose too.
          const impostors = pairs.flatMap(([key, name]) => {
            const parts = parseToolName(foreignToolName(key, name));
            return parts === null
              ? []
              : [[parts.resourceName, parts.exportName] as const, [key, parts.exportName] as const];
          });
          const originals = new Map<string, string>();
          for (const [key, name] of [...pairs, ...impostors]) {
            const mapped = foreignToolName(key, name);
            expect(legal.test(mapped) && parseToolName(mapped) !== null, true);
            const original = JSON.stringify([key, name]);
            expect(originals.get(mapped) ?? original, original);
            originals.set(mapped, original);
          }
          for (const [key, name] of pairs.toReversed())
            expect(originals.get(foreignToolName(key, name)), JSON.stringify([key, name]));
        },
      }),
      fuzzProperty({
        name: 'registry',
        runs: { full: 20_000, short: 800 },
        cases: fc.array(
          fc.oneof(
            pair.map(([left, right]) => buildToolName(left, right)),
            anyName,
          ),
          { minLength: 1, maxLength: 8 },
        ),
        check(names) {
          const registry = new ToolRegistry();
          const taken = new Set<string>();
          for (const name of names) {
            try {
              registry.register({ name, handler: () => null });
              taken.add(name);
            } catch (thrown) {
              if (!(thrown instanceof GoondanError)) throw thrown;
              expect(parseToolName(name), null);
            }
          }
          expect(
            registry
              .items()
              .map(({ name }) => name)
              .toSorted(),
            [...taken].toSorted(),
          );
          const catalog = new ToolCatalog(registry.items());
          for (const name of names) expect(catalog.has(name), taken.has(name));
        },
      }),
    ],
    [Symbol.asyncDispose]: async () => {},
  };
}
