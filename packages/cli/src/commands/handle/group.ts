import type { CommandGroup } from '../../command/command-definition.ts';
import { handleComplete } from './complete.ts';
import { handleList } from './list.ts';
import { handleShow } from './show.ts';

/** `gdn handle`: calls that wait. */
export const handle: CommandGroup = {
  name: 'handle',
  summary: 'Look at calls that wait and give them their outcome',
  examples: ['gdn handle list', 'gdn handle complete job-77 --output \'{"v":9}\''],
  commands: [handleList, handleShow, handleComplete],
};
