import { fileURLToPath } from 'node:url';
import type { Finished } from './gdn.ts';

const script = fileURLToPath(new URL('many-run.ts', import.meta.url));

/** One process that runs one command line after the other, as `gdn` does. */
export interface Session {
  /** True while a command line runs. */
  readonly isBusy: boolean;
  run(args: readonly string[]): Promise<Finished>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts such a process: for what is about commands and not about processes, and would otherwise load `gdn` again and again. */
export function openSession({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}): Session {
  const child = Bun.spawn([process.execPath, '--no-install', script], {
    cwd,
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [untilEndOut, untilEndError] = [partsOf(child.stdout), partsOf(child.stderr)];
  let isBusy = false;
  return {
    get isBusy() {
      return isBusy;
    },
    async run(args) {
      isBusy = true;
      try {
        await child.stdin.write(`${JSON.stringify(args)}\n`);
        await child.stdin.flush();
        const [out, error] = await Promise.all([untilEndOut(), untilEndError()]);
        return { code: out.code, stdout: out.text, stderr: error.text };
      } finally {
        isBusy = false;
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Reads a stream up to the end of the next command line. */
function partsOf(stream: ReadableStream<Uint8Array>): () => Promise<{ text: string; code: number }> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  return async () => {
    for (;;) {
      const [end, code] = /<end of \d+: (\d+)>/.exec(text) ?? [];
      if (end !== undefined) {
        const part = text.slice(0, text.indexOf(end));
        text = text.slice(part.length + end.length);
        return { text: part, code: Number(code) };
      }
      const { value, done } = await reader.read();
      if (done) throw new Error(`the process ended: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };
}
