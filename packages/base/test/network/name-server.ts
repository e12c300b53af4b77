import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { systemNetwork, type Network } from '../../network/network.ts';

/** A name server on loopback that gives each question the next of `answers`, for one second, and the last for ever after. */
export async function nameServer(answers: readonly string[]): Promise<{
  readonly network: Network;
  readonly asked: () => number;
  readonly [Symbol.dispose]: () => void;
}> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? '';
    asked += 1;
    socket.send(answerTo(question, answer), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const server = `127.0.0.1:${socket.address().port}`;
  return {
    network: {
      ...systemNetwork,
      resolve: (name) => {
        // A new one for each question: a resolver remembers answers.
        const resolver = new Resolver({ timeout: 5000, tries: 1 });
        resolver.setServers([server]);
        return resolver.resolve4(name);
      },
    },
    asked: () => asked,
    [Symbol.dispose]: () => void socket.close(),
  };
}

/** The question repeated, with one A record that points back to its name. */
function answerTo(question: Buffer, address: string): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([head, Buffer.from(record)]);
}
