import { defineExtension, type ExtensionApi, type TokenUsage } from '@goondan/core';
import { logLine, shortened, type LogFields } from './log-line.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** Writes a line for each turn, step and call. */
export const logging = defineExtension({
  name: 'logging',
  description:
    'Writes one line to the log at the end of every turn and tool call, and at level debug of every step: who, how long, how it ended, ' +
    'tokens. What was asked and answered is left out unless it is asked for; known secrets are masked in any case.',
  config: {
    type: 'object',
    properties: {
      level: {
        type: 'string',
        enum: ['debug', 'info', 'warn', 'error'],
        default: 'info',
        description:
          'The lowest level that is written. Steps are debug, turns and calls info, failed calls and cancelled turns warn, failed turns and steps error.',
      },
      format: {
        type: 'string',
        enum: ['text', 'json'],
        default: 'text',
        description: 'Lines of key=value, or of one JSON object each.',
      },
      fields: {
        type: 'array',
        items: { type: 'string', enum: ['input', 'args', 'output'] },
        default: [],
        description:
          'What of the contents is written too, in short: the input of turns, the arguments of calls, the output of calls and turns.',
      },
      maxCharacters: {
        type: 'integer',
        minimum: 10,
        maximum: 10_000,
        default: 200,
        description: 'How much of each content and error message is written.',
      },
    },
    additionalProperties: false,
    examples: [{ level: 'debug', format: 'json', fields: ['args'] }],
  },
  register(api, { level = 'info', format = 'text', fields = [], maxCharacters = 200 }) {
    const lowest = levels.indexOf(level);
    const write = (at: Level, event: string, said: LogFields): void => {
      if (levels.indexOf(at) >= lowest) api.logger[at](logLine(format, event, said));
    };
    const content = (kind: (typeof fields)[number], value: Parameters<typeof shortened>[0]) =>
      fields.includes(kind) ? shortened(value, maxCharacters) : undefined;
    const failure = (error: { readonly code?: string; readonly message?: string } | undefined): LogFields =>
      error === undefined ? {} : { code: error.code, error: shortened(error.message, maxCharacters) };
    logTurns(api, { write, content, failure });
    logSteps(api, { write, content, failure });
    logCalls(api, { write, content, failure });
  },
});

interface Writer {
  readonly write: (level: Level, event: string, fields: LogFields) => void;
  readonly content: (
    kind: 'input' | 'args' | 'output',
    value: Parameters<typeof shortened>[0],
  ) => string | undefined;
  readonly failure: (error: { readonly code?: string; readonly message?: string } | undefined) => LogFields;
}

function logTurns({ pipeline }: ExtensionApi, { write, content, failure }: Writer): void {
  pipeline.register('turn', async (ctx) => {
    const { agentName: agent, instanceKey: instance, turnId: turn, inputEvent } = ctx;
    const startedAt = performance.now();
    const result = await ctx.next();
    const { status, error, usage, output } = result;
    const level = { completed: 'info', cancelled: 'warn', failed: 'error' } as const;
    write(level[status], `turn ${status}`, {
      agent,
      instance,
      turn,
      ms: since(startedAt),
      ...tokens(usage),
      ...failure(error),
      input: content('input', inputEvent.input),
      output: content('output', output),
    });
    return result;
  });
}

function logSteps({ pipeline }: ExtensionApi, { write, failure }: Writer): void {
  pipeline.register('step', async (ctx) => {
    const { agentName: agent, instanceKey: instance, id: turn } = ctx.turn;
    const startedAt = performance.now();
    const place = { agent, instance, turn, step: ctx.stepIndex };
    try {
      const result = await ctx.next();
      const calls = result.toolCalls.length;
      write('debug', 'step completed', { ...place, ms: since(startedAt), calls, ...tokens(result.usage) });
      return result;
    } catch (thrown) {
      write('error', 'step failed', { ...place, ms: since(startedAt), ...failure(errorOf(thrown)) });
      throw thrown;
    }
  });
}

function logCalls({ pipeline }: ExtensionApi, { write, content, failure }: Writer): void {
  pipeline.register('toolCall', async (ctx) => {
    const { agentName: agent, instanceKey: instance, turnId: turn, stepIndex: step, toolCallId: call } = ctx;
    const startedAt = performance.now();
    const args = content('args', ctx.args);
    const result = await ctx.next();
    const { status, error, handle, output } = result;
    write(status === 'error' ? 'warn' : 'info', `tool ${status}`, {
      tool: ctx.toolName,
      agent,
      instance,
      turn,
      step,
      call,
      ms: since(startedAt),
      handle,
      ...failure(error),
      args,
      output: content('output', output),
    });
    return result;
  });
}

function errorOf(thrown: unknown): { readonly code?: string; readonly message: string } {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { ...code, message: error.message };
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

function tokens(usage: TokenUsage | undefined): LogFields {
  return usage === undefined ? {} : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
}
