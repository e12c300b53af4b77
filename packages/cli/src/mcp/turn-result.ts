import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@goondan/core';
import { isRecord, parseJson } from '@goondan/core/basics';
import { contentOf, errorToolResult, outputResult, toolResultOf, type McpToolResult } from '@goondan/mcp';
import type { TurnOutcome } from '@goondan/runtime';

/** Where large outputs are kept. */
const storedOutput = /^\.goondan\/outputs\/[^/]+\.json$/;

/** What the result of a turn is made with. */
export interface TurnResultOptions {
  /** Where its tools worked. */
  readonly workdir: string;
  /** Whether a tool declares what it gives. */
  readonly isStructured: (toolName: string) => Promise<boolean>;
}

/** What a turn came to, as the result of the call that it was: of one tool, or of an agent. */
export async function turnResult(outcome: TurnOutcome, options: TurnResultOptions): Promise<McpToolResult> {
  const { status, steps, toolCalls, output = null, error, turnId, traceId } = outcome;
  const [call] = toolCalls;
  const ids = { 'ai.goondan/turnId': turnId, 'ai.goondan/traceId': traceId };
  if (status === 'completed' && steps === 0 && call !== undefined) {
    const isStructured = await options.isStructured(call.name);
    const whole = await wholeOutput(call.result.output, { workdir: options.workdir, isStructured });
    const result = { ...call.result, ...(whole === undefined ? {} : { output: whole }) };
    return withIds(toolResultOf(result, { isStructured }), ids);
  }
  if (status === 'completed') return withIds(outputResult(output, { isStructured: false }), ids);
  return withIds(errorToolResult(error ?? { message: `The turn was ${status}.` }), ids);
}

function withIds(result: McpToolResult, ids: Readonly<Record<string, string>>): McpToolResult {
  return { ...result, _meta: { ...result._meta, ...ids } };
}

/**
 * An output that was put into a file for its size, where it has parts: a client cannot make a picture, or what a tool has declared to give, out of
 * its beginning and its end. All else stays as the model gets it (BIG-1).
 */
async function wholeOutput(
  output: JsonValue | undefined,
  { workdir, isStructured }: { readonly workdir: string; readonly isStructured: boolean },
): Promise<JsonValue | undefined> {
  if (!isRecord(output) || output['truncated'] !== true || typeof output['omittedBytes'] !== 'number')
    return undefined;
  const { path } = output;
  if (typeof path !== 'string' || !storedOutput.test(path)) return undefined;
  // A tool may say what it likes, and may have put a link there.
  const file = await realpath(join(workdir, path)).catch(() => undefined);
  if (file === undefined || file !== join(await realpath(workdir), path)) return undefined;
  const whole = parseJson(await readFile(file, 'utf8'));
  return isStructured || contentOf(whole) !== undefined ? whole : undefined;
}
