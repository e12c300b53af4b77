import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { CoreMessage } from '@goondan/core';
import { fileDataOf, inlineFileOf } from './file-data.ts';
import { legalName } from './legal-name.ts';
import { toolResultOutputOf } from './tool-result-output.ts';

type MessageOf<Role extends CoreMessage['role']> = Extract<CoreMessage, { role: Role }>;
type PartsOf<Role extends 'user' | 'assistant'> = Exclude<MessageOf<Role>['content'], string>;
type Prompted<Role extends CoreMessage['role']> = Extract<LanguageModelV4Message, { role: Role }>;
type ToolResult = Extract<MessageOf<'tool'>['content'][number], { type: 'tool-result' }>;

/**
 * A conversation in the form providers take: equal conversations give equal prompts. Results of one step go back
 * together, since some providers ask for all of them at once, and what providers refuse (empty texts, arguments that are
 * no object, names they never gave) is left out or mended, so that one odd answer does not brick a conversation.
 */
export function promptOf(
  instructions: string | undefined,
  messages: readonly CoreMessage[],
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  if (instructions !== undefined && instructions !== '')
    prompt.push({ role: 'system', content: instructions });
  for (const message of messages) addMessage(prompt, message);
  return prompt;
}

function addMessage(prompt: LanguageModelV4Prompt, message: CoreMessage): void {
  const options = optionsOf(message);
  switch (message.role) {
    case 'system':
      prompt.push({ role: 'system', content: message.content, ...options });
      return;
    case 'user': {
      const content = userContent(message.content);
      if (content.length > 0) prompt.push({ role: 'user', content, ...options });
      return;
    }
    case 'assistant': {
      const content = assistantContent(message.content);
      if (content.length > 0) prompt.push({ role: 'assistant', content, ...options });
      return;
    }
    case 'tool':
      addToolMessage(prompt, message);
  }
}

function addToolMessage(prompt: LanguageModelV4Prompt, message: MessageOf<'tool'>): void {
  const content = message.content.flatMap((part) => (part.type === 'tool-result' ? [toolResult(part)] : []));
  if (content.length === 0) return;
  const last = prompt.at(-1);
  const isOneMore =
    last?.role === 'tool' && last.providerOptions === undefined && message.providerOptions === undefined;
  if (isOneMore) last.content.push(...content);
  else prompt.push({ role: 'tool', content, ...optionsOf(message) });
}

function userContent(content: string | PartsOf<'user'>): Prompted<'user'>['content'] {
  if (typeof content === 'string') return textContent(content);
  return content.flatMap((part): Prompted<'user'>['content'] => {
    const options = optionsOf(part);
    switch (part.type) {
      case 'text':
        return textContent(part.text, options);
      case 'image': {
        const { data, mediaType } = fileDataOf(part.image);
        return [{ type: 'file', mediaType: part.mediaType ?? mediaType ?? 'image', data, ...options }];
      }
      case 'file':
        return [filePart(part)];
    }
  });
}

function assistantContent(content: string | PartsOf<'assistant'>): Prompted<'assistant'>['content'] {
  if (typeof content === 'string') return textContent(content);
  return content.flatMap((part): Prompted<'assistant'>['content'] => {
    const options = optionsOf(part);
    switch (part.type) {
      case 'text':
        return textContent(part.text, options);
      case 'reasoning':
        return [{ type: 'reasoning', text: part.text, ...options }];
      case 'file':
        return [filePart(part)];
      case 'reasoning-file': {
        const { data } = inlineFileOf(part.data);
        return [{ type: 'reasoning-file', mediaType: part.mediaType, data, ...options }];
      }
      case 'custom':
        return [{ type: 'custom', kind: part.kind, ...options }];
      case 'tool-call':
        return [
          {
            type: 'tool-call',
            toolCallId: legalName(part.toolCallId),
            toolName: legalName(part.toolName),
            input: objectOf(part.input),
            ...(part.providerExecuted === undefined ? {} : { providerExecuted: part.providerExecuted }),
            ...options,
          },
        ];
      case 'tool-result':
        return [toolResult(part)];
      case 'tool-approval-request':
        return [];
    }
  });
}

function textContent(text: string, options: Options = {}): { type: 'text'; text: string }[] {
  return text === '' ? [] : [{ type: 'text', text, ...options }];
}

function filePart(
  part: Extract<PartsOf<'user'>[number], { type: 'file' }>,
): Prompted<'user'>['content'][number] {
  return {
    type: 'file',
    mediaType: part.mediaType,
    data: fileDataOf(part.data).data,
    ...(part.filename === undefined ? {} : { filename: part.filename }),
    ...optionsOf(part),
  };
}

function toolResult(part: ToolResult): Prompted<'tool'>['content'][number] & { type: 'tool-result' } {
  return {
    type: 'tool-result',
    toolCallId: legalName(part.toolCallId),
    toolName: legalName(part.toolName),
    output: toolResultOutputOf(part.output),
    ...optionsOf(part),
  };
}

/** Arguments that could not be read are kept as text; providers take back nothing but objects. */
function objectOf(input: unknown): unknown {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject ? input : { malformed: input };
}

interface Options {
  readonly providerOptions?: SharedV4ProviderOptions;
}

function optionsOf(part: object): Options {
  return hasOptions(part) ? { providerOptions: part.providerOptions } : {};
}

function hasOptions(part: object): part is Required<Options> {
  return 'providerOptions' in part && part.providerOptions !== undefined;
}
