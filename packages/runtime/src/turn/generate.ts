import type { Generate, Generated, GenerateRequest } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import { usageSchema, type Usage } from '../telemetry/runtime-event.ts';
import { textOf } from './answer.ts';
import { layerEntries } from './layer-entries.ts';
import { checkBudget } from './limits.ts';
import type { TraceSpan } from './spans.ts';
import type { TurnState } from './turn-state.ts';
import { wholeConversation } from './whole-conversation.ts';

/** `sN/generate/name`: what the model said to a middleware. */
const generatedSchema = shape.object({ text: shape.string(), usage: usageSchema });

/** What a chain of middleware asks the model from. */
export interface GenerateOptions {
  readonly turn: TurnState;
  /** The entries' common start. */
  readonly place: string;
  readonly span: TraceSpan;
  /** Told what each answer took, also when it is told from the record. */
  readonly onSpent?: (usage: Usage) => void;
}

/** The `generate` of all layers of one chain: each question is an entry, asked once and counted in every attempt. */
export function generateScope(options: GenerateOptions): (layer: number) => Generate {
  const { turn, place, onSpent } = options;
  const entryOf = layerEntries(place, 'generate');
  return (layer) => {
    const own = new Map<string, Promise<Generated>>();
    return (name, request) => {
      const running = own.get(name);
      if (running !== undefined) return running;
      const made = turn.context
        .step(entryOf(layer, turn.mask.text(name)), generatedSchema, () => ask(options, request))
        .then((generated) => {
          turn.spend(generated.usage);
          onSpent?.(generated.usage);
          return generated;
        });
      // Whoever does not wait for it must not end the process by it.
      made.catch(() => undefined);
      own.set(name, made);
      return made;
    };
  };
}

async function ask(
  { turn, span }: GenerateOptions,
  { instructions, messages, maxOutputTokens }: GenerateRequest,
): Promise<shape.Infer<typeof generatedSchema>> {
  const { context, agent, mask } = turn;
  context.signal.throwIfAborted();
  checkBudget(turn);
  const answer = await agent.model.call({
    ...(instructions === undefined ? {} : { instructions: mask.text(instructions) }),
    messages: wholeConversation(mask.json(messages)),
    tools: [],
    signal: context.signal,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    onRetry: ({ code, message, attempt, waitMs }) =>
      span.tell('model.retried', { error: { code, message }, attributes: { attempt, waitMs } }),
  });
  return mask.json({ text: textOf(answer), usage: answer.usage });
}
