import type { Address } from '../turn-context.ts';
import { parked } from './parked.ts';

/** Another agent's turn that one waits for. */
export interface SentRequest {
  readonly to: Address;
  readonly turnId: string;
}

/** What a limit is measured by. */
export interface LimitSurroundings {
  /** True while a turn, or one that it waits for, waits for a person. */
  isHeld(to: Address, turnId: string): Promise<boolean>;
  /** Milliseconds that have passed since some moment, whatever becomes of the time of day. */
  elapsed(): number;
  /** Resolves after a while, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** How often a caller looks whether the other waits for a person. */
const lookMs = 1_000;

/** Resolves when the time is over, never once the signal has aborted; what the other spent waiting for a person does not count (PEND-3). */
export async function untilLate(
  surroundings: LimitSurroundings,
  {
    request: { to, turnId },
    timeoutMs,
    signal,
  }: { readonly request: SentRequest; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<{ timedOut: true }> {
  let end = surroundings.elapsed() + timeoutMs;
  let wasHeld = false;
  while (!signal.aborted) {
    const began = surroundings.elapsed();
    if (began >= end) return { timedOut: true };
    await surroundings.wait(Math.min(end - began, lookMs), signal);
    const isHeld = !signal.aborted && (await surroundings.isHeld(to, turnId).catch(() => false));
    // Released between two looks: how much of that time was waited is not known, so that none of it counts.
    if (isHeld || wasHeld) end += surroundings.elapsed() - began;
    wasHeld = isHeld;
  }
  return parked();
}
