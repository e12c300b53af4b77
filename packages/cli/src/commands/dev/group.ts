import type { CommandGroup } from '../../command/command-definition.ts';
import { devClusterCommand } from './cluster.ts';

/** `gdn dev`: what otherwise needs several machines. */
export const dev: CommandGroup = {
  name: 'dev',
  summary: 'Try on this machine what otherwise needs several',
  examples: ['gdn dev cluster .'],
  commands: [devClusterCommand],
};
