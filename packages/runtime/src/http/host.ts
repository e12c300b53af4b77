import type { Engine } from '../engine/engine.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { HeldCalls } from './held-calls.ts';

/** What the routes work on. */
export interface HttpHost {
  readonly engine: Engine;
  readonly layout: WorkspaceLayout;
  readonly agents: readonly string[];
  readonly held: HeldCalls;
  readonly heartbeatMs: number;
  readonly mostBuffered: number;
  /** Aborts when the server is to end. */
  readonly closing: AbortSignal;
}
