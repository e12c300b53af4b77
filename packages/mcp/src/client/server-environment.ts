import type { Environment } from '@goondan/core';

/** Names the mark by which processes of a server are found that have left its group. */
export const serverMark = 'GOONDAN_MCP_SERVER';

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Where programs and the user's files lie and how texts are shown; nothing that could be a secret. */
const safeNames = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** The environment of a server: the safe list, what is declared, and its mark. Nothing else of ours. */
export function serverEnvironment(
  ours: Environment,
  declared: Readonly<Record<string, string>>,
  mark: string,
): Record<string, string> {
  const safe = safeNames.flatMap((name) => {
    const value = ours[name];
    // What begins so is a function that a shell would run.
    return value === undefined || value.startsWith('()') ? [] : [[name, value] as const];
  });
  return { PATH: ours['PATH'] ?? systemPath, ...Object.fromEntries(safe), ...declared, [serverMark]: mark };
}
