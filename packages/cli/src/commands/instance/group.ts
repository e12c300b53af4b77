import type { CommandGroup } from '../../command/command-definition.ts';
import { instanceDelete } from './delete.ts';
import { instanceList } from './list.ts';
import { instanceShow } from './show.ts';

/** `gdn instance`: conversations. */
export const instance: CommandGroup = {
  name: 'instance',
  summary: 'Look at conversations and delete them',
  examples: ['gdn instance list', 'gdn instance show default'],
  commands: [instanceList, instanceShow, instanceDelete],
};
