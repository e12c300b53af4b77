import type { ClusterEngineOptions } from '@goondan/cluster';
import type { OptionDefinition } from '../command/command-definition.ts';
import type { OptionReader } from '../command/option-reader.ts';
import { UsageError } from '../error/usage-error.ts';
import { portOf } from '../serve/port-of.ts';

/** How a worker serves. */
export type WorkerSettings = NonNullable<ClusterEngineOptions['worker']>;

/** The flags of a worker. */
export const workerOptions: readonly OptionDefinition[] = [
  { flags: '--port <number>', description: 'where it listens (default: 0, any that is free)' },
  { flags: '--hostname <name>', description: 'the address it listens on (default: 127.0.0.1)' },
  {
    flags: '--share-port',
    description: 'let other workers of this machine listen on the same port and take a share (Linux)',
  },
  {
    flags: '--url <url>',
    description: 'where the cluster finds it, if not where it listens; one for each version of the bundle',
  },
  { flags: '--agent <name>', description: 'serve this agent only; may be repeated', isRepeatable: true },
  {
    flags: '--identity-key <key>',
    description: 'take only requests signed for this public key; may be repeated',
    isRepeatable: true,
  },
  { flags: '--force', description: 'replace what stands under the same address: for development' },
];

/** What the flags make of a worker. Throws `E_USAGE`. */
export function workerSettings(options: OptionReader): WorkerSettings {
  const served = options.texts('agent');
  const hostname = options.text('hostname');
  const url = options.text('url');
  const identityKeys = options.texts('identity-key');
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new UsageError(`--url is not an address: '${url}'`, 'Write it like http://10.0.0.7:9080.');
  if (hostname !== undefined && url === undefined && /^(0\.0\.0\.0|::)$/.test(hostname))
    throw new UsageError('--url is missing', `The cluster cannot find the worker at ${hostname}.`);
  return {
    port: portOf(options),
    isPortShared: options.flag('share-port'),
    force: options.flag('force'),
    ownsProcess: true,
    ...(hostname === undefined ? {} : { hostname }),
    ...(url === undefined ? {} : { url }),
    ...(served.length === 0 ? {} : { served }),
    ...(identityKeys.length === 0 ? {} : { identityKeys }),
  };
}
