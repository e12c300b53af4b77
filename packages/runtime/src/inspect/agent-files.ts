import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentJournal } from '../engine/local/agent-journal.ts';

/** The journals of one agent, open for looking: the one its instances share, and those of instances that have their own. */
export class AgentFiles {
  readonly agent: string;
  readonly journals: readonly AgentJournal[];

  private constructor(folder: { readonly name: string; readonly journals: readonly AgentJournal[] }) {
    this.journals = folder.journals;
    this.agent = this.journals.values().map(nameOf).find(isKnown) ?? folder.name;
  }

  /** Those of every agent of a workspace, by folder; none where it has never been used. All are open, or it throws `E_STORAGE_*`. */
  static openAll(workspace: string): AgentFiles[] {
    const folder = join(workspace, 'agents');
    const open: AgentJournal[] = [];
    try {
      return namesIn(folder).flatMap((name) => {
        const journals = journalsIn(join(folder, name)).map((path) => {
          const journal = new AgentJournal(path, { isReadOnly: true });
          open.push(journal);
          return journal;
        });
        return journals.length === 0 ? [] : [new AgentFiles({ name, journals })];
      });
    } catch (thrown) {
      for (const journal of open) journal.close();
      throw thrown;
    }
  }

  /** Lets the files go. */
  close(): void {
    for (const journal of this.journals) journal.close();
  }
}

function journalsIn(agentFolder: string): string[] {
  const instances = join(agentFolder, 'instances');
  return [agentFolder, ...namesIn(instances).map((name) => join(instances, name))]
    .map((folder) => join(folder, 'journal.db'))
    .filter((path) => existsSync(path));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** Folder names are made from the names of agents, which may be in any script; what happened carries the name itself. */
function nameOf(journal: AgentJournal): string | undefined {
  for (const [, { open, finished }] of journal.instances()) {
    for (const turnId of [...[...finished.keys()].toReversed(), ...open.keys()]) {
      const [event] = journal.eventsOf(turnId);
      if (event !== undefined) return event.agentName;
    }
  }
  return undefined;
}

function isKnown(name: string | undefined): name is string {
  return name !== undefined;
}
