import { createHash } from 'node:crypto';
import { GoondanError, sortedJson } from '@goondan/core';
import { inputEvent, openSwarm, type Engine } from '@goondan/runtime';
import type { Told } from './judge-start.ts';

/** A journal that is damaged where a turn wants to write keeps being tried: that is no answer. */
const askLimitMs = 10_000;

/** What a start on some state says. */
export interface StartReading {
  readonly told: ReadonlyMap<string, Told>;
  /** What it said that is neither an answer nor a clear refusal. */
  readonly unclear: readonly string[];
  /** Whether a new event was answered: with what, or with which code. */
  readonly next: string;
}

/** Starts on a state, asks for every turn, and hands in one more event. */
export async function readStart(
  { bundle, state }: { readonly bundle: string; readonly state: string },
  turnIds: readonly string[],
  processes: 'none' | 'once',
): Promise<StartReading> {
  const unclear: string[] = [];
  const told = new Map<string, Told>();
  const code = (thrown: unknown): string | undefined => {
    if (thrown instanceof GoondanError) return thrown.code;
    unclear.push(String(thrown));
    return undefined;
  };
  const swarm = await openSwarm({ bundleRoot: bundle, stateRoot: state, processes, logs: 'files' });
  try {
    await swarm.engine.start();
    const open = new Set((await swarm.engine.openTurns()).map(({ turnId }) => turnId));
    for (const turnId of turnIds)
      told.set(turnId, open.has(turnId) ? 'open' : await tellOne(swarm.engine, turnId, code));
    const next = await askNext(swarm.engine, code);
    return { told, unclear, next };
  } catch (thrown) {
    const name = code(thrown) ?? '';
    if (!name.startsWith('E_STORAGE_')) unclear.push(`The start failed: ${String(thrown)}`);
    return { told: new Map(turnIds.map((turnId) => [turnId, 'refused'])), unclear, next: name };
  } finally {
    await swarm.close();
  }
}

async function tellOne(
  engine: Engine,
  turnId: string,
  code: (thrown: unknown) => string | undefined,
): Promise<Told> {
  try {
    const outcome = await engine.attach(turnId);
    return { digest: createHash('sha256').update(sortedJson(outcome)).digest('hex').slice(0, 16) };
  } catch (thrown) {
    return code(thrown)?.startsWith('E_STORAGE_') === true ? 'refused' : 'unknown';
  }
}

async function askNext(engine: Engine, code: (thrown: unknown) => string | undefined): Promise<string> {
  try {
    const to = { agent: 'solo', instanceKey: 'another' };
    const outcome = await engine.request(to, inputEvent('another'), { timeoutMs: askLimitMs });
    return outcome.status;
  } catch (thrown) {
    return code(thrown) ?? '';
  }
}
