import {
  compileSchema,
  foreignToolName,
  type CompiledSchema,
  type ExtensionApi,
  type ToolAnnotations,
  type ToolHandler,
} from '@goondan/core';
import { hiddenCharacters } from '../pin/hidden-characters.ts';
import type { PinnedDefinitions } from '../pin/pin-definitions.ts';
import { definitionHash, type ForeignTool } from '../pin/tool-definition.ts';
import { messageOf } from './failure.ts';
import { isTaken } from './is-taken.ts';

/** A foreign tool that can be called. */
export interface CallableTool {
  readonly definition: ForeignTool;
  /** The name models see. */
  readonly name: string;
  readonly outputSchema?: CompiledSchema;
  /** True where policy may believe that a second run does no harm. */
  readonly mayRepeat: boolean;
}

/** What a set of tools is made with. */
export interface ToolSetOptions {
  readonly key: string;
  readonly extensionName: string;
  readonly tools: ExtensionApi['tools'];
  /** Which of the server's names are taken; all without it. */
  readonly allowed?: readonly string[];
  readonly trust: boolean;
  readonly timeoutMs?: number;
  handlerOf(tool: CallableTool): ToolHandler;
  /** Told of a tool that is not offered, and why. */
  report(message: string): void;
}

interface Registered {
  readonly hash: string;
  readonly dispose: () => void;
}

/** The registered tools of one server. */
export class ToolSet {
  readonly #options: ToolSetOptions;
  readonly #registered = new Map<string, Registered>();
  #drifted: ReadonlySet<string> = new Set();
  readonly #told = new Set<string>();

  constructor(options: ToolSetOptions) {
    this.#options = options;
  }

  /** True for a tool whose definition waits for approval. */
  isDrifted(tool: string): boolean {
    return this.#drifted.has(tool);
  }

  /** Registers what is new or different and takes away what is gone; what is the same stays as it is (CAT-6). */
  apply({ approved, drifted }: PinnedDefinitions): void {
    this.#drifted = new Set(drifted);
    for (const name of drifted)
      this.#tell(
        name,
        'its definition has changed since it was approved; it is blocked until it is approved again',
      );
    const wanted = new Map(
      approved.filter(({ name }) => isTaken(name, this.#options.allowed)).map((tool) => [tool.name, tool]),
    );
    for (const [name, { dispose }] of this.#registered) {
      if (wanted.has(name)) continue;
      dispose();
      this.#registered.delete(name);
    }
    for (const tool of wanted.values()) this.#register(tool);
  }

  /** Takes all of them away. */
  clear(): void {
    for (const { dispose } of this.#registered.values()) dispose();
    this.#registered.clear();
  }

  #register(definition: ForeignTool): void {
    const { key, extensionName, tools, timeoutMs, trust } = this.#options;
    const hash = definitionHash(definition);
    const known = this.#registered.get(definition.name);
    if (known?.hash === hash) return;
    known?.dispose();
    this.#registered.delete(definition.name);
    const name = foreignToolName(key, definition.name);
    if (tools.has(name)) return this.#tell(definition.name, `there is another tool of the name ${name}`);
    const annotations = annotationsOf(definition, trust);
    try {
      compileSchema(definition.inputSchema);
      const outputSchema = definition.outputSchema && compileSchema(definition.outputSchema);
      const dispose = tools.register(
        {
          name,
          ...(definition.description === undefined ? {} : { description: definition.description }),
          parameters: definition.inputSchema,
          source: { type: 'mcp', name: definition.name, mcp: { extensionName, serverName: key } },
        },
        this.#options.handlerOf({
          definition,
          name,
          mayRepeat: annotations.readOnly === true || annotations.idempotent === true,
          ...(outputSchema === undefined ? {} : { outputSchema }),
        }),
        { annotations, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
      );
      this.#registered.set(definition.name, { hash, dispose });
    } catch (thrown) {
      this.#tell(definition.name, messageOf(thrown));
      return;
    }
    const hidden = hiddenCharacters(definition);
    if (hidden.length > 0)
      this.#options.report(
        `${definition.name} has characters in its texts that nobody sees: ${hidden.join(', ')}`,
      );
  }

  /** Once for each reason: a server may list its tools again and again. */
  #tell(tool: string, reason: string): void {
    const message = `${tool} is not offered: ${reason}`;
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#options.report(message);
  }
}

/** What a server says of a tool makes it no freer unless the server is trusted. */
function annotationsOf({ annotations = {} }: ForeignTool, trust: boolean): ToolAnnotations {
  return {
    ...(annotations['destructiveHint'] === true ? { destructive: true } : {}),
    ...(trust && annotations['readOnlyHint'] === true ? { readOnly: true } : {}),
    ...(trust && annotations['idempotentHint'] === true ? { idempotent: true } : {}),
  };
}
