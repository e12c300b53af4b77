import { realpathSync } from 'node:fs';
import { isRecord, type JsonObject, type Policy } from '@goondan/core';
import { ToolExecutor, ToolRegistry, type ToolResult } from '@goondan/core/tool';
import { privateFolder } from '../../process/private-folder.ts';
import { findBubblewrap } from '../../process/sandbox/bubblewrap.ts';
import { exec, script } from '../../tools/bash/index.ts';

/** Whether sandboxes can be tested on this machine. */
export const hasSandbox = (await findBubblewrap()).isUsable;

/** The ways a command can run here. */
export const modes: readonly ('required' | 'off')[] = hasSandbox ? ['required', 'off'] : ['off'];

/** A new empty workdir, without links in its path. */
export function newWorkdir(): string {
  return realpathSync(privateFolder());
}

/** What a test can choose for its calls. */
export interface Setting {
  readonly permissions?: Policy['permissions'];
  readonly workdir?: string;
  readonly instanceKey?: string;
}

const scope = {
  agentName: 'tester',
  turnId: 'turn',
  message: {
    id: 'm',
    data: { role: 'assistant' as const, content: '' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant' as const, stepIndex: 0 },
  },
};
const registry = new ToolRegistry();
registry.register(exec);
registry.register(script);
let calls = 0;

/** Calls one of the tools through the executor. */
export function callBash(
  name: 'exec' | 'script',
  args: JsonObject,
  setting: Setting & { signal?: AbortSignal } = {},
): Promise<ToolResult> {
  const { permissions = {}, workdir = newWorkdir(), instanceKey = 'test', signal } = setting;
  const executor = new ToolExecutor(registry, { policy: { permissions } });
  const call = { id: `bash-${(calls += 1)}`, name: `bash__${name}`, args };
  const surroundings = { ...scope, workdir, instanceKey, logger: console };
  return executor.execute(call, surroundings, signal === undefined ? {} : { signal });
}

/** The output of a call that must have run. */
export async function ran(result: Promise<ToolResult>): Promise<JsonObject> {
  const { output, error } = await result;
  if (!isRecord(output)) throw new Error(`The call failed: ${JSON.stringify(error)}`);
  return output;
}

/** One of the outputs of a call, as text. */
export function textOf(output: JsonObject, name: 'stdout' | 'stderr' | 'note'): string {
  const text = output[name];
  return typeof text === 'string' ? text : '';
}

/** A way to run command lines in one workdir and mode. */
export function shellIn(setting: Setting): (command: string, more?: JsonObject) => Promise<JsonObject> {
  const kept = { workdir: newWorkdir(), ...setting };
  return (command, more = {}) => ran(callBash('exec', { command, ...more }, kept));
}
