import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, type JsonValue } from '@goondan/core';
import { inputEvent } from '../../../swarm/input-event.ts';
import { AgentChild } from './agent-child.ts';
import { Channel } from './channel.ts';
import { SpillFolder } from './spill-folder.ts';
import type { StartOrder } from './start-order.ts';

/**
 * Plays the whole life of an agent once, over a channel to itself and in a folder that it takes away again: what has run once
 * runs at once when it is needed. False when it did not get to the end; no agent depends on it.
 */
export async function rehearse(folder: string): Promise<boolean> {
  try {
    await play(folder);
    rmSync(folder, { recursive: true, force: true });
    Bun.gc(true);
    return true;
  } catch {
    // The disk may be full, for one: the agent to come will say so where it matters.
    return false;
  }
}

const agent = 'rehearsal';

async function play(folder: string): Promise<void> {
  const child = new AgentChild((envelope, written) => {
    setImmediate(() => orchestrator.receive(plain(envelope)));
    written();
  });
  const ignore = (): void => {};
  const orchestrator = new Channel({
    send: (envelope, written) => {
      setImmediate(() => child.channel.receive(plain(envelope)));
      written();
    },
    methods: { observe: ignore, ended: ignore },
    spill: new SpillFolder(folder),
    onViolation: ignore,
  });
  const ends = { from: agent, to: agent };
  mkdirSync(folder, { recursive: true });
  await orchestrator.call('start', plain(orderIn(folder)));
  const payload = { ...inputEvent('hello'), instanceKey: agent };
  const accepted = await orchestrator.call(
    'message',
    plain({ message: { type: 'event', ...ends, payload } }),
  );
  await orchestrator.call('outcome', accepted);
  await orchestrator.call('message', { message: { type: 'shutdown', ...ends, payload: { graceMs: 1_000 } } });
}

function orderIn(folder: string): StartOrder {
  const head = { apiVersion: 'goondan.ai/v1', metadata: { name: agent } } as const;
  const options = { rules: [{ text: 'hello' }] };
  return {
    agent,
    journalPath: join(folder, 'journal.db'),
    stateRoot: folder,
    bundleRoot: folder,
    own: [
      { ...head, kind: 'Model', spec: { provider: 'scripted', model: agent, options } },
      { ...head, kind: 'Agent', spec: { modelConfig: { modelRef: `Model/${agent}` } } },
    ],
    stock: [],
    secretVariables: [],
    literals: [],
    resume: null,
    retentionMs: Number.MAX_SAFE_INTEGER,
  };
}

/** As it would come out of the pipe. */
function plain(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}
