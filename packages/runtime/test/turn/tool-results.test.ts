import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolDefinition } from '@goondan/core';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';
import { textOf } from './support/text-of.ts';
import { anything } from './support/anything.ts';

describe('what a tool gives back', () => {
  test('ERR-1: a throw of any kind is a result the model reads', async () => {
    const thrown: unknown[] = [new RangeError('too far'), 'a text', { odd: true }, undefined, null, 7];
    const tool: ToolDefinition = {
      name: 'throw__it',
      handler: (_context, { index }) => {
        // oxlint-disable-next-line typescript/only-throw-error -- what tools throw is not ours to choose
        throw thrown[Number(index)];
      },
    };
    const model = fakeModel(
      asks(...thrown.map((_, index) => call(`c${index}`, 'throw__it', { index }))),
      says('done'),
    );
    await withEngine({ model, tools: [tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.status).toBe('completed');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual(thrown.map(() => 'E_TOOL'));
      expect(outcome.toolCalls[0]?.result.error).toMatchObject({ name: 'RangeError', message: 'too far' });
      expect(outcome.toolCalls[1]?.result.error?.message).toBe('a text');
      expect(world.events('tool.failed')).toHaveLength(thrown.length);
    });
  });

  test('TIME-1: a tool that never ends is E_TOOL_TIMEOUT, its signal aborts, and the turn goes on', async () => {
    const never = gatedTool('never__ends', { timeoutMs: 20 });
    const model = fakeModel(asks(call('a', 'never__ends')), says('went on'));
    await withEngine({ model, tools: [never.tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'went on' });
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_TIMEOUT');
      expect(never.started[0]?.signal.aborted).toBe(true);
    });
  });

  test('what is no JSON is E_TOOL_INVALID_OUTPUT; undefined counts as null', async () => {
    const values: Record<string, () => unknown> = {
      big: () => 10n,
      code: () => () => 1,
      cycle: () => {
        const loop: Record<string, unknown> = {};
        loop['self'] = loop;
        return loop;
      },
      none: () => undefined,
    };
    const tool: ToolDefinition = {
      name: 'give__it',
      handler: (_context, { kind }) => anything<null>(values[textOf(kind)]?.()),
    };
    const kinds = Object.keys(values);
    const model = fakeModel(asks(...kinds.map((kind) => call(kind, 'give__it', { kind }))), says('done'));
    await withEngine({ model, tools: [tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.output)).toEqual([
        'E_TOOL_INVALID_OUTPUT',
        'E_TOOL_INVALID_OUTPUT',
        'E_TOOL_INVALID_OUTPUT',
        null,
      ]);
    });
  });

  test('BIG-1: 10 MB go to a file in the workdir; the model gets head, tail, sizes and path', async () => {
    const text = `처음 ${'ab🙂'.repeat(1_800_000)} 끝`;
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThan(10 * 1024 * 1024);
    const model = fakeModel(asks(call('a', 'big__one')), says('done'));
    await withEngine({ model, tools: [{ name: 'big__one', handler: () => text }] }, async (world) => {
      const outcome = await world.ask('go');
      const output = outcome.toolCalls[0]?.result.output;
      expect(output).toMatchObject({ truncated: true, bytes });
      if (typeof output !== 'object' || output === null || Array.isArray(output))
        throw new Error('no summary');
      expect(textOf(output['head']).startsWith('처음 ab🙂')).toBe(true);
      expect(textOf(output['tail']).endsWith('ab🙂 끝')).toBe(true);
      expect(await readFile(join(world.workdir(), textOf(output['path'])), 'utf8')).toBe(text);
      expect(JSON.stringify(model.requests[1]?.messages).length).toBeLessThan(20_000);
    });
  });
});
