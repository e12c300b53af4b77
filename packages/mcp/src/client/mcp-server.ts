import { join } from 'node:path';
import {
  GoondanError,
  type Environment,
  type ExtensionApi,
  type JsonObject,
  type ToolHandler,
} from '@goondan/core';
import type { Tool } from '@modelcontextprotocol/client';
import type { Person } from '../auth/person.ts';
import { pinsFolder } from '../pin/approve-definition.ts';
import { knownDefinitions, pinDefinitions } from '../pin/pin-definitions.ts';
import type { PinnedServer } from '../pin/pin-file.ts';
import { readDefinitions } from '../pin/read-definitions.ts';
import { serverOrigin } from '../pin/server-origin.ts';
import { watchPins } from '../pin/watch-pins.ts';
import { callTool } from './call-tool.ts';
import type { Connection } from './connection.ts';
import { messageOf } from './failure.ts';
import { openConnection, startTimeoutOf } from './open-connection.ts';
import type { ProcessWatch } from './process-watch.ts';
import { LiveCalls } from './live-calls.ts';
import type { ServerConfig } from './server-config.ts';
import { ServerLink, type LinkEvents } from './server-link.ts';
import { TaskFiles } from '../task/task-files.ts';
import { TaskWatch } from '../task/task-watch.ts';
import { ToolSet, type CallableTool } from './tool-set.ts';

const defaultIdleMs = 300_000;
const longestRetryMs = 300_000;

/** What a server of a config is used with. */
export interface McpServerOptions {
  readonly key: string;
  readonly config: ServerConfig;
  readonly extensionName: string;
  readonly api: ExtensionApi;
  readonly env: Environment;
  readonly watch: ProcessWatch;
  /** Who can log in where a server wants it. */
  readonly person?: Person;
}

/** One declared MCP server: its tools in the registry, and its connection behind them. */
export class McpServer {
  readonly #options: McpServerOptions;
  readonly #pins: PinnedServer;
  readonly #link: ServerLink;
  readonly #tools: ToolSet;
  readonly #tasks: TaskWatch;
  readonly #taskFiles: TaskFiles;
  readonly #live = new LiveCalls();
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #unwatch: () => void = () => undefined;

  constructor(options: McpServerOptions) {
    const { key, config, api, extensionName } = options;
    const { timeoutMs, tools: allowed, trust = false } = config;
    this.#options = options;
    this.#pins = { folder: pinsFolder(api.stateFolder), key, origin: serverOrigin(config) };
    this.#tools = new ToolSet({
      key,
      extensionName,
      tools: api.tools,
      trust,
      ...(allowed === undefined ? {} : { allowed }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      handlerOf: (tool) => this.#handlerOf(tool),
      report: (message) => this.#report(message),
    });
    this.#link = new ServerLink({
      key,
      startTimeoutMs: startTimeoutOf(config),
      idleMs: config.idleMs ?? defaultIdleMs,
      open: (events) => this.#open(events),
      onTools: (listed) => this.#take(listed),
      report: (message) => this.#report(message),
    });
    this.#taskFiles = new TaskFiles(join(api.stateFolder, 'tasks'));
    this.#tasks = new TaskWatch({
      link: this.#link,
      files: this.#taskFiles,
      complete: (handle, outcome) => api.handles.complete(handle, outcome),
      keepAwake: () => api.keepAwake(),
      report: (message) => this.#report(message),
    });
  }

  /** Offers the tools: those known from before at once, with nothing started; else what the server says when it is asked now. */
  async start(): Promise<void> {
    const known = await knownDefinitions(this.#pins);
    if (known === undefined) await this.#discover();
    else this.#tools.apply(known);
    // What another process pins, and what a person approves, holds here from then on.
    this.#unwatch = await watchPins(this.#pins, () => void this.#follow());
    for (const record of await this.#taskFiles.of(this.#options.key)) this.#tasks.watch(record);
  }

  /** Takes the tools away and ends the server. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
    this.#unwatch();
    this.#tasks.stop();
    this.#tools.clear();
    await this.#link.stop();
  }

  /** A server whose tools nobody knows yet is asked again until it answers: no call could wake it. */
  async #discover(): Promise<void> {
    try {
      await this.#link.connection();
    } catch {
      // The link has said why.
      if (this.#isStopped) return;
      const wait = Math.min(longestRetryMs, Math.max(1_000, this.#link.waitMs));
      this.#retryTimer = setTimeout(() => void this.#discover(), wait);
      this.#retryTimer.unref();
    }
  }

  #open(events: LinkEvents): Promise<Connection> {
    const { api } = this.#options;
    const place = { ...this.#options, root: api.bundleRoot, stateFolder: api.stateFolder };
    return openConnection(place, { ...events, elicit: (params) => this.#live.elicit(params) });
  }

  async #take(listed: readonly Tool[]): Promise<void> {
    const definitions = readDefinitions(listed);
    for (const [name, problem] of Object.entries(definitions.refused))
      this.#report(`${name} is not offered: ${problem}`);
    for (const name of definitions.repeated) this.#report(`${name} is listed twice; the first counts`);
    this.#tools.apply(await pinDefinitions(this.#pins, definitions));
  }

  async #follow(): Promise<void> {
    const known = await knownDefinitions(this.#pins);
    if (known !== undefined && !this.#isStopped) this.#tools.apply(known);
  }

  #handlerOf(tool: CallableTool): ToolHandler {
    const { key, api } = this.#options;
    const { name } = tool.definition;
    const caller = {
      key,
      tool,
      link: this.#link,
      live: this.#live,
      tasks: this.#tasks,
      onProgress: (progress: JsonObject) => api.events.emit('mcp.progress', { server: key, ...progress }),
    };
    return async (ctx, args) => {
      // What the server says of its tools now is known once it is connected.
      await this.#link.connection();
      if (this.#tools.isDrifted(name))
        throw new GoondanError(
          'E_MCP_DRIFT',
          `The definition of ${name} of the MCP server '${key}' has changed.`,
        );
      return callTool(caller, ctx, args);
    };
  }

  #report(message: string): void {
    const { key, api } = this.#options;
    api.logger.warn(`MCP server '${key}': ${messageOf(message)}`);
  }
}
