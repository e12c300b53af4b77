import type { AgentEvent, HandleOwner, JsonObject, JsonValue } from '@goondan/core';
import { GoondanError, idempotencyKeyOf } from '@goondan/core/basics';
import { completionEvent } from '../completion-event.ts';
import type { Address, HandoffCall } from '../turn-context.ts';
import { HandleFiles, type HandleRecord } from './handle-files.ts';

/** How often those who wait look for an answer that another process gave. */
const lookMs = 500;

/** The call that handed work off, and what is known of the work. */
export interface HandoffOwner extends HandoffCall {
  readonly turnId: string;
  readonly about: JsonObject;
}

/** The handles of one workspace, and those who wait for them. */
export class Handles {
  readonly #files: HandleFiles;
  readonly #workspace: string;
  /** Several may wait for one: an attempt of a process that is gone, and the next. */
  readonly #waiting = new Map<string, PromiseWithResolvers<JsonValue>>();

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(folder: string, workspace: string) {
    this.#files = new HandleFiles(folder);
    this.#workspace = workspace;
  }

  /** Takes a handle; false when another call has it. */
  claim(
    handle: string,
    claim: { readonly kind: HandleRecord['kind']; readonly owner: HandleOwner; readonly about: JsonObject },
  ): Promise<boolean> {
    return this.#files.claim({
      version: 1,
      handle,
      kind: claim.kind,
      workspace: this.#workspace,
      ...claim.owner,
      about: claim.about,
      createdAt: new Date().toISOString(),
    });
  }

  /** Makes a handle for a call that waits (PEND-3). */
  async openHeld(
    handle: string,
    { about, ...turn }: { readonly self: Address; readonly turnId: string; readonly about: JsonObject },
  ): Promise<void> {
    const toolCallId = typeof about.toolCallId === 'string' ? about.toolCallId : '';
    const toolName = typeof about.toolName === 'string' ? about.toolName : '';
    await this.claim(handle, { kind: 'held', owner: ownerOf({ ...turn, toolCallId, toolName }), about });
  }

  /** Makes a handle for work that a call hands off (HAND-1). */
  async openHandoff(
    handle: string,
    { about, ...call }: HandoffOwner & { readonly self: Address },
  ): Promise<void> {
    if (await this.claim(handle, { kind: 'detached', owner: ownerOf(call), about })) return;
    throw new GoondanError('E_HANDLE_CONFLICT', `The handle '${handle}' is already in use.`);
  }

  /** Waits for a handle's outcome. */
  async completionOf(handle: string): Promise<JsonValue> {
    // Waiting first: an answer may come while we look whether there is one.
    const answered = this.#waiting.get(handle) ?? Promise.withResolvers<JsonValue>();
    this.#waiting.set(handle, answered);
    const before = await this.#files.outcomeOf(handle);
    if (before !== undefined) this.#tell(handle, before.outcome);
    this.#keepLooking();
    return answered.promise;
  }

  /** Another process may answer, by the file alone. */
  #keepLooking(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look()
        .catch(() => undefined)
        .finally(() => this.#keepLooking());
    }, lookMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    for (const handle of this.#waiting.keys()) {
      const completion = await this.#files.outcomeOf(handle);
      if (completion !== undefined) this.#tell(handle, completion.outcome);
    }
  }

  /** Records an outcome, once, and tells who waits for it. */
  async complete(handle: string, outcome: JsonValue): Promise<HandleRecord> {
    try {
      const record = await this.#files.complete(handle, outcome);
      this.#tell(handle, outcome);
      return record;
    } catch (thrown) {
      // Another process may have been first; whoever waits here does not know yet.
      const before = await this.#files.outcomeOf(handle);
      if (before !== undefined) this.#tell(handle, before.outcome);
      throw thrown;
    }
  }

  #tell(handle: string, outcome: JsonValue): void {
    this.#waiting.get(handle)?.resolve(outcome);
    this.#waiting.delete(handle);
  }

  /** Completed handles whose outcome has yet to reach its instance. */
  undelivered(): Promise<HandleRecord[]> {
    return this.#files.undelivered(this.#workspace);
  }

  /** Notes that an outcome has reached its instance. */
  markDelivered(handle: string): Promise<void> {
    return this.#files.markDelivered(handle);
  }

  /** The event that brings an outcome to its instance; the same one however often it is made (PEND-2). */
  async completionEvent(
    handle: string,
  ): Promise<{ readonly to: Address; readonly event: AgentEvent } | undefined> {
    const record = await this.#files.find(handle);
    const completion = await this.#files.outcomeOf(handle);
    if (record === undefined || completion === undefined) return undefined;
    // An agent of the same name in another workspace has another conversation.
    if (record.workspace !== this.#workspace) return undefined;
    const { about, ...owner } = record;
    return completionEvent({ owner, about, ...completion });
  }
}

function ownerOf({
  self,
  turnId,
  toolCallId,
  toolName,
}: { readonly self: Address; readonly turnId: string } & HandoffCall): HandleOwner {
  const call = { agentName: self.agent, instanceKey: self.instanceKey, turnId, toolCallId };
  return { ...call, toolName, idempotencyKey: idempotencyKeyOf(call) };
}
