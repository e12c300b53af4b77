import { describe, expect, test } from 'bun:test';
import type {
  CoreMessage,
  ExtensionApi,
  Message,
  StepMiddleware,
  ToolCatalogItem,
  TurnMiddleware,
} from '@goondan/core';
import { promptOf } from '../../src/model/prompt/prompt-of.ts';
import { wholeConversation } from '../../src/turn/whole-conversation.ts';
import { rejectionOf } from '../model/ask.ts';
import { anything } from './support/anything.ts';
import { outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

type Layer = { readonly turn: TurnMiddleware } | { readonly step: StepMiddleware };

function extension(layer: Layer) {
  return {
    hostile: ({ pipeline }: ExtensionApi) => {
      if ('turn' in layer) pipeline.register('turn', layer.turn);
      else pipeline.register('step', layer.step);
    },
  };
}

/** Throws any value: a generator can, where a `throw` statement is kept to errors. */
function throwAnything(value: unknown): never {
  const thrower = (function* () {
    yield undefined;
  })();
  thrower.next();
  thrower.throw(value);
  throw new Error('unreachable');
}

const bare: unknown = Object.create(null);
const unreadable = Object.defineProperty(new Error('x'), 'message', {
  get: () => {
    throw new Error('trap');
  },
});
const thrown: readonly (readonly [what: string, value: unknown])[] = [
  ['an object without a prototype', bare],
  ['an object whose toString throws', { toString: () => throwAnything(new Error('trap')) }],
  ['an error whose message cannot be read', unreadable],
  ['an error whose message is no text', Object.assign(new Error('x'), { message: bare })],
  ['a symbol', Symbol('s')],
  ['null', null],
];

describe('§12: a middleware that throws what cannot be read', () => {
  test.each(thrown)('§12: %s fails the turn by name and costs no message', async (_what, value) => {
    let isOn = true;
    const spoil = async <Result>(context: { next(): Promise<Result> }): Promise<Result> => {
      const result = await context.next();
      return isOn ? throwAnything(value) : result;
    };
    for (const layer of [{ turn: spoil }, { step: spoil }]) {
      isOn = true;
      const model = fakeModel(says('one'), says('two'));
      await withEngine({ model, extensions: extension(layer) }, async (world) => {
        expect(await world.ask('go')).toMatchObject({
          status: 'failed',
          error: { code: 'E_EXTENSION_MIDDLEWARE' },
        });
        isOn = false;
        expect((await world.ask('more')).status).toBe('completed');
        expect(outline(await world.conversation()).slice(0, 3)).toEqual([
          'user go',
          'assistant one',
          'user more',
        ]);
      });
    }
  });
});

describe('§12: a message that no model takes', () => {
  const broken: readonly (readonly [what: string, data: unknown])[] = [
    ['of a role that is none', { role: 'banana', content: 'x' }],
    ['of a tool, as a text', { role: 'tool', content: 'x' }],
    ['of the system, in parts', { role: 'system', content: [{ type: 'text', text: 'x' }] }],
    ['with a part that is null', { role: 'user', content: [null] }],
    ['with a part of no type', { role: 'assistant', content: [{ text: 'x' }] }],
    ['with a text that is none', { role: 'user', content: [{ type: 'text' }] }],
    [
      'with a call without an id',
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'a__b', input: {} }] },
    ],
    [
      'with a result without an output',
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'a__b' }] },
    ],
  ];
  test.each(broken)('§12: %s is refused where it is put in, and bricks nothing', async (_what, data) => {
    const message: Message = {
      id: 'odd',
      data: anything<CoreMessage>(data),
      metadata: {},
      createdAt: new Date(0),
      source: { type: 'extension', extensionName: 'hostile' },
    };
    let isOn = true;
    const extensions = extension({
      step: (context) => {
        if (isOn) context.emitMessageEvent({ type: 'append', message });
        return context.next();
      },
    });
    await withEngine({ model: fakeModel(says('one')), extensions }, async (world) => {
      expect(await world.ask('go')).toMatchObject({
        status: 'failed',
        error: { code: 'E_EXTENSION_MIDDLEWARE' },
      });
      isOn = false;
      expect((await world.ask('more')).status).toBe('completed');
      const prompt = promptOf(undefined, wholeConversation(await world.conversation()));
      expect(prompt.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
    });
  });
});

