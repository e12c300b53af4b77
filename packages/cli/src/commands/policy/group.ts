import type { CommandGroup } from '../../command/command-definition.ts';
import { policyExplain } from './explain.ts';
import { policyGrants } from './grants.ts';
import { policyRevoke } from './revoke.ts';

/** `gdn policy`: what policy makes of calls. */
export const policy: CommandGroup = {
  name: 'policy',
  summary: 'Look at what policy makes of calls, and take back what was allowed for good',
  examples: ['gdn policy explain bash__exec', 'gdn policy grants'],
  commands: [policyExplain, policyGrants, policyRevoke],
};
