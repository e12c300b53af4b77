import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, JsonValue, Policy, ToolDefinition } from '@goondan/core';
import type { ModelRequest } from '@goondan/runtime/model';
import { planner } from '../../extensions/planner/index.ts';
import { readPlan } from '../../extensions/planner/read-plan.ts';
import {
  inFolder,
  openConversation,
  withConversation,
  type Conversation,
  type Parts,
} from './support/a-conversation.ts';
import { asks, modelOf, outline, says, type RecordingModel } from './support/a-model.ts';
import { textOf } from './support/text-of.ts';

const starts: string[] = [];
const add: ToolDefinition = {
  name: 'lab__add',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  handler: (_context, { a, b }) => {
    starts.push(`${Number(a)}+${Number(b)}`);
    return { sum: Number(a) + Number(b) };
  },
};
const on: Policy = { tools: { features: { mcp_tools: true } } };
const goodPlan = {
  tools: [
    { id: 'first', tool: 'lab__add', args: { a: 1, b: 2 } },
    { id: 'second', tool: 'lab__add', args: { a: { $from: 'first', path: '/sum' }, b: 10 } },
  ],
};

const isPlanning = ({ instructions }: ModelRequest): boolean =>
  instructions?.includes('You plan tool calls') ?? false;

/** Answers questions for a plan by the list, and everything else in words. */
function planning(...plans: readonly (JsonValue | string)[]): RecordingModel {
  let asked = 0;
  return modelOf((request) => {
    if (!isPlanning(request)) return says('answered');
    const plan = plans[Math.min(asked, plans.length - 1)] ?? '';
    asked += 1;
    return says(typeof plan === 'string' ? plan : JSON.stringify(plan));
  });
}

function parts(model: RecordingModel, policy: Policy = on): Parts {
  return { model, tools: [add], policy, extensions: [{ module: planner }] };
}

const answering = (model: RecordingModel): ModelRequest[] =>
  model.requests.filter((request) => !isPlanning(request));
const lastSaid = (model: RecordingModel): string =>
  outline(answering(model).at(-1)?.messages ?? []).at(-1) ?? '';

describe('Extension/planner', () => {
  test('PLAN-4: the model plans within the catalog of the step, the plan runs, and the answering step has its results', () => {
    starts.length = 0;
    const model = planning(goodPlan);
    return withConversation(parts(model), async ({ ask }) => {
      const { output, toolCalls, steps } = await ask('add them');
      expect({ output, steps }).toEqual({ output: 'answered', steps: 1 });
      expect(starts).toEqual(['1+2', '3+10']);
      expect(toolCalls.map(({ name }) => name)).toEqual(['planner__review', 'lab__add', 'lab__add']);
      const [plan] = model.requests;
      expect(plan?.tools).toEqual([]);
      expect(plan?.instructions).toContain('"tool":"lab__add"');
      expect(plan?.instructions).not.toContain('planner__review');
      expect(lastSaid(model)).toContain('"result":{"sum":13}');
      expect(answering(model)[0]?.tools.map(({ name }) => name)).toEqual(['lab__add']);
    });
  });

  test('PLAN-1: what comes after it finds the results as toolResults in the state of the step', () => {
    const seen: unknown[] = [];
    const looking = {
      name: 'looking',
      register: (api: ExtensionApi) =>
        void api.pipeline.register('step', (ctx) => {
          seen.push(ctx.metadata['toolResults']);
          return ctx.next();
        }),
    };
    const { extensions, ...rest } = parts(planning(goodPlan));
    return withConversation(
      { ...rest, extensions: [...extensions, { module: looking }] },
      async ({ ask }) => {
        await ask('add them');
        expect(seen).toMatchObject([
          [
            { id: 'first', success: true },
            { id: 'second', result: { sum: 13 } },
          ],
        ]);
      },
    );
  });

  test('it is shown as an event before it runs', () => {
    const model = planning(goodPlan);
    return withConversation(parts(model), async ({ ask, engine }) => {
      const events: string[] = [];
      engine.observe((event) => {
        if (event.type === 'tool.started') events.push(event.toolName ?? '');
      });
      await ask('add them');
      expect(events).toEqual(['planner__review', 'lab__add', 'lab__add']);
    });
  });

  test.each([
    ['no plan', '{"tools": []}', 1],
    ['not JSON, twice', 'I would add them.', 2],
    ['a tool it was not offered, twice', { tools: ['other__tool'] }, 2],
    ['a circle, twice', { tools: [{ id: 'a', tool: 'lab__add', args: { a: 1, b: { $from: 'a' } } }] }, 2],
  ])('falls back to the usual way: %s', (_what, plan, questions) => {
    starts.length = 0;
    const model = planning(plan);
    return withConversation(parts(model), async ({ ask }) => {
      expect((await ask('add them')).output).toBe('answered');
      expect(model.requests.filter(isPlanning)).toHaveLength(questions);
      expect(lastSaid(model)).toBe('user: add them');
      expect(starts).toEqual([]);
    });
  });

  test('a plan that cannot be run is told what is wrong with it, once, and repaired', () => {
    starts.length = 0;
    const model = planning({ tools: [{ tool: 'lab__add', args: { a: 'one' } }] }, goodPlan);
    return withConversation(parts(model), async ({ ask }) => {
      await ask('add them');
      expect(outline(model.requests[1]?.messages ?? []).at(-1)).toContain(
        'Entry 1 (lab__add): /b is required',
      );
      expect(starts).toHaveLength(2);
    });
  });

  test('PLAN-2: with mcp_tools off nobody plans', () => {
    const model = planning(goodPlan);
    return withConversation(parts(model, {}), async ({ ask }) => {
      await ask('add them');
      expect(model.requests).toHaveLength(1);
    });
  });

  test('where the model fails to plan, it is asked to answer all the same', () => {
    const model = modelOf((request) => {
      if (isPlanning(request)) throw new Error('overloaded');
      return says('answered');
    });
    return withConversation(parts(model), async ({ ask, log }) => {
      expect((await ask('add them')).output).toBe('answered');
      expect(log.lines.map(({ text }) => text).join()).toContain('planner: went on without a plan');
    });
  });

  test('the normal loop goes on after a plan', () => {
    starts.length = 0;
    let steps = 0;
    const model = modelOf((request) => {
      if (isPlanning(request)) return says(JSON.stringify(goodPlan));
      steps += 1;
      return steps === 1 ? asks(['lab__add', { a: 5, b: 5 }]) : says('answered');
    });
    return withConversation(parts(model), async ({ ask }) => {
      expect((await ask('add them')).output).toBe('answered');
      expect(starts).toEqual(['1+2', '3+10', '5+5']);
    });
  });
});