describe('what an extension does too late', () => {
  test('§6: state of a turn that has ended throws, and is not taken for kept', async () => {
    const ended = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown[]>();
    const seen: unknown[] = [];
    const extensions = {
      late: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          seen.push(await state.get('key'));
          if (seen.length === 1)
            void ended.promise.then(async () =>
              late.resolve([await rejectionOf(state.set('key', 1)), await rejectionOf(state.get('key'))]),
            );
          return context.next();
        });
      },
    };
    await withEngine({ extensions }, async (world) => {
      await world.ask('go');
      ended.resolve();
      expect(await late.promise).toMatchObject([
        { code: 'E_EXTENSION_STATE' },
        { code: 'E_EXTENSION_STATE' },
      ]);
      await world.ask('go');
      expect(seen).toEqual([undefined, undefined]);
    });
  });

  test('PIPE-3: an effect that nobody waits for may fail without ending the process', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const extensions = extension({
      turn: (context) => {
        void context.once('post', () => Promise.reject(new Error('no net')));
        return context.next();
      },
    });
    try {
      await withEngine({ extensions }, async (world) => {
        expect((await world.ask('go')).status).toBe('completed');
        await world.ask('go');
      });
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });
});

test('ERR-2: what is said of a call whose arguments could not be read is cut to the limit of the tool', async () => {
  const malformed = { ...call('a', 'echo__say', 'x'), malformed: 'y'.repeat(2000) };
  const model = fakeModel(asks(malformed), says('done'));
  await withEngine({ model, tools: [{ ...echo, errorMessageLimit: 30 }] }, async (world) => {
    const { toolCalls } = await world.ask('go');
    expect(toolCalls[0]?.result.error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(toolCalls[0]?.result.error?.message).toHaveLength(30);
  });
});

test('POL-2: a blocked tool that step middleware puts back into the catalog is not shown to the model', async () => {
  const policy = { tools: { features: { tools_policy: true }, whitelist: ['echo__say'] } };
  const model = fakeModel(says('done'));
  const extensions = extension({
    step: (context) => {
      context.toolCatalog.push({ name: 'echo__other' }, { name: 'echo__gone' });
      return context.next();
    },
  });
  const tools = [echo, { ...echo, name: 'echo__other' }];
  await withEngine({ model, tools, policy, extensions }, async (world) => {
    await world.ask('go');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['echo__say']);
  });
});

describe('§6: what is not for an extension to write to', () => {
  const pushes: readonly (readonly [what: string, layer: Layer])[] = [
    ['the messages', { step: (context) => pushed(context.conversationState.messages, context) }],
    ['the events', { step: (context) => pushed(context.conversationState.events, context) }],
    ['the base messages', { turn: (context) => pushed(context.conversationState.baseMessages, context) }],
  ];
  test.each(pushes)('§6: a push to %s changes nothing', async (_what, layer) => {
    const model = fakeModel(says('one'), says('two'));
    await withEngine({ model, extensions: extension(layer) }, async (world) => {
      await world.ask('go');
      expect((await world.ask('more')).status).toBe('completed');
      const expected = ['user go', 'assistant one', 'user more', 'assistant two'];
      expect(outline(await world.conversation())).toEqual(expected);
    });
  });

  test.each([
    ['a text', 'abc'],
    ['no name', [{}]],
    ['an illegal name', [{ name: 'a b' }]],
    ['nothing', null],
  ])(
    'CAT-3, NAME-5: a catalog that is or holds %s fails the turn as the fault of its extension',
    async (_what, items) => {
      const model = fakeModel(says('one'));
      const extensions = extension({
        step: (context) => {
          context.toolCatalog = anything<ToolCatalogItem[]>(items);
          return context.next();
        },
      });
      await withEngine({ model, tools: [echo], extensions }, async (world) => {
        expect(await world.ask('go')).toMatchObject({
          status: 'failed',
          error: { code: 'E_EXTENSION_MIDDLEWARE' },
        });
        expect(model.requests).toEqual([]);
      });
    },
  );
});

test('§12: a message with calls that an extension appends a second time does not brick the conversation', async () => {
  const extensions = extension({
    step: async (context) => {
      const result = await context.next();
      const asked = context.conversationState.messages.find(({ data }) => data.role === 'assistant');
      if (context.stepIndex === 0 && asked !== undefined)
        context.emitMessageEvent({ type: 'append', message: { ...asked, id: 'copy' } });
      return result;
    },
  });
  const model = fakeModel(asks(call('a', 'echo__say')), says('one'), says('two'));
  await withEngine({ model, tools: [echo], extensions }, async (world) => {
    expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'one' });
    expect(await world.ask('more')).toMatchObject({ status: 'completed', output: 'two' });
  });
});

function pushed<Result>(list: readonly unknown[], context: { next(): Promise<Result> }): Promise<Result> {
  anything<unknown[]>(list).push({ id: 'sneaked in' });
  return context.next();
}
