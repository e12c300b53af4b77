import type { GrantView } from '../inspect/grant-view.ts';
import { listHandles, showHandle, type HandleView } from '../inspect/handle-view.ts';
import { inWorkspace } from '../inspect/workspace-view.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

/** What is on record besides turns, wherever the engine keeps it. */
export interface ServedState {
  handles(): Promise<readonly HandleView[]>;
  /** Undefined where there is none of that name. */
  handle(name: string): Promise<HandleView | undefined>;
  grants(): Promise<readonly GrantView[]>;
}

/** What the files of a workspace say; handles of other workspaces are not its own. */
export function stateInFiles({ handles, folder }: WorkspaceLayout): ServedState {
  return {
    handles: () => listHandles(handles, folder),
    handle: async (name) => {
      const view = await showHandle(handles, name);
      return view?.workspace === folder ? view : undefined;
    },
    grants: () => inWorkspace(folder, (view) => view.grants()),
  };
}
