import type { JsonObject, JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import { HandleFiles, type HandleRecord, type HandleState } from '../engine/local/handle-files.ts';
import { WorkspaceView } from './workspace-view.ts';

/**
 * How a handle stands: `pending` waits for an outcome, `held` for a person, `completed` has it, `delivered` has brought it to its
 * instance; `expired` was held for a turn that has ended without it.
 */
export type HandleStatus = 'pending' | 'held' | 'completed' | 'delivered' | 'expired';

/** A handle as it is shown. */
export interface HandleView {
  readonly handle: string;
  readonly status: HandleStatus;
  readonly kind: HandleRecord['kind'];
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** What whoever answers is shown. */
  readonly about: JsonObject;
  /** The folder of the workspace it belongs to. */
  readonly workspace: string;
  readonly createdAt: string;
  readonly completedAt?: string;
  readonly outcome?: JsonValue;
}

/** Every handle of a state root, or of one workspace of it, the oldest first. `folder` is where handles lie. */
export async function listHandles(folder: string, workspace?: string): Promise<HandleView[]> {
  const states = await new HandleFiles(folder).list();
  const own = states.filter(({ record }) => workspace === undefined || record.workspace === workspace);
  const turns = new TurnEnds();
  try {
    return own.map((state) => viewOf(state, turns));
  } finally {
    turns.close();
  }
}

/** One handle; undefined when there is none of that name. */
export async function showHandle(folder: string, handle: string): Promise<HandleView | undefined> {
  const state = await new HandleFiles(folder).stateOf(handle);
  if (state === undefined) return undefined;
  const turns = new TurnEnds();
  try {
    return viewOf(state, turns);
  } finally {
    turns.close();
  }
}

/** Whether a handle has its outcome; one that is told of as held may have been answered while nothing ran. */
export async function isHandleAnswered(folder: string, handle: string): Promise<boolean> {
  return (await new HandleFiles(folder).outcomeOf(handle)) !== undefined;
}

function viewOf(state: HandleState, turns: TurnEnds): HandleView {
  const { record, completion } = state;
  const { version: _, idempotencyKey: __, handle, kind, ...rest } = record;
  return {
    handle,
    status: statusOf(state, turns),
    kind,
    ...rest,
    ...(completion === undefined ? {} : { completedAt: completion.completedAt, outcome: completion.outcome }),
  };
}

function statusOf({ record, completion, isDelivered }: HandleState, turns: TurnEnds): HandleStatus {
  if (isDelivered) return 'delivered';
  if (completion !== undefined) return isCancellation(record, completion.outcome) ? 'expired' : 'completed';
  if (record.kind === 'detached') return 'pending';
  return turns.hasEnded(record) ? 'expired' : 'held';
}

/** Its turn was cancelled while it waited: the engine closed it. */
function isCancellation({ kind }: HandleRecord, outcome: JsonValue): boolean {
  return kind === 'held' && isRecord(outcome) && outcome.decision === 'cancelled';
}

/** Looks up whether turns have ended, in as many workspaces as there are. */
class TurnEnds {
  readonly #views = new Map<string, WorkspaceView | undefined>();

  /** True also for a turn that is not kept any more; false where that cannot be known: then it is for the engine to say. */
  hasEnded({ workspace, turnId }: HandleRecord): boolean {
    const view = this.#view(workspace);
    if (view === undefined) return false;
    const turn = view.turn(turnId);
    return turn === undefined || turn.outcome !== undefined;
  }

  close(): void {
    for (const view of this.#views.values()) view?.close();
  }

  #view(workspace: string): WorkspaceView | undefined {
    if (this.#views.has(workspace)) return this.#views.get(workspace);
    const view = viewOrNone(workspace);
    this.#views.set(workspace, view);
    return view;
  }
}

/** A damaged journal keeps nobody from seeing the handles. */
function viewOrNone(workspace: string): WorkspaceView | undefined {
  try {
    return new WorkspaceView(workspace);
  } catch {
    return undefined;
  }
}
