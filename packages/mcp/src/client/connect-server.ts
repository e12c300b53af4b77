import type { Connection } from './connection.ts';
import { openConnection, type ServerPlace } from './open-connection.ts';
import { ProcessWatch } from './process-watch.ts';

/** Connects to one server for whoever wants to look at it or log in, such as a command line; nothing is pinned or registered by it. */
export function connectServer(place: Omit<ServerPlace, 'watch'>): Promise<Connection> {
  return openConnection(
    { ...place, watch: new ProcessWatch() },
    {
      onClosed: () => undefined,
      onToolsChanged: () => undefined,
      elicit: async () => ({ action: 'decline' }),
    },
  );
}
