import { join } from 'node:path';
import * as fc from 'fast-check';
import { startHost } from '../../packages/mcp/test/client/extension-host.ts';
import { malformation } from '../../packages/core/test/tool/support/well-formed.ts';
import { expect } from '../expect.ts';
import { fuzzProperty, type FuzzProperty } from '../property.ts';
import { lineChange } from './random-message.ts';

const plan = fc.uniqueArray(fc.tuple(fc.nat(6), lineChange), {
  minLength: 1,
  maxLength: 3,
  selector: ([line]) => line,
});
const script = join(import.meta.dir, 'hostile-server.ts');

function server(changes: object): { command: string; args: string[] } {
  return { command: process.execPath, args: ['--no-install', script, JSON.stringify(changes)] };
}

/** MCP-1: whatever a server sends, calls of its tools end in results, and no other server's tools suffer. */
export function clientProperty(): FuzzProperty {
  return fuzzProperty({
    name: 'client',
    runs: { full: 150, short: 2 },
    cases: fc.array(plan, { minLength: 4, maxLength: 4 }),
    async check(plans) {
      const bad = plans.map(
        (changes, index) =>
          [
            `bad${index}`,
            { ...server(Object.fromEntries(changes)), timeoutMs: 500, startTimeoutMs: 1_000 },
          ] as const,
      );
      await using host = await startHost({ good: server({}), ...Object.fromEntries(bad) });
      let calls = 0;
      const called = async (name: string): Promise<unknown> => {
        calls += 1;
        const id = `c${calls}`;
        const result = await host.call(name, { text: id });
        expect(malformation(result, { id, name }), undefined, 'a result of another form');
        if (result.error?.code === 'E_INTERNAL') throw new Error(`a defect of ours: ${result.error.message}`);
        if (name === 'good__echo')
          expect(result.output, JSON.stringify({ text: id }), 'the answer of the good server');
        return result;
      };
      const names = host.names();
      expect(names.includes('good__echo'), true, 'the tools of the good server');
      expect(
        names.filter((name) => !/^(good|bad\d)__/.test(name)),
        [],
        'tools of nobody',
      );
      for (const name of names) await Promise.all([called(name), called('good__echo')]);
      await called('good__echo');
    },
    isSlow: true,
  });
}
