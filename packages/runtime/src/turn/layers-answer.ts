import type { Message } from '@goondan/core';
import { middlewareError } from './middleware-error.ts';
import { endedSchema, type Ended } from './records.ts';
import type { TurnState } from './turn-state.ts';

/** What the layers of a step made of it, checked. Throws where they answered with something else. */
export function layersResult(result: unknown): Ended['result'] {
  const parsed = endedSchema.fields.result.safeParse(result);
  if (parsed.success) return parsed.data;
  throw middlewareError('step', new Error('it answered with no StepResult'));
}

/** The message of a step whose layers answered for the model. */
export function layersMessage({ context, event }: TurnState, stepIndex: number, text: string): Message {
  return {
    id: `${context.turnId}/s${stepIndex}/assistant`,
    data: { role: 'assistant', content: text },
    metadata: {},
    createdAt: new Date(event.createdAt),
    source: { type: 'assistant', stepIndex },
  };
}
