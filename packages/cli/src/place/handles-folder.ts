import { join } from 'node:path';
import type { Invocation } from '../command/invocation.ts';
import { stateRootOf } from './state-root.ts';

/** Where the handles of the state root lie, whatever workspace they belong to. */
export function handlesFolderOf(invocation: Invocation): string {
  return join(stateRootOf(invocation), 'handles');
}
