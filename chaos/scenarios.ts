import { childScenario } from './child/scenario.ts';
import { clockScenario } from './clock/scenario.ts';
import { diskScenario } from './disk/scenario.ts';
import { journalScenario } from './journal/scenario.ts';
import { mcpScenario } from './mcp/scenario.ts';
import { peerScenario } from './peer/scenario.ts';
import { processScenario } from './process/scenario.ts';
import { replyScenario } from './reply/scenario.ts';
import type { Scenario } from './scenario.ts';

/** What there is to run, in this order. */
export const scenarios: Readonly<Record<string, { readonly run: Scenario; readonly about: string }>> = {
  process: { run: processScenario, about: 'agents and orchestrators killed' },
  mcp: { run: mcpScenario, about: 'MCP servers killed in calls, between them and at start' },
  child: { run: childScenario, about: 'commands of bash killed, with what runs and what watches them' },
  journal: {
    run: journalScenario,
    about: 'bits flipped in and ends cut off journals of stopped and killed workspaces',
  },
  disk: { run: diskScenario, about: 'the disk full, with kills meanwhile' },
  clock: { run: clockScenario, about: 'the time of day jumping by hours, with kills meanwhile' },
  peer: { run: peerScenario, about: 'peers that are slow, flood, lie or never end' },
  reply: { run: replyScenario, about: 'late, second, disordered and invented answers of a live process' },
};
