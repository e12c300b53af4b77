import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EventBus,
  Pipeline,
  registerExtensions,
  ToolExecutor,
  ToolRegistry,
  type Answered,
  type AskedQuestion,
  type ExtensionHost,
  type JsonObject,
  type JsonValue,
  type ToolResult,
} from '@goondan/core';
import { mcp } from '../../extensions/mcp/index.ts';

const everythingOff = { mcp_tools: false, tools_policy: false };

/** An agent's registry and executor with Extension/mcp in it; only what the runtime would keep is kept here. */
export interface McpHost extends AsyncDisposable {
  readonly folder: string;
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
  /** What was logged. */
  readonly lines: string[];
  /** What was told of the progress of calls. */
  readonly progress: JsonValue[];
  /** What handles were completed with. */
  readonly completed: Map<string, JsonValue>;
  names(): string[];
  call(name: string, args?: JsonObject, options?: HostCallOptions): Promise<ToolResult>;
  stop(): Promise<void>;
}

/** What a call of a test is given. */
interface HostCallOptions {
  readonly signal?: AbortSignal;
  /** Answers what the handler asks, until it asks no more. */
  readonly person?: (question: JsonObject) => JsonValue | Promise<JsonValue>;
}

/** Loads the extension with these servers. `folder` is where another host has kept its state: the same agent, started again. */
export async function startHost(
  servers: JsonObject,
  { folder: given, isOn = true }: { readonly folder?: string; readonly isOn?: boolean } = {},
): Promise<McpHost> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'goondan-mcp-'));
  const lines: string[] = [];
  const record = (...parts: unknown[]): void => void lines.push(parts.map(String).join(' '));
  const logger: Console = {
    ...console,
    debug: record,
    info: record,
    log: record,
    warn: record,
    error: record,
  };
  const registry = new ToolRegistry();
  const pipeline = new Pipeline();
  const completed = new Map<string, JsonValue>();
  const progress: JsonValue[] = [];
  const events = new EventBus(logger);
  events.on('mcp.progress', (told) => void progress.push(told ?? null));
  const stops: (() => void | Promise<void>)[] = [];
  const host: ExtensionHost = {
    registry,
    pipeline,
    events,
    logger,
    bundleRoot: folder,
    stateFolder: join(folder, 'extensions'),
    features: { ...everythingOff, mcp_tools: isOn },
    complete: async (handle, outcome) => void completed.set(handle, outcome),
    onStop: (stop) => void stops.push(stop),
  };
  const executor = new ToolExecutor(registry, { middleware: pipeline.toolCall });
  await registerExtensions([{ name: 'mcp', module: mcp, config: { servers } }], host);
  let count = 0;
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0)) await one();
  };
  return {
    folder,
    registry,
    executor,
    lines,
    completed,
    progress,
    names: () => registry.items().map(({ name }) => name),
    async call(name, args = {}, { person, ...options } = {}) {
      count += 1;
      const call = { id: `c${count}`, name, args };
      let answered: Answered | undefined;
      for (;;) {
        let asked: AskedQuestion | undefined;
        const scope = { ...scopeIn(folder, logger, call), ...(answered === undefined ? {} : { answered }) };
        const result = await executor.execute(call, scope, {
          ...options,
          ask: (question) => void (asked = question),
        });
        if (asked === undefined || person === undefined) return result;
        const { about, state }: AskedQuestion = asked;
        answered = { answer: await person(about), state };
      }
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function scopeIn(
  workdir: string,
  logger: Console,
  { id, name, args }: { id: string; name: string; args: JsonObject },
) {
  return {
    agentName: 'tester',
    instanceKey: 'default',
    turnId: 't1',
    workdir,
    logger,
    message: {
      id: 'm1',
      data: {
        role: 'assistant' as const,
        content: [{ type: 'tool-call' as const, toolCallId: id, toolName: name, input: args }],
      },
      metadata: {},
      createdAt: new Date(0),
      source: { type: 'assistant' as const, stepIndex: 0 },
    },
  };
}
