import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, type JsonObject, type JsonValue, type Policy, type ToolResult } from '@goondan/core';
import { callerOf } from '../module-caller.ts';

/** Parses a document that is written into a workdir of its own first. */
export async function parseFile(
  name: string,
  content: string | Uint8Array,
  args: JsonObject = {},
): Promise<ToolResult> {
  const workdir = await mkdtemp(join(tmpdir(), 'goondan-document-'));
  try {
    await writeFile(join(workdir, name), content);
    const call = await callerOf('doc-parser', { workdir, policy: noLargeOutputs });
    return await call('parse', { path: name, ...args });
  } finally {
    await rm(workdir, { recursive: true, force: true });
  }
}

/** What comes back is looked at whole here; that the executor writes large outputs to files is tested with it. */
export const noLargeOutputs: Policy = { tools: { maxOutputBytes: 16 * 1024 * 1024 } };

/** A text of an output, empty where it has none of that name. */
export function textAt(output: JsonValue | undefined, key: string): string {
  const value = isRecord(output) ? output[key] : undefined;
  return typeof value === 'string' ? value : '';
}
