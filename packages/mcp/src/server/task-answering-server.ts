import { isRecord } from '@goondan/core';
import { Server, type JSONRPCRequest, type Result, type ServerContext } from '@modelcontextprotocol/server';

const taskKey = 'ai.goondan/task';

/** A call's result that stands for the task it is answered with: the SDK knows no other results of calls. */
export function asTaskAnswer(answer: Record<string, unknown>) {
  return { content: [], _meta: { [taskKey]: answer } };
}

/** A server of the SDK whose calls may be answered as tasks, and that lets go of what hangs on it when its connection ends. */
export class TaskAnsweringServer extends Server {
  readonly #disposers: (() => void)[] = [];

  /** Is called when the connection ends. */
  whenClosed(dispose: () => void): void {
    this.#disposers.push(dispose);
  }

  protected override _onclose(): void {
    for (const dispose of this.#disposers.splice(0)) dispose();
    super._onclose();
  }

  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result> {
    const wrapped = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return wrapped;
    return async (request, ctx) => {
      const result = await wrapped(request, ctx);
      const task = result._meta?.[taskKey];
      return isRecord(task) ? task : result;
    };
  }
}
