import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { parseJson, type JsonObject } from '@goondan/core';
import { loadBundle, type Resource } from '@goondan/core/bundle';
import { ToolExecutor, ToolLoader, ToolRegistry, type ToolResult } from '@goondan/core/tool';
import { createScriptedModel } from '@goondan/runtime/model';

type Model = ReturnType<typeof createScriptedModel>;
type Prompt = Parameters<Model['doGenerate']>[0]['prompt'];

const stockRoot = join(import.meta.dir, '../packages/base');
const stockBundle = await loadBundle(stockRoot);
const stock = stockBundle.resources.map(({ resource }) => ({
  kind: resource.kind,
  name: resource.metadata.name,
}));
const hello = await loadBundle(join(import.meta.dir, 'hello'), { stock });

function find<Kind extends Resource['kind']>(kind: Kind): Extract<Resource, { kind: Kind }> {
  for (const { resource } of hello.resources) if (isOf(kind, resource)) return resource;
  throw new Error(`no ${kind}`);
}

function isOf<Kind extends Resource['kind']>(
  kind: Kind,
  resource: Resource,
): resource is Extract<Resource, { kind: Kind }> {
  return resource.kind === kind;
}

async function stockTools(): Promise<ToolExecutor> {
  const registry = new ToolRegistry();
  const loader = new ToolLoader({ bundleRoot: stockRoot });
  for (const { resource } of stockBundle.resources) {
    if (resource.kind !== 'Tool') continue;
    for (const definition of await loader.load(resource)) registry.register(definition);
  }
  return new ToolExecutor(registry);
}

const executor = await stockTools();

/** Plays a turn of the example as the runtime would: the model, the call it asks for, the model again. */
async function ask(question: string): Promise<{ called: string[]; text: string }> {
  const { model, options } = find('Model').spec;
  const scripted = createScriptedModel(model, options);
  const prompt: Prompt = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  const called: string[] = [];
  for (;;) {
    const { content } = await scripted.doGenerate({ prompt });
    const call = content.find((part) => part.type === 'tool-call');
    if (call === undefined) {
      return { called, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('') };
    }
    const { toolCallId, toolName, input } = call;
    called.push(`${toolName} ${input}`);
    const args = objectOf(input);
    const result = await executor.execute({ id: toolCallId, name: toolName, args }, scope());
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: args }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: outputOf(result) }] },
    );
  }
}

function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no arguments');
  return value;
}

function outputOf({ output = null, error }: ToolResult) {
  return error === undefined
    ? { type: 'json' as const, value: output }
    : { type: 'error-json' as const, value: { ...error } };
}

function scope() {
  const data = { role: 'assistant' as const, content: '' };
  const source = { type: 'assistant' as const, stepIndex: 0 };
  const message = { id: 'm', data, metadata: {}, createdAt: new Date(0), source };
  return {
    agentName: 'hello',
    instanceKey: 'test',
    turnId: 't',
    message,
    workdir: import.meta.dir,
    logger: console,
  };
}

test('the hello bundle is valid, with no warning, and its agent has the stock calculator and a prompt', () => {
  expect(hello.findings).toEqual([]);
  const { tools, prompt } = find('Agent').spec;
  expect(tools).toEqual([{ ref: 'Tool/calculator' }]);
  expect(prompt?.system).toContain('calculator__evaluate');
  expect(find('Swarm').spec.entryAgent).toBe('Agent/hello');
});

test('what is 2+3*4? is calculated by the stock calculator and answered', async () => {
  expect(await ask('what is 2+3*4?')).toEqual({
    called: ['calculator__evaluate {"expression":"2+3*4"}'],
    text: '2+3*4 is 14.',
  });
});

const calculations = [
  ['2+3*4', '2+3*4 is 14.'],
  ['  What is  (1 + 2) * 3 ?', '(1 + 2) * 3 is 9.'],
  ["what's 10/4?", '10/4 is 2.5.'],
  ['calculate sqrt(16)', 'sqrt(16) is 4.'],
  ['How much is 15% * 80?', '15% * 80 is 12.'],
  ['what is pi*2?', 'pi*2 is 6.283185307179586.'],
  ['what is 5!?', '5! is 120.'],
  ['5 cm to inch', '5 cm to inch is 1.968503937007874 inch.'],
  ['-3 + 5 =', '-3 + 5 is 2.'],
  ['123456789*987654321', '123456789*987654321 is 121932631112635269.'],
  ['2+3*4는?', '2+3*4의 답은 14입니다.'],
  ['2+3*4 는 얼마야?', '2+3*4의 답은 14입니다.'],
  ['sqrt(16) 계산해줘', 'sqrt(16)의 답은 4입니다.'],
] as const;

test.each(calculations)('hello answers %j', async (question, answer) => {
  expect((await ask(question)).text).toBe(answer);
});

const mistakes = [
  ['what is 2+?', /^I cannot calculate 2\+\. Column 3: unexpected end of expression\.$/],
  ['what is 1/0?', /^I cannot calculate 1\/0\. In "1 \/ 0": the result is infinite/],
  ['what is 2 + apples?', /^I cannot calculate 2 \+ apples\. Column 5: "apples"/],
  ['２+３은?', /^２\+３은\(는\) 계산할 수 없습니다\. Column 1: "２" is not a plain digit\.$/],
] as const;

test.each(mistakes)('hello says what is wrong with %j', async (question, answer) => {
  expect((await ask(question)).text).toMatch(answer);
});

const talk = [
  ['hello', /^Hello!/],
  ['Hi there', /^Hello!/],
  ['안녕', /^안녕하세요!/],
  ['오늘 날씨 어때?', /^저는 계산만 합니다/],
  ['tell me a joke', /^I can only calculate/],
  ['what is love?', /^I can only calculate/],
  ['', /^I can only calculate/],
] as const;

test.each(talk)('hello answers %j without a tool', async (question, answer) => {
  const { called, text } = await ask(question);
  expect(called).toEqual([]);
  expect(text).toMatch(answer);
});
