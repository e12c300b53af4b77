import type { Environment } from '@goondan/core';

/** How this program was called, for whoever is to type the next command: started by npx it is on nobody's path. */
export function calledAs(env: Environment): 'gdn' | 'npx gdn' {
  return env['npm_command'] === 'exec' ? 'npx gdn' : 'gdn';
}
