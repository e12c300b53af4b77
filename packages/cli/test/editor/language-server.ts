import { fileURLToPath, pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const program = join(
  dirname(fileURLToPath(import.meta.resolve('yaml-language-server/package.json'))),
  'bin/yaml-language-server',
);

const messageSchema = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
type Message = z.infer<typeof messageSchema>;

const diagnosticsSchema = z.looseObject({
  uri: z.string(),
  diagnostics: z.array(
    z.looseObject({
      message: z.string(),
      range: z.looseObject({ start: z.looseObject({ line: z.number() }) }),
    }),
  ),
});
/** What the server says of a document. */
export type Diagnostic = z.infer<typeof diagnosticsSchema>['diagnostics'][number];

const completionSchema = z.looseObject({ items: z.array(z.looseObject({ label: z.string() })) });

/** The YAML language server as an editor starts it, over its standard streams, with no settings of its own. */
export class LanguageServer {
  readonly #child = Bun.spawn([process.execPath, '--no-install', program, '--stdio'], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #diagnostics = new Map<string, (found: readonly Diagnostic[]) => void>();
  #lastId = 0;

  constructor() {
    void this.#read();
  }

  async start(folder: string): Promise<void> {
    const rootUri = pathToFileURL(folder).href;
    await this.#request('initialize', {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'bundle' }],
      capabilities: {
        textDocument: { publishDiagnostics: {}, completion: { completionItem: { snippetSupport: true } } },
      },
    });
    this.#send({ method: 'initialized', params: {} });
  }

  /** Opens a document and answers what the server finds wrong with it. */
  open(file: string, text: string): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(file).href;
    const found = this.#nextDiagnostics(uri);
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    });
    return found;
  }

  /** Puts another text into an open document and answers what is wrong with it. */
  change(file: string, text: string): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(file).href;
    const found = this.#nextDiagnostics(uri);
    this.#send({
      method: 'textDocument/didChange',
      params: { textDocument: { uri, version: ++this.#lastId }, contentChanges: [{ text }] },
    });
    return found;
  }

  /** What the server offers at a place, counted from 0. */
  async complete(file: string, position: { line: number; character: number }): Promise<string[]> {
    const uri = pathToFileURL(file).href;
    const result = await this.#request('textDocument/completion', { textDocument: { uri }, position });
    return completionSchema.parse(result).items.map(({ label }) => label);
  }

  async stop(): Promise<void> {
    await this.#request('shutdown', null);
    this.#send({ method: 'exit' });
    await this.#child.exited;
  }

  #nextDiagnostics(uri: string): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => this.#diagnostics.set(uri, resolve));
  }

  #request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve) => this.#answers.set(id, resolve));
    this.#send({ id, method, params });
    return answer;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    void this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    void this.#child.stdin.flush();
  }

  async #read(): Promise<void> {
    let bytes = Buffer.alloc(0);
    for await (const chunk of this.#child.stdout) {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const end = bytes.indexOf('\r\n\r\n');
        const length = Number(
          /Content-Length: (\d+)/i.exec(bytes.toString('utf8', 0, Math.max(0, end)))?.[1],
        );
        if (end === -1 || bytes.length < end + 4 + length) break;
        const body = bytes.toString('utf8', end + 4, end + 4 + length);
        bytes = bytes.subarray(end + 4 + length);
        this.#receive(messageSchema.parse(JSON.parse(body)));
      }
    }
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = diagnosticsSchema.parse(params);
      this.#diagnostics.get(uri)?.(diagnostics);
      this.#diagnostics.delete(uri);
    } else if (method !== undefined && id !== undefined)
      this.#send({ id, result: this.#answerTo(method, params) });
    else if (typeof id === 'number') this.#answers.get(id)?.(error ?? result);
  }

  /** An editor with no settings: it has none for any section. */
  #answerTo(method: string, params: unknown): unknown {
    if (method !== 'workspace/configuration') return null;
    const { items } = z.looseObject({ items: z.array(z.unknown()) }).parse(params);
    return items.map(() => ({}));
  }
}
