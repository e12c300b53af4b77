import { describe, expect, test } from 'bun:test';
import {
  GoondanError,
  type ErrorCode,
  type JsonObject,
  type ToolAnnotations,
  type ToolDefinition,
} from '@goondan/core';
import { retry } from '../../extensions/retry/index.ts';
import { withConversation, type Parts } from './support/a-conversation.ts';
import { asks, modelOf, says } from './support/a-model.ts';

interface Flaky {
  readonly tool: ToolDefinition;
  readonly keys: string[];
}

/** Fails so often, then works. */
function flaky(
  failures: number,
  annotations: ToolAnnotations,
  code: ErrorCode = 'E_NETWORK_CONNECTION',
): Flaky {
  const keys: string[] = [];
  const tool: ToolDefinition = {
    name: 'net__get',
    annotations,
    handler: ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length <= failures) throw new GoondanError(code, 'no line');
      return 'got it';
    },
  };
  return { tool, keys };
}

function retrying(tool: ToolDefinition, config: JsonObject = {}): Parts {
  const model = modelOf(asks([tool.name]), says('done'));
  return { model, tools: [tool], extensions: [{ module: retry, config: { delayMs: 0, ...config } }] };
}

describe('Extension/retry', () => {
  test.each<ToolAnnotations>([{ idempotent: true }, { readOnly: true }])(
    'a tool annotated %j is tried again until it works, by the same key, as one call',
    async (annotations) => {
      const { tool, keys } = flaky(2, annotations);
      await withConversation(retrying(tool), async ({ ask }) => {
        const { toolCalls } = await ask('go');
        expect(toolCalls).toHaveLength(1);
        expect(toolCalls[0]?.result).toMatchObject({ status: 'ok', output: 'got it' });
        expect(keys).toHaveLength(3);
        expect(new Set(keys).size).toBe(1);
      });
    },
  );

  test.each<ToolAnnotations>([{}, { destructive: true }])(
    'SPEC §12: one annotated %j is never started twice',
    async (annotations) => {
      const { tool, keys } = flaky(2, annotations);
      await withConversation(retrying(tool), async ({ ask }) => {
        expect((await ask('go')).toolCalls[0]?.result.error).toMatchObject({
          code: 'E_NETWORK_CONNECTION',
          message: 'no line',
        });
        expect(keys).toHaveLength(1);
      });
    },
  );

  test('after so many attempts the last failure is the result and says how often it was tried', async () => {
    const { tool, keys } = flaky(9, { idempotent: true });
    await withConversation(retrying(tool, { attempts: 4 }), async ({ ask }) => {
      const { error } = (await ask('go')).toolCalls[0]?.result ?? {};
      expect(error).toMatchObject({ code: 'E_NETWORK_CONNECTION', message: 'Tried 4 times: no line' });
      expect(keys).toHaveLength(4);
    });
  });

  test('only codes that may pass and only the tools that are meant', async () => {
    const cases: [ErrorCode, JsonObject][] = [
      ['E_CONFIG_VALUE', {}],
      ['E_NETWORK_CONNECTION', { codes: ['E_TOOL_TIMEOUT'] }],
      ['E_NETWORK_CONNECTION', { tools: ['other__*', 'net__post'] }],
    ];
    for (const [code, config] of cases) {
      const { tool, keys } = flaky(2, { idempotent: true }, code);
      await withConversation(retrying(tool, config), async ({ ask }) => {
        expect((await ask('go')).toolCalls[0]?.result.error?.code).toBe(code);
        expect(keys).toHaveLength(1);
      });
    }
  });

  test('TIME-1: each attempt has the time limit of the tool', async () => {
    let starts = 0;
    const tool: ToolDefinition = {
      name: 'net__get',
      annotations: { readOnly: true },
      timeoutMs: 30,
      handler: () => ((starts += 1) < 3 ? new Promise(() => {}) : 'in time'),
    };
    await withConversation(retrying(tool), async ({ ask }) => {
      expect((await ask('go')).toolCalls[0]?.result).toMatchObject({ status: 'ok', output: 'in time' });
    });
  });

  test('a turn cancelled while it waits is not tried again', async () => {
    const { tool, keys } = flaky(9, { idempotent: true });
    const failed = Promise.withResolvers<void>();
    const parts = retrying(tool, { delayMs: 60_000, maxDelayMs: 60_000 });
    await withConversation(
      { ...parts, extensions: [...parts.extensions, telling(failed)] },
      async ({ ask, engine }) => {
        const outcome = ask('go', { id: 'cancelled' });
        await failed.promise;
        const [open] = engine.openTurns();
        await engine.cancel(open?.turnId ?? '');
        expect((await outcome).status).toBe('cancelled');
        expect(keys).toHaveLength(1);
      },
    );
  });
});

/** Tells when an attempt has come to its end. */
function telling({ resolve }: { readonly resolve: () => void }): Parts['extensions'][number] {
  return {
    module: {
      name: 'telling',
      register: ({ pipeline }) =>
        void pipeline.register('toolCall', async (ctx) => {
          const result = await ctx.next();
          resolve();
          return result;
        }),
    },
  };
}
