import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';

const opening: LanguageModelV4Message = {
  role: 'user',
  content: [{ type: 'text', text: '(What was said before is no longer part of the conversation.)' }],
};

/**
 * A prompt that begins with the user, as some providers want it: an extension may have taken the first messages away, and every later
 * request would be refused. The very same where it does.
 */
export function openedPrompt(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const first = prompt.findIndex(({ role }) => role !== 'system');
  return first < 0 || prompt[first]?.role === 'user' ? prompt : prompt.toSpliced(first, 0, opening);
}
