import { describe, expect, test } from 'bun:test';
import { GoondanError, type JsonObject, type ToolDefinition } from '@goondan/core';
import { logging } from '../../extensions/logging/index.ts';
import { logLine, shortened } from '../../extensions/logging/log-line.ts';
import { withConversation, type Conversation } from './support/a-conversation.ts';
import { asks, modelOf, says, type Answer } from './support/a-model.ts';

const secret = 'the quiet password';
const tools: ToolDefinition[] = [
  { name: 'lab__say', handler: (_ctx, input) => ({ said: input, more: 'x'.repeat(5000) }) },
  {
    name: 'lab__fail',
    handler: () => {
      throw new Error('no paper');
    },
  },
];

const answers: Answer[] = [asks(['lab__say', { text: secret }], ['lab__fail']), says(`it is ${secret}`)];

function logged(
  config: JsonObject,
  run: (conversation: Conversation) => Promise<void>,
  said = answers,
): Promise<void> {
  return withConversation({ model: modelOf(...said), tools, extensions: [{ module: logging, config }] }, run);
}

describe('Extension/logging', () => {
  test('writes a line for each call and the turn: who, how long, how it ended, tokens; steps only at level debug', async () => {
    await logged({}, async ({ ask, log }) => {
      const { turnId } = await ask(secret);
      const place = `agent=helper instance=default turn=${turnId}`;
      expect(
        log.lines.map(({ level, text }) => `${level} ${text.replace(/ms=\d+/, 'ms=#')}`).toSorted(),
      ).toEqual([
        `info tool ok tool=lab__say ${place} step=0 call=c0 ms=#`,
        `info turn completed ${place} ms=# inputTokens=20 outputTokens=10`,
        `warn tool error tool=lab__fail ${place} step=0 call=c1 ms=# code=E_TOOL error="no paper"`,
      ]);
    });
    await logged({ level: 'debug' }, async ({ ask, log }) => {
      await ask('go');
      const steps = log.lines
        .filter(({ level }) => level === 'debug')
        .map(({ text }) => text.replace(/^.* step=/, ''));
      expect(steps.map((text) => text.replace(/ms=\d+/, 'ms=#'))).toEqual([
        '0 ms=# calls=2 inputTokens=10 outputTokens=5',
        '1 ms=# calls=0 inputTokens=10 outputTokens=5',
      ]);
    });
  });

  test('says nothing of inputs, arguments and outputs unless it is told to, and then in short', async () => {
    await logged({ level: 'debug' }, async ({ ask, log }) => {
      await ask(secret);
      expect(log.lines.filter(({ text }) => text.includes(secret) || text.includes('xxx'))).toEqual([]);
    });
    await logged({ fields: ['input', 'args', 'output'], maxCharacters: 40 }, async ({ ask, log }) => {
      await ask(secret);
      const text = log.lines.map((line) => line.text).join('\n');
      expect(text).toContain(`input="${secret}"`);
      expect(text).toContain(`args="{\\"text\\":\\"${secret}\\"}"`);
      expect(text).toContain('…');
      expect(text).not.toContain('x'.repeat(41));
    });
  });

  test('json lines are one JSON object each', async () => {
    await logged({ format: 'json' }, async ({ ask, log }) => {
      await ask('go\nnow');
      for (const { text } of log.lines)
        expect(JSON.parse(text)).toMatchObject({ agent: 'helper', instance: 'default' });
      expect(JSON.parse(log.lines.at(-1)?.text ?? '')).toMatchObject({
        event: 'turn completed',
        outputTokens: 10,
      });
    });
  });

  test('a failed model is a failed step and a failed turn, with its code, at level error', async () => {
    const down = () => Promise.reject(new GoondanError('E_MODEL_UNAVAILABLE', 'down'));
    await logged(
      { level: 'error' },
      async ({ ask, log }) => {
        expect((await ask('go')).status).toBe('failed');
        expect(log.lines.map(({ text }) => text.replace(/ .* code=/, ' … code='))).toEqual([
          'step … code=E_MODEL_UNAVAILABLE error=down',
          'turn … code=E_MODEL_UNAVAILABLE error=down',
        ]);
      },
      [down],
    );
  });

  test('a line stays one line, and a value that could be taken for several is quoted', () => {
    expect(logLine('text', 'x', { a: 'two\nlines', b: 'k=v', c: 'plain', d: undefined, e: 7, f: '' })).toBe(
      'x a="two\\nlines" b="k=v" c=plain e=7 f=""',
    );
    expect(shortened('한국어 문장입니다', 3)).toBe('한국어…');
    expect(shortened('👨‍🚀👩‍🚀', 1)).toBe('👨…');
  });
});
