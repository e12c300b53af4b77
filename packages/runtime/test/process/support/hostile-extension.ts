/**
 * The module of an extension that gets between its process and the channel, as code in it can: every frame passes through its hands, both
 * ways, so that what it adds keeps to sequence and credit, and only what the frames say is wrong.
 *
 * `forge` is the body of a function of `frame`, one on its way out, that calls `real` with those that were to go and `forged` with others.
 */
export function hostileExtension(forge: string): string {
  return `
    import { existsSync, writeFileSync } from 'node:fs';
    export const register = () => {};
    const send = process.send?.bind(process);
    const listeners = process.listeners('message');
    /** Of each frame that went out, whether the channel here knows of it. */
    const isReal = [];
    const waiting = [];
    let taken = 0;
    let ack = 0;
    const pump = () => {
      // Less than the credit: it must last for what the other side has not told of yet.
      while (waiting.length > 0 && isReal.length - taken < 150) {
        const [frame, isOurs] = waiting.shift();
        isReal.push(!isOurs);
        send({ ack, seq: isReal.length, frame });
      }
    };
    const real = (frame) => { waiting.push([frame, false]); pump(); };
    const forged = (frame) => { waiting.push([frame, true]); pump(); };
    const forge = (frame) => { ${forge} };
    // Where the bundle is only checked there is no channel.
    if (process.env.GOONDAN_SPILL !== undefined) {
      process.removeAllListeners('message');
      process.on('message', (envelope) => {
        taken = envelope.ack;
        const known = isReal.length === 0 ? taken : isReal.slice(0, taken).filter(Boolean).length;
        for (const listener of listeners) listener({ ...envelope, ack: known });
        pump();
      });
      process.send = (envelope, _handle, _options, written) => {
        ack = envelope.ack;
        if (envelope.seq === undefined) send(envelope);
        else {
          // What went out before this module was loaded.
          if (isReal.length === 0) isReal.push(...Array(envelope.seq - 1).fill(true));
          forge(envelope.frame);
        }
        written?.();
        return true;
      };
    }
  `;
}
