import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Invocation } from '../command/invocation.ts';

/** Where state is kept: `--state-root`, then `GOONDAN_STATE_ROOT`, then `~/.goondan`. */
export function stateRootOf({ options, cwd, env }: Invocation): string {
  const given = options.text('state-root') ?? env['GOONDAN_STATE_ROOT'] ?? '';
  return given === '' ? join(homedir(), '.goondan') : resolve(cwd, given);
}
