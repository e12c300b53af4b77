import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Output } from '../output/output.ts';

/** What a person did at a prompt. */
export type Typed =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'end' }
  /** The question had no point any more. */
  | { readonly kind: 'withdrawn' };

const mostHistory = 200;
/** Lines that come closer together than anybody types were pasted: they are one message. */
const pasteMs = 20;
const interruptKey = '\u0003';

/** A person at a terminal: lines at a prompt, Ctrl-C between them, and what is told them meanwhile. */
export class TerminalInput {
  readonly #output: Output;
  #history: string[] = [];
  #open: Interface | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Shows the prompt and waits for a line, Ctrl-C or Ctrl-D; or until the question is withdrawn. */
  ask(prompt: string, withdrawn?: AbortSignal): Promise<Typed> {
    return new Promise((resolve) => {
      const reader = createInterface({
        input: process.stdin,
        output: this.#screen(),
        terminal: true,
        history: this.#history,
        historySize: mostHistory,
        prompt,
      });
      const answer = (typed: Typed): void => {
        if (this.#open !== reader) return;
        this.#open = undefined;
        reader.close();
        resolve(typed);
      };
      this.#open = reader;
      reader.on('history', (history) => {
        this.#history = history;
      });
      const lines: string[] = [];
      const answerLines = (): void => {
        // The last line of what was pasted has no end of its own.
        if (reader.line !== '') this.#output.piece('\n');
        answer({ kind: 'line', text: [...lines, reader.line].join('\n').trimEnd() });
      };
      let settled: ReturnType<typeof setTimeout> | undefined;
      reader.on('line', (text) => {
        lines.push(text);
        clearTimeout(settled);
        settled = setTimeout(answerLines, pasteMs);
      });
      reader.on('SIGINT', () => {
        this.#output.piece('\n');
        answer({ kind: 'interrupt' });
      });
      reader.on('close', () => {
        if (lines.length > 0) answerLines();
        if (this.#open === reader) this.#output.piece('\n');
        answer({ kind: 'end' });
      });
      const withdraw = (): void => {
        if (this.#open === reader) this.#output.piece('\n');
        answer({ kind: 'withdrawn' });
      };
      reader.prompt();
      if (withdrawn?.aborted === true) withdraw();
      else withdrawn?.addEventListener('abort', withdraw, { once: true });
    });
  }

  /** Writes a line, above the prompt where one is shown. */
  tell(text: string): void {
    if (this.#open === undefined) {
      this.#output.line(text);
      return;
    }
    this.#output.piece(`\r\u001B[K${text}\n`);
    this.#open.prompt(true);
  }

  /** Listens for Ctrl-C while no prompt is shown; other keys are not echoed into what is printed. */
  onInterrupt(listener: () => void): () => void {
    const { stdin } = process;
    const onKeys = (keys: Buffer): void => {
      if (keys.includes(interruptKey)) listener();
    };
    stdin.setRawMode(true);
    stdin.on('data', onKeys);
    stdin.resume();
    return () => {
      stdin.off('data', onKeys);
      stdin.pause();
      stdin.setRawMode(false);
    };
  }

  /** stdout belongs to our own output; what a bundle prints must not get between the keys. */
  #screen(): Writable {
    const screen = new Writable({
      write: (chunk: Buffer, _, done) => {
        this.#output.piece(chunk.toString());
        done();
      },
    });
    return Object.assign(screen, { columns: process.stdout.columns, isTTY: true });
  }
}
