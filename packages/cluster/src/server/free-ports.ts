import type { ServerPorts } from './server-config.ts';

/** Ports for so many servers that are free now, each another. */
export function freePorts(servers: number): [ServerPorts, ...ServerPorts[]] {
  const taken = Array.from({ length: 3 * servers }, () =>
    Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } }),
  );
  const free = taken.map(({ port }) => port);
  for (const socket of taken) socket.stop(true);
  const portsOf = (server: number): ServerPorts => {
    const [ingress = 0, admin = 0, node = 0] = free.slice(3 * server);
    return { ingress, admin, node };
  };
  return [portsOf(0), ...Array.from({ length: servers - 1 }, (_, index) => portsOf(index + 1))];
}
