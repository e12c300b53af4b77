import type { JsonObject, JsonValue } from '@goondan/core';
import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { McpCaller } from './caller.ts';
import type { McpTask, McpTasks } from './task.ts';
import type { McpInputRequests, McpTool, McpToolResult } from './tool.ts';

/** How far a call has got. */
export interface McpProgress {
  /** Grows from one report to the next. */
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What surrounds a request of a client. */
export interface McpRequestContext {
  readonly caller: McpCaller;
  /** Aborts when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
  /** Tells the client, if it wants to know. */
  readonly progress: (update: McpProgress) => void;
  /** Logs to the client, if it wants to know. */
  readonly log: (level: LoggingLevel, data: unknown) => void;
  /** What the client answered to the requests of the round before; nobody has checked it. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What the round before had to remember; it comes back as it was, or not at all. */
  readonly state: JsonValue | undefined;
  /** What the client can be asked for. */
  readonly canAsk: { readonly elicitation: boolean; readonly sampling: boolean; readonly roots: boolean };
}

/** What surrounds a call. */
export interface McpCallContext extends McpRequestContext {
  /** Whether the call may be answered as a task: not at all, if the source likes, or as the client wishes. */
  readonly tasks: 'none' | 'allowed' | 'wanted';
}

/** The client has to be asked first; then the same request comes again, with its answers and this state. */
export interface McpInputStep {
  readonly kind: 'input';
  readonly requests: McpInputRequests;
  readonly state?: JsonValue;
}

/** What a request came to: its result, or what is needed first. */
export type McpStep<Result> = { readonly kind: 'result'; readonly result: Result } | McpInputStep;

/** What a call came to: its result, what is needed first, or a task that goes on by itself. */
export type McpCallStep = McpStep<McpToolResult> | { readonly kind: 'task'; readonly task: McpTask };

/** Resources a client may read. */
export interface McpResources {
  list(caller: McpCaller): Promise<readonly Resource[]>;
  templates(caller: McpCaller): Promise<readonly ResourceTemplateType[]>;
  /** Undefined when there is none of that address. */
  read(uri: string, context: McpRequestContext): Promise<McpStep<ReadResourceResult> | undefined>;
  /** Calls back when the resource changes, until the function it returns is called; without it nobody can subscribe. */
  watch?(uri: string, onChange: () => void): () => void;
}

/** Prompts a client may use. */
export interface McpPrompts {
  list(caller: McpCaller): Promise<readonly Prompt[]>;
  /** Undefined when there is none of that name. */
  get(
    prompt: { readonly name: string; readonly args: Readonly<Record<string, string>> },
    context: McpRequestContext,
  ): Promise<McpStep<GetPromptResult> | undefined>;
}

/** What a server offers: the seam between the protocol and whatever runs behind it. */
export interface McpSource {
  /** Every tool there is; who may not call one does not get to see it. */
  tools(): Promise<readonly McpTool[]>;
  /** Calls a tool that `tools` names. What it rejects with is told to the client as the failure of the tool. */
  call(
    call: { readonly name: string; readonly args: JsonObject },
    context: McpCallContext,
  ): Promise<McpCallStep>;
  /** Without them no call is answered as a task. */
  readonly tasks?: McpTasks;
  readonly resources?: McpResources;
  readonly prompts?: McpPrompts;
  /** Completes an argument of a prompt or of a resource template. */
  complete?(params: CompleteRequestParams): Promise<CompleteResult['completion']>;
  /** Calls back when the tools have changed, until the function it returns is called. */
  onToolsChanged?(listener: () => void): () => void;
}
