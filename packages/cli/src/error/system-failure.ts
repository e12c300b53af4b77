/** What the operating system refused, in words, with what to do about it. */
export interface SystemFailure {
  readonly message: string;
  readonly suggestion: string;
}

const otherPlace = 'or choose another place; that of the state is --state-root DIR';
const refusals: Readonly<Record<string, readonly [reason: string, suggestion: string]>> = {
  EACCES: ['permission denied', `Give yourself the right to it, ${otherPlace}.`],
  EPERM: ['not permitted', `Give yourself the right to it, ${otherPlace}.`],
  EROFS: ['the file system is read-only', `Mount it for writing, ${otherPlace}.`],
  ENOSPC: ['no space is left on the disk', `Make room on it, ${otherPlace}.`],
  EDQUOT: ['your share of the disk is used up', `Make room on it, ${otherPlace}.`],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Name a path through folders only.'],
  EEXIST: ['something else is there already', 'Take it away, or name another path.'],
  ENAMETOOLONG: ['the name is too long', 'Name a shorter path.'],
  ELOOP: ['its links lead in a circle', 'Name the place itself.'],
  EMFILE: ['too many files are open', 'End other programs, or raise the limit: ulimit -n 4096.'],
};

/** What a failure of the operating system was about; undefined for anything else, which is a defect of ours. */
export function systemFailure(error: unknown): SystemFailure | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  if (error.code === 'ENOENT' && /cwd/.test(call + error.message))
    return { message: 'the folder you are in is gone', suggestion: 'Change to one that is there, with cd.' };
  const [reason, suggestion] =
    (error.code === 'ENOENT' && call === 'mkdir' && noParent) || refusals[error.code] || [];
  if (reason === undefined || suggestion === undefined) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return { message: `${path}${reason}${call === '' ? '' : ` (${call})`}`, suggestion };
}

const noParent = ['nothing can be made there', 'Name another path.'] as const;
