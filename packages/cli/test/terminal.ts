import { randomUUID } from 'node:crypto';
import type { Place } from './gdn.ts';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../bin/gdn', import.meta.url));

/** Where tmux is, if it is installed. */
export const tmux = Bun.which('tmux');

/** A real terminal with `gdn` in it. */
export interface Terminal {
  /** Types text, then presses the keys that tmux knows by name. */
  readonly type: (text: string, ...keys: readonly string[]) => Promise<void>;
  /** Presses keys by tmux's names. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Looks until the screen says so; gives the screen. */
  readonly until: (isThere: (screen: string) => boolean) => Promise<string>;
}

/** Starts `gdn` in a terminal of tmux, hands it over, and ends it. */
export async function inTerminal<T>(
  place: Place,
  args: readonly string[],
  use: (terminal: Terminal) => Promise<T>,
): Promise<T> {
  const socket = `goondan-${randomUUID()}`;
  const run = async (...words: readonly string[]): Promise<string> => {
    const child = Bun.spawn([tmux ?? 'tmux', '-L', socket, ...words], {
      env: { ...place.env, LANG: 'C.UTF-8', TERM: 'xterm' },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [text] = await Promise.all([child.stdout.text(), child.exited]);
    return text;
  };
  const words = [launcher, ...args].map((word) => `'${word}'`).join(' ');
  // The shell stays, so that what was printed last can still be looked at.
  const command = `cd '${place.bundle}' && ${words}; echo "exit code $?"; exec cat`;
  await run('-u', '-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', '40', command);
  const press = async (...keys: readonly string[]): Promise<void> => {
    await run('send-keys', ...keys);
  };
  try {
    return await use({
      press,
      type: async (text, ...keys) => {
        await run('send-keys', '-l', text);
        if (keys.length > 0) await press(...keys);
      },
      until: async (isThere) => {
        for (let look = 0; look < 600; look += 1) {
          const screen = await run('capture-pane', '-p');
          if (isThere(screen)) return screen;
          await Bun.sleep(50);
        }
        throw new Error(`the screen never said so:\n${await run('capture-pane', '-p')}`);
      },
    });
  } finally {
    await run('kill-server');
  }
}
