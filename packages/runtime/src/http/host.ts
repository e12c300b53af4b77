import type { Engine } from '../engine/engine.ts';
import type { HeldCalls } from './held-calls.ts';
import type { ServedState } from './served-state.ts';

/** What the routes work on. */
export interface HttpHost {
  readonly engine: Engine;
  readonly state: ServedState;
  readonly agents: readonly string[];
  readonly held: HeldCalls;
  readonly heartbeatMs: number;
  readonly mostBuffered: number;
  /** Aborts when the server is to end. */
  readonly closing: AbortSignal;
}
