import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import * as fc from 'fast-check';
import { canary, makeWorkspace, type Workspace } from '../../packages/base/test/files/workspace.ts';
import { callerOf, type Caller } from '../../packages/base/test/module-caller.ts';
import { malformation } from '../../packages/core/test/tool/support/well-formed.ts';
import { expect } from '../expect.ts';
import { fuzzProperty } from '../property.ts';
import type { FuzzTarget } from '../target.ts';
import { hostileLinks, hostilePath, placedPath } from './hostile-path.ts';

const operation = fc.constantFrom<readonly [string, JsonObject]>(
  ['read', {}],
  ['read', { encoding: 'base64' }],
  ['read', { offset: 0, maxBytes: 10 }],
  ['stat', {}],
  ['stat', { followLink: false }],
  ['list', { depth: 5 }],
  ['search', { query: 'CANARY' }],
  ['search', { query: '^root', regex: true }],
  ['edit', { oldText: canary, newText: 'changed' }],
  ['edit', { oldText: 'inside', newText: 'changed', replaceAll: true }],
  ['write', { content: 'written' }],
  ['mkdir', {}],
  ['remove', {}],
  ['remove', { recursive: true }],
);
const leaked = [canary, Buffer.from(canary).toString('base64').slice(0, 40), 'root:x:0'];

interface Place {
  readonly workspace: Workspace;
  readonly call: Caller;
  readonly before: Record<string, string>;
  calls: number;
}

async function openPlace(): Promise<Place> {
  const workspace = makeWorkspace();
  const call = await callerOf('file-system', { workdir: workspace.workdir });
  return { workspace, call, before: workspace.outsideNow(), calls: 0 };
}

/** The workspace as it was, for calls that stay inside change it, and full of links that lead out of it. */
function arrange({ workdir }: Workspace): void {
  rmSync(workdir, { recursive: true, force: true });
  mkdirSync(join(workdir, 'sub', 'deep'), { recursive: true });
  writeFileSync(join(workdir, 'a.txt'), 'inside a');
  writeFileSync(join(workdir, 'sub', 'b.txt'), 'inside b');
  for (const [name, to] of Object.entries(hostileLinks)) symlinkSync(to, join(workdir, name));
}

/** POL-5: whatever path a model sends, no byte outside of the workspace is read, written or removed. */
export async function openPaths(): Promise<FuzzTarget> {
  let place = await openPlace();
  return {
    properties: [
      fuzzProperty({
        name: 'file-system',
        runs: { full: 10_000, short: 300 },
        cases: fc.array(fc.tuple(hostilePath, operation), { minLength: 1, maxLength: 6 }),
        async check(steps) {
          // What is outside is as it was, but after a case that failed.
          if (!Bun.deepEquals(place.workspace.outsideNow(), place.before)) place = await openPlace();
          const { workspace, call, before } = place;
          arrange(workspace);
          const first = place.calls + 1;
          place.calls += steps.length;
          for (const [index, [path, [name, args]]] of steps.entries()) {
            const result = await call(name, { path: placedPath(path, workspace), ...args });
            const asked = { id: `call-${first + index}`, name: `file-system__${name}` };
            expect(malformation(result, asked), undefined, 'a result of another form');
            const text = JSON.stringify(result);
            for (const secret of leaked)
              expect(text.includes(secret), false, `${name} tells what is outside`);
            expect(workspace.outsideNow(), before, `${name} changed what is outside`);
            if (result.error?.code === 'E_INTERNAL')
              throw new Error(`a defect of ours: ${result.error.message}`);
          }
        },
      }),
    ],
    [Symbol.asyncDispose]: async () => place.workspace[Symbol.dispose](),
  };
}
