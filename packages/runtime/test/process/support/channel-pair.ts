import { join } from 'node:path';
import { Channel, type Methods } from '../../../src/engine/local/process/channel.ts';
import type { Envelope } from '../../../src/engine/local/process/credited-pipe.ts';
import { SpillFolder } from '../../../src/engine/local/process/spill-folder.ts';

/** One end of a channel whose other end is the test. */
export interface ChannelEnd {
  readonly channel: Channel;
  /** What it has sent, as it goes over the pipe. */
  readonly sent: Envelope[];
  readonly violations: string[];
  /** Hands it a frame in the next envelope, with an acknowledgement of all that it has sent. */
  give(frame: unknown): void;
}

/** Makes one. */
export function channelEnd(root: string, methods: Methods = {}, mostWaiting = Infinity): ChannelEnd {
  const sent: Envelope[] = [];
  const violations: string[] = [];
  let seq = 0;
  const channel = new Channel({
    send: (envelope, written) => {
      sent.push(envelope);
      written();
    },
    spill: new SpillFolder(join(root, 'spill')),
    methods,
    mostWaiting,
    onViolation: (reason) => violations.push(reason),
  });
  return {
    channel,
    sent,
    violations,
    give: (frame) => {
      seq += 1;
      const ack = sent.reduce((most, envelope) => Math.max(most, envelope.seq ?? 0), 0);
      channel.receive({ ack, seq, frame });
    },
  };
}
