import { expect, test } from 'bun:test';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { openedPrompt } from '../../src/model/prompt/opened-prompt.ts';

const user: LanguageModelV4Prompt[number] = { role: 'user', content: [{ type: 'text', text: 'go' }] };
const assistant: LanguageModelV4Prompt[number] = {
  role: 'assistant',
  content: [{ type: 'text', text: 'done' }],
};
const system: LanguageModelV4Prompt[number] = { role: 'system', content: 'Be brief.' };

test('SPEC §12: a prompt that begins with the user is the very same', () => {
  for (const prompt of [[user, assistant], [system, user], [system], []])
    expect(openedPrompt(prompt)).toBe(prompt);
});

test('SPEC §12: one whose beginning was taken away says so as the user, whom providers want first', () => {
  const roles = (prompt: LanguageModelV4Prompt): string[] => openedPrompt(prompt).map(({ role }) => role);
  expect(roles([assistant, user])).toEqual(['user', 'assistant', 'user']);
  expect(roles([system, assistant])).toEqual(['system', 'user', 'assistant']);
});
