import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FuzzTarget } from '../target.ts';
import { channelProperty } from './channel-property.ts';
import { processProperty } from './process-property.ts';

/** IPC-1: what agent processes send, in the channel alone and through live processes. */
export async function openFrames(): Promise<FuzzTarget> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-fuzz-frames-'));
  return {
    properties: [channelProperty(root), processProperty()],
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
