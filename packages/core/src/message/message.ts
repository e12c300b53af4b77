import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { JsonValue } from '../json/json-value.ts';

/** The AI SDK's message type, under the name the contract uses. */
export type CoreMessage = ModelMessage;

/** Who put a message into the conversation. */
export type MessageSource =
  | { readonly type: 'user' }
  | { readonly type: 'assistant'; readonly stepIndex: number }
  | { readonly type: 'tool'; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: 'system' }
  | { readonly type: 'extension'; readonly extensionName: string };

/** One message of a conversation. */
export interface Message {
  readonly id: string;
  readonly data: CoreMessage;
  metadata: Record<string, JsonValue>;
  readonly createdAt: Date;
  readonly source: MessageSource;
}
