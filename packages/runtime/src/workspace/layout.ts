import { realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Where the files of one workspace lie; a workspace is a bundle, or the stock tools alone. */
export interface WorkspaceLayout {
  /** The workspace's own folder. */
  readonly folder: string;
  /** Shared by all workspaces of the state root: handles are unique there. */
  readonly handles: string;
  /** Each extension has a folder of its own below it. */
  readonly extensions: string;
  agentFolder(agent: string): string;
  /** The journal of an agent, or of one instance where each has its own process. */
  journalOf(agent: string, instanceKey?: string): string;
  /** Where an instance's tools work unless another folder is named (CTX-2). */
  workdirOf(agent: string, instanceKey: string): string;
}

/** The layout of a bundle's state; without a bundle that of the one fixed workspace. */
export function workspaceLayout(stateRoot: string, bundleRoot?: string): WorkspaceLayout {
  const root = resolve(stateRoot);
  const folder = join(root, 'workspaces', bundleRoot === undefined ? 'stock' : nameOfBundle(bundleRoot));
  const agentFolder = (agent: string): string => join(folder, 'agents', folderName(agent));
  const instanceFolder = (agent: string, instanceKey: string): string =>
    join(agentFolder(agent), 'instances', folderName(instanceKey));
  return {
    folder,
    handles: join(root, 'handles'),
    extensions: join(folder, 'extensions'),
    agentFolder,
    journalOf: (agent, instanceKey) =>
      instanceKey === undefined
        ? join(agentFolder(agent), 'journal.db')
        : join(instanceFolder(agent, instanceKey), 'journal.db'),
    workdirOf: (agent, instanceKey) => join(instanceFolder(agent, instanceKey), 'workspace'),
  };
}

/** By its real path: the same bundle reached by a link is the same workspace. */
function nameOfBundle(bundleRoot: string): string {
  const path = realpathSync(bundleRoot);
  return `${readable(basename(path))}-${digest(path)}`;
}

/** Instance keys are anybody's texts; what is no safe name gets a digest, so that two never share a folder. */
function folderName(text: string): string {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text) ? text : `${readable(text)}-${digest(text)}`;
}

function readable(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]+/g, '-').slice(0, 40);
}

function digest(text: string): string {
  return Bun.SHA256.hash(text, 'hex').slice(0, 12);
}
