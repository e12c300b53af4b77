import { describe, expect, test } from 'bun:test';
import type { JsonObject, ToolCatalogItem, ToolDefinition } from '@goondan/core';
import { toolSearch } from '../../extensions/tool-search/index.ts';
import { rankTools } from '../../extensions/tool-search/rank-tools.ts';
import { wordsOf } from '../../extensions/tool-search/words-of.ts';
import { inFolder, openConversation, withConversation, type Parts } from './support/a-conversation.ts';
import { asks, modelOf, says, type RecordingModel } from './support/a-model.ts';

function tool(name: string, description: string): ToolDefinition {
  return { name, description, annotations: { readOnly: true }, handler: () => `${name} ran` };
}

const weather = tool('weather__forecast', 'Tells the weather of the next days for a city.');
const many = Array.from({ length: 60 }, (_, index) =>
  tool(`filler__number${index}`, `Does thing number ${index}.`),
);
const tools = [
  weather,
  tool('mail__send', 'Sends an e-mail.'),
  tool('calendar__list-events', '달력에 적힌 일정을 보여 준다.'),
  ...many,
];

function searching(model: Parts['model'], config: JsonObject = {}): Parts {
  return { model, tools, extensions: [{ module: toolSearch, config }] };
}

const names = ({ requests }: RecordingModel, index: number): string[] =>
  (requests[index]?.tools ?? []).map(({ name }) => name);
const search = (query: string) => ['tools__search', { query }] as const;

describe('Extension/tool-search', () => {
  test('the model sees the search and what is always listed; what it finds it sees and can call from the next step on', async () => {
    const model = modelOf(asks(search('weather forecast')), asks(['weather__forecast']), says('sunny'));
    await withConversation(searching(model, { always: ['mail__*'], results: 1 }), async ({ ask }) => {
      const { toolCalls, output } = await ask('What is the weather like?');
      expect(output).toBe('sunny');
      expect(names(model, 0).toSorted()).toEqual(['mail__send', 'tools__search']);
      expect(names(model, 1).toSorted()).toEqual(['mail__send', 'tools__search', 'weather__forecast']);
      expect(toolCalls[0]?.result.output).toMatchObject({
        found: [{ name: 'weather__forecast', description: weather.description ?? '' }],
      });
      expect(toolCalls[1]?.result.output).toBe('weather__forecast ran');
    });
  });

  test('CAT-6, ALLOW-2: a tool that was not found is not there to be called', async () => {
    const model = modelOf(asks(['weather__forecast']), says('done'));
    await withConversation(searching(model), async ({ ask }) => {
      expect((await ask('go')).toolCalls[0]?.result.error?.code).toBe('E_TOOL_NOT_IN_CATALOG');
    });
  });

  test('what was found stays for later turns and other lives, for that instance alone', async () => {
    await inFolder(async (stateRoot) => {
      const first = modelOf(asks(search('weather'), search('mail'), search('일정')), says('found'));
      const life = await openConversation(searching(first, { results: 1 }), stateRoot);
      await life.ask('go');
      await life.stop();
      const second = modelOf(says('done'));
      const later = await openConversation(searching(second), stateRoot);
      await later.ask('go');
      await later.ask('go', { instanceKey: 'other' });
      await later.stop();
      expect(names(second, 0)).toEqual([
        'tools__search',
        'weather__forecast',
        'mail__send',
        'calendar__list-events',
      ]);
      expect(names(second, 1)).toEqual(['tools__search']);
    });
  });

  test('PIPE-3: found in a step that was cut off, a tool is there when the turn goes on', async () => {
    await inFolder(async (stateRoot) => {
      const reached = Promise.withResolvers<void>();
      const hanging = modelOf(asks(search('weather')), ({ signal }) => {
        reached.resolve();
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      });
      const cut = await openConversation(searching(hanging), stateRoot);
      const lost = cut.ask('go', { id: 'one' }).catch(() => 'cut off');
      await reached.promise;
      await cut.stop();
      expect(await lost).toBe('cut off');
      const model = modelOf(asks(['weather__forecast']), says('sunny'));
      const resumed = await openConversation(searching(model), stateRoot);
      const { toolCalls } = await resumed.ask('go', { id: 'one' });
      await resumed.stop();
      expect(toolCalls.map(({ result }) => result.status)).toEqual(['ok', 'ok']);
    });
  });

  test('a small catalog is shown whole, without the search', async () => {
    const model = modelOf(says('done'));
    await withConversation({ ...searching(model), tools: tools.slice(0, 3) }, async ({ ask }) => {
      await ask('go');
      expect(names(model, 0)).toEqual(['weather__forecast', 'mail__send', 'calendar__list-events']);
    });
  });

  test('what was found longest ago makes room, and what is found anew counts as new', async () => {
    const model = modelOf(
      asks(search('weather')),
      asks(search('mail')),
      asks(search('weather')),
      asks(search('일정')),
      says('done'),
    );
    await withConversation(searching(model, { results: 1, keep: 2 }), async ({ ask }) => {
      await ask('go');
      expect(names(model, 4)).toEqual(['tools__search', 'weather__forecast', 'calendar__list-events']);
    });
  });

  test('nothing found is said, and is no failure', async () => {
    const model = modelOf(asks(search('zzzz qqqq')), says('done'));
    await withConversation(searching(model), async ({ ask }) => {
      expect((await ask('go')).toolCalls[0]?.result).toMatchObject({
        status: 'ok',
        output: { found: [], more: 0, note: 'Nothing fits. Try other words.' },
      });
    });
  });
});

