import type { ToolCallResult } from '../tool/result.ts';
import { MiddlewareStack } from './middleware-stack.ts';
import type { StepMiddleware, StepMiddlewareContext, StepResult } from './step.ts';
import type { ToolCallMiddleware, ToolCallMiddlewareContext } from './tool-call.ts';
import type { TurnMiddleware, TurnMiddlewareContext, TurnResult } from './turn.ts';

/** Where a layer stands among those of its kind; lower is further out, 0 by default. */
export interface MiddlewareOptions {
  readonly priority?: number;
}

/** The three kinds of middleware of one agent process (PIPE-1). */
export class Pipeline {
  readonly turn = new MiddlewareStack<TurnMiddlewareContext, TurnResult>();
  readonly step = new MiddlewareStack<StepMiddlewareContext, StepResult>();
  readonly toolCall = new MiddlewareStack<ToolCallMiddlewareContext, ToolCallResult>();

  /** Adds a layer; the first registered is outermost. The disposer takes it away. */
  register(kind: 'turn', middleware: TurnMiddleware, options?: MiddlewareOptions): () => void;
  register(kind: 'step', middleware: StepMiddleware, options?: MiddlewareOptions): () => void;
  register(kind: 'toolCall', middleware: ToolCallMiddleware, options?: MiddlewareOptions): () => void;
  register(...layer: Layer): () => void {
    switch (layer[0]) {
      case 'turn':
        return this.turn.register(layer[1], layer[2]);
      case 'step':
        return this.step.register(layer[1], layer[2]);
      case 'toolCall':
        return this.toolCall.register(layer[1], layer[2]);
      default:
        throw new TypeError('Middleware is of kind turn, step or toolCall.');
    }
  }
}

type Layer =
  | [kind: 'turn', middleware: TurnMiddleware, options?: MiddlewareOptions | undefined]
  | [kind: 'step', middleware: StepMiddleware, options?: MiddlewareOptions | undefined]
  | [kind: 'toolCall', middleware: ToolCallMiddleware, options?: MiddlewareOptions | undefined];
