import type {
  LanguageModelV4Content,
  LanguageModelV4File,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { AnswerPart, ModelAnswer, ModelDelta } from '../agent-model.ts';
import { mergeOptions } from './provider-options.ts';
import { readToolInput } from './tool-input.ts';
import { usageOf } from './usage.ts';

type TextKind = ModelDelta['kind'];
type TextPart = Extract<AnswerPart, { type: TextKind }>;
type Told = (kind: TextKind, text: string) => void;

/** How an answer ended, by the provider's word. */
export interface Finish {
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
}

/**
 * Puts an answer together, from a stream or from a whole one. What a provider ran by itself is left out: it needs
 * nothing from us, and nothing here could run it.
 */
export class AnswerBuilder {
  finish: Finish | undefined;
  modelId: string;
  readonly #parts: AnswerPart[] = [];
  readonly #open = { text: new Map<string, TextPart>(), reasoning: new Map<string, TextPart>() };

  constructor(modelId: string) {
    this.modelId = modelId;
  }

  /** Takes a piece of a stream and tells what it adds to text and reasoning. */
  addPiece(piece: LanguageModelV4StreamPart, told: Told | undefined): void {
    switch (piece.type) {
      case 'text-start':
        this.#start('text', piece.id, piece.providerMetadata);
        return;
      case 'text-delta':
        this.#extend('text', piece, told);
        return;
      case 'text-end':
        this.#end('text', piece);
        return;
      case 'reasoning-start':
        this.#start('reasoning', piece.id, piece.providerMetadata);
        return;
      case 'reasoning-delta':
        this.#extend('reasoning', piece, told);
        return;
      case 'reasoning-end':
        this.#end('reasoning', piece);
        return;
      case 'tool-call':
        this.#addCall(piece);
        return;
      case 'file':
        this.#addFile(piece);
        return;
      case 'response-metadata':
        this.modelId = piece.modelId ?? this.modelId;
        return;
      case 'finish':
        this.finish = piece;
        return;
      default:
    }
  }

  /** Takes a part of an answer that came whole. */
  addContent(content: LanguageModelV4Content, told: Told | undefined): void {
    switch (content.type) {
      case 'text':
      case 'reasoning':
        this.#start(content.type, '', content.providerMetadata).text = content.text;
        if (content.text !== '') told?.(content.type, content.text);
        return;
      case 'tool-call':
        this.#addCall(content);
        return;
      case 'file':
        this.#addFile(content);
        return;
      default:
    }
  }

  /** The answer as far as it came; empty texts are left out, because providers refuse them when they go back. */
  build({ finishReason, usage }: Finish): ModelAnswer {
    const { unified } = finishReason;
    return {
      parts: this.#parts.filter((part) => !isEmpty(part)),
      finishReason: unified === 'interrupted' ? 'error' : unified,
      usage: usageOf(usage),
      modelId: this.modelId,
    };
  }

  #start(type: TextKind, id: string, metadata: SharedV4ProviderMetadata | undefined): TextPart {
    const providerOptions = mergeOptions(undefined, metadata);
    const part: TextPart = { type, text: '', ...(providerOptions === undefined ? {} : { providerOptions }) };
    this.#parts.push(part);
    this.#open[type].set(id, part);
    return part;
  }

  #extend(
    type: TextKind,
    piece: { id: string; delta: string; providerMetadata?: SharedV4ProviderMetadata },
    told: Told | undefined,
  ): void {
    const part = this.#open[type].get(piece.id) ?? this.#start(type, piece.id, undefined);
    part.text += piece.delta;
    addOptions(part, piece.providerMetadata);
    if (piece.delta !== '') told?.(type, piece.delta);
  }

  #end(type: TextKind, piece: { id: string; providerMetadata?: SharedV4ProviderMetadata }): void {
    const part = this.#open[type].get(piece.id);
    if (part === undefined) return;
    addOptions(part, piece.providerMetadata);
    this.#open[type].delete(piece.id);
  }

  #addCall({
    toolCallId,
    toolName,
    input,
    providerExecuted,
    providerMetadata,
  }: LanguageModelV4ToolCall): void {
    if (providerExecuted === true) return;
    const part: AnswerPart = { type: 'tool-call', toolCallId, toolName, ...readToolInput(input) };
    addOptions(part, providerMetadata);
    this.#parts.push(part);
  }

  #addFile({ mediaType, data, providerMetadata }: LanguageModelV4File): void {
    const part: AnswerPart = { type: 'file', mediaType, data: fileText(data) };
    addOptions(part, providerMetadata);
    this.#parts.push(part);
  }
}

function addOptions(part: AnswerPart, metadata: SharedV4ProviderMetadata | undefined): void {
  const options = mergeOptions(part.providerOptions, metadata);
  if (options !== undefined) part.providerOptions = options;
}

function fileText(data: LanguageModelV4File['data']): string {
  if (data.type === 'url') return data.url.href;
  return typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
}

/** A thought may be all signature and no text. */
function isEmpty(part: AnswerPart): boolean {
  if (part.type === 'text') return part.text === '';
  return part.type === 'reasoning' && part.text === '' && part.providerOptions === undefined;
}