describe('ranking', () => {
  test('thousands of tools are read a few at a time: the process stays awake, and each is read once', async () => {
    const items = Array.from({ length: 2000 }, (_, index) => ({
      name: `big__tool${index}`,
      description: 'of many',
    }));
    let turns = 0;
    const tick = (): void => {
      turns += 1;
      timer = setImmediate(tick);
    };
    let timer = setImmediate(tick);
    await rankTools(items, 'tool7');
    const first = turns;
    await rankTools(items, 'tool7');
    clearImmediate(timer);
    expect(first).toBeGreaterThanOrEqual(9);
    expect(turns - first).toBeLessThanOrEqual(1);
  });

  const ranked = async (query: string, items: readonly ToolCatalogItem[] = tools): Promise<string[]> =>
    (await rankTools(items, query)).map(({ name }) => name);

  test.each([
    ['weather', 'weather__forecast'],
    ['forecasting the weather', 'weather__forecast'],
    ['weather__forecast', 'weather__forecast'],
    ['send mails', 'mail__send'],
    ['listEvents', 'calendar__list-events'],
    ['일정을 보고 싶어', 'calendar__list-events'],
    ['달력', 'calendar__list-events'],
    ['number 42', 'filler__number42'],
    ['weath', 'weather__forecast'],
  ])('%j finds %s first', async (query, expected) => {
    expect((await ranked(query))[0]).toBe(expected);
  });

  test('words are taken apart and brought to one form', () => {
    expect(wordsOf('readFile list_events PDF파일을')).toEqual([
      'read',
      'file',
      'list',
      'event',
      'pdf',
      '파일',
      '일을',
    ]);
    expect(wordsOf('queries searches boxes class running listed')).toEqual([
      'query',
      'search',
      'box',
      'class',
      'runn',
      'list',
    ]);
  });

  test('a name weighs more than a description, and a rare word more than a common one', async () => {
    const items = [
      { name: 'a__x', description: 'copies files' },
      { name: 'files__copy', description: 'does it' },
      { name: 'b__y', description: 'files' },
      { name: 'c__z', description: 'files' },
    ];
    expect(await ranked('copy files', items)).toEqual(['files__copy', 'a__x', 'b__y', 'c__z']);
  });
});
