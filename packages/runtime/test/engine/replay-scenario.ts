import {
  effectivePolicy,
  EventBus,
  Pipeline,
  registerExtensions,
  ToolExecutor,
  ToolRegistry,
  type ExtensionModule,
  type ToolAnnotations,
} from '@goondan/core';
import type { AnswerPart } from '../../src/model/agent-model.ts';
import { SecretMask } from '../../src/secret/secret-mask.ts';
import type { Agent } from '../../src/turn/agent.ts';

/** What happened outside the journal, over all lives of the process. */
export class Ledger {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, this.count(name) + 1);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  names(prefix: string): string[] {
    return [...this.#counts.keys()].filter((name) => name.startsWith(prefix));
  }
}

const calls = [
  [
    ['lab__write', 'a1'],
    ['lab__write', 'a2'],
    ['lab__again', 'a3'],
    ['lab__look', 'a4'],
  ],
  [
    ['lab__held', 'b1'],
    ['lab__write', 'b2'],
    ['lab__alone', 'b3'],
  ],
  [
    ['lab__write', 'c1'],
    ['lab__missing', 'c2'],
  ],
] as const;

/** Every call the model asks for, in order. */
export const callIds: readonly string[] = calls.flat().map(([, id]) => id);

/** A turn of four steps: parallel calls of every kind, a held one, and middleware of every kind with effects and state. */
export function scenarioAgent(ledger: Ledger): Promise<Agent> {
  return buildAgent(ledger, {
    register(api) {
      api.pipeline.register('turn', async (ctx) => {
        ledger.add('turn entered');
        const seed = await ctx.once('seed', () => {
          ledger.add('once turn/seed');
          return { ticket: 7 };
        });
        await api.state.set('ticket', seed.ticket);
        const result = await ctx.next();
        await ctx.once('after', () => {
          ledger.add('once turn/after');
          return null;
        });
        return result;
      });
      api.pipeline.register('step', async (ctx) => {
        ledger.add(`step ${ctx.stepIndex} entered`);
        const entered = Number((await api.state.get('entered')) ?? 0);
        await api.state.set('entered', entered + 1);
        await ctx.once('audit', () => {
          ledger.add(`once step ${ctx.stepIndex}`);
          return ctx.stepIndex;
        });
        if (ctx.stepIndex === 1) {
          const message = {
            id: `note-${ctx.stepIndex}`,
            data: { role: 'user', content: 'a note of middleware' } as const,
            metadata: {},
            createdAt: new Date(0),
            source: { type: 'extension', extensionName: 'audit' } as const,
          };
          ctx.emitMessageEvent({ type: 'append', message });
        }
        return ctx.next();
      });
      api.pipeline.register('toolCall', async (ctx) => {
        const result = await ctx.next();
        await api.state.set(`called ${ctx.toolCallId}`, result.status);
        return result;
      });
    },
  });
}

async function buildAgent(ledger: Ledger, extension: ExtensionModule): Promise<Agent> {
  const registry = new ToolRegistry();
  const tool = (name: string, annotations: ToolAnnotations): void => {
    registry.register({
      name,
      annotations,
      source: { type: 'config', name: 'lab' },
      handler: async (ctx) => {
        ledger.add(`start ${ctx.toolCallId}`);
        ledger.add(`key ${ctx.toolCallId} ${ctx.idempotencyKey}`);
        await Promise.resolve();
        return { done: ctx.toolCallId };
      },
    });
  };
  tool('lab__write', {});
  tool('lab__held', {});
  tool('lab__alone', { sequential: true });
  tool('lab__again', { idempotent: true });
  tool('lab__look', { readOnly: true });
  const pipeline = new Pipeline();
  const logger = console;
  const host = { registry, pipeline, events: new EventBus(logger), logger };
  await registerExtensions([{ name: 'audit', module: extension }], host);
  const policy = effectivePolicy([
    { origin: 'swarm', policy: { tools: { approvals: [{ tool: 'lab__held' }] } } },
  ]);
  return {
    name: 'worker',
    registry,
    pipeline,
    policy,
    executor: new ToolExecutor(registry, { policy, middleware: pipeline.toolCall }),
    tools: ['lab'],
    logger,
    mask: new SecretMask([]),
    model: {
      provider: 'test',
      modelId: 'test',
      async call({ messages }) {
        const said = messages.filter(({ role }) => role === 'assistant').length;
        ledger.add(`model ${said}`);
        const asked = calls[said];
        const parts: AnswerPart[] =
          asked === undefined
            ? [{ type: 'text', text: 'all done' }]
            : asked.map(([toolName, toolCallId]) => ({
                type: 'tool-call',
                toolCallId,
                toolName,
                input: { step: said },
              }));
        const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
        return { parts, finishReason: asked === undefined ? 'stop' : 'tool-calls', usage, modelId: 'test' };
      },
    },
  };
}
