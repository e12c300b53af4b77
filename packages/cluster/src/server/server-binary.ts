import { GoondanError } from '@goondan/core';
import { arch, platform } from 'node:os';

/** Where npm put the Restate server for this machine. Throws `E_CLUSTER_SERVER` where it is not installed. */
export function serverBinary(): string {
  const name = `@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`;
  try {
    return Bun.resolveSync(name, import.meta.dir);
  } catch (cause) {
    throw new GoondanError('E_CLUSTER_SERVER', 'The Restate server is not installed for this machine.', {
      cause,
    });
  }
}
