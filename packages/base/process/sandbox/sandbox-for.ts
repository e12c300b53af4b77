import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { findBubblewrap } from './bubblewrap.ts';
import { fileRoots } from './file-roots.ts';
import type { SandboxOptions } from './start-sandbox.ts';

/** The part of a sandbox that policy decides. */
export type SandboxChoice = Pick<SandboxOptions, 'bubblewrap' | 'roots' | 'protectedFolders' | 'hasNetwork'>;

let hasWarned = false;

/**
 * The sandbox that policy wants for a call; none where it is off, or where it is `auto` and there is none here, which is said once.
 * Whether there is one is found out once and before anything runs: no command can bring it about that it runs without.
 */
export async function sandboxFor(ctx: ToolContext, workdir: string): Promise<SandboxChoice | undefined> {
  const { sandbox, network } = ctx.permissions;
  if (sandbox === 'off') return undefined;
  const bubblewrap = await findBubblewrap();
  if (bubblewrap.isUsable) {
    if (workdir === '/')
      throw new GoondanError(
        'E_TOOL_SANDBOX',
        'The workdir is /: a sandbox around the whole machine holds nothing.',
        {
          suggestion: 'Choose a folder as workdir, or set policy.permissions.sandbox: off.',
        },
      );
    return {
      bubblewrap,
      roots: fileRoots(ctx),
      protectedFolders: ownFolders(workdir),
      hasNetwork: allowsAll(network),
    };
  }
  if (sandbox === 'required')
    throw new GoondanError(
      'E_TOOL_SANDBOX',
      `Policy requires the OS sandbox, and ${bubblewrap.reason}. Nothing was run.`,
    );
  if (!hasWarned) {
    hasWarned = true;
    ctx.logger.warn(
      `Commands run without the OS sandbox: ${bubblewrap.reason}. They can read and write what you can. ` +
        'Install bubblewrap, or set policy.permissions.sandbox: off to accept it (required to refuse it).',
    );
  }
  return undefined;
}

/** A sandbox has the network or has none: it is given only where policy allows every address. */
function allowsAll(network: ToolContext['permissions']['network']): boolean {
  return network.length > 0 && network.every((list) => list.includes('*'));
}

/** What Goondan itself keeps in a workdir: notes, large outputs. A link of that name is nothing of ours. */
function ownFolders(workdir: string): string[] {
  const folder = join(workdir, '.goondan');
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? [folder] : [];
}