describe('POL-4: a plan that policy holds', () => {
  const policy: Policy = { tools: { ...on.tools, approvals: [{ tool: 'planner__review' }] } };

  /** Asks, and answers the plan that is held by then. */
  async function decided({ ask, engine }: Conversation, decision: JsonValue): Promise<string> {
    const stop = engine.observe((event) => {
      if (event.type !== 'tool.held') return;
      stop();
      void engine.complete(textOf(event.attributes?.['handle']), decision);
    });
    return textOf((await ask('add them')).output);
  }

  test('approved, it runs; edited, what the person wrote runs', () => {
    starts.length = 0;
    const model = planning(goodPlan);
    const edited = { tools: [{ tool: 'lab__add', args: { a: 7, b: 7 } }] };
    return withConversation(parts(model, policy), async (conversation) => {
      await decided(conversation, { decision: 'approve' });
      expect(starts).toEqual(['1+2', '3+10']);
      await decided(conversation, { decision: 'approve', args: edited });
      expect(starts).toEqual(['1+2', '3+10', '7+7']);
    });
  });

  test('denied, nothing runs and the model is told why', () => {
    starts.length = 0;
    const model = planning(goodPlan);
    return withConversation(parts(model, policy), async (conversation) => {
      await decided(conversation, { decision: 'deny', note: 'too risky' });
      expect(starts).toEqual([]);
      expect(lastSaid(model)).toContain('was not allowed to run: planner__review was denied: too risky');
    });
  });

  test('PIPE-3: held through a restart, the model is not asked for a plan again', () =>
    inFolder(async (stateRoot) => {
      starts.length = 0;
      const model = planning(goodPlan);
      const first = await openConversation(parts(model, policy), stateRoot);
      const { promise: handle, resolve } = Promise.withResolvers<string>();
      first.engine.observe((event) => {
        if (event.type === 'tool.held') resolve(textOf(event.attributes?.['handle']));
      });
      void first.ask('add them', { id: 'e-plan' }).catch(() => undefined);
      const held = await handle;
      await first.stop();
      const second = await openConversation(parts(model, policy), stateRoot);
      await second.engine.complete(held, { decision: 'approve' });
      expect((await second.ask('add them', { id: 'e-plan' })).output).toBe('answered');
      expect(model.requests.filter(isPlanning)).toHaveLength(1);
      expect(starts).toEqual(['1+2', '3+10']);
      await second.stop();
    }));
});

describe('what a model writes as a plan', () => {
  const bounds = { offered: [{ name: 'lab__add' }], maxEntries: 2 };

  test('is JSON alone; a fence around it is forgiven', () => {
    const text = JSON.stringify({ tools: ['lab__add'] });
    expect(readPlan(`\`\`\`json\n${text}\n\`\`\`\n`, bounds)).toEqual({ tools: ['lab__add'] });
    expect(readPlan(`Here it is: ${text}`, bounds)).toHaveProperty('problem');
    expect(readPlan('[]', bounds)).toHaveProperty('problem');
  });

  test('has no more entries than config allows', () => {
    const tools = ['lab__add', 'lab__add', 'lab__add'];
    expect(readPlan(JSON.stringify({ tools }), bounds)).toEqual({
      problem: 'it has 3 entries; at most 2 are allowed.',
    });
  });
});
