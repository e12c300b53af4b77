import {
  inputEvent,
  isHandleAnswered,
  type Address,
  type RuntimeEvent,
  type SubmitOptions,
  type Swarm,
} from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { handlesFolderOf } from '../place/handles-folder.ts';
import { heldCallOf } from '../turn/held-call.ts';
import { createHeldWatch } from '../turn/held-watch.ts';
import { askHeld } from './ask-held.ts';
import { createChatView } from './chat-view.ts';
import type { TerminalInput } from './terminal-input.ts';

/** One thing said in a chat. */
export interface ChatTurn {
  readonly swarm: Swarm;
  readonly input: TerminalInput;
  readonly invocation: Invocation;
  readonly submit: SubmitOptions;
  readonly text: string;
  readonly to: Address;
  readonly labelWidth: number;
}

/** Runs a turn and shows it; Ctrl-C cancels it, and once more says that the person wants to quit. */
export async function runChatTurn(turn: ChatTurn): Promise<'ended' | 'quit'> {
  const { swarm, input, invocation, submit, text, to, labelWidth } = turn;
  const { engine } = swarm;
  const { output } = invocation;
  const event = inputEvent(text, { instanceKey: to.instanceKey, source: 'cli' });
  const view = createChatView({ output, agent: to.agent, labelWidth, traceId: event.traceId });
  const handles = handlesFolderOf(invocation);
  const watch = createHeldWatch((handle) => isHandleAnswered(handles, handle));
  const answered = new Set<string>();
  const isHolding = (held: RuntimeEvent): boolean =>
    (held.traceId === event.traceId ||
      (held.agentName === to.agent && held.instanceKey === to.instanceKey)) &&
    !answered.has(heldCallOf(held).handle);
  const quit = Promise.withResolvers<'quit'>();
  let isCancelled = false;
  const startedAt = performance.now();
  const stopObserving = engine.observe((seen) => {
    view.onEvent(seen);
    watch.onEvent(seen);
  });
  try {
    const { turnId } = await engine.send(to, event, submit);
    const outcome = engine.attach(turnId);
    // Where the person quits nobody waits for it any more.
    outcome.catch(() => {});
    const cancel = async (): Promise<void> => {
      isCancelled = true;
      view.breakLine();
      output.line('cancelling … Ctrl-C again quits');
      await engine.cancel(turnId, 'cancelled in the chat');
    };
    for (;;) {
      const unlisten = input.onInterrupt(() => (isCancelled ? quit.resolve('quit') : void cancel()));
      const first = await Promise.race([outcome, watch.until(isHolding), quit.promise]).finally(unlisten);
      if (first === 'quit') return first;
      if (first !== undefined) {
        view.end(first, performance.now() - startedAt);
        return 'ended';
      }
      view.breakLine();
      for (const call of watch.calls(isHolding)) {
        if (await askHeld(call, { engine, input, output })) answered.add(call.handle);
        else {
          await cancel();
          answered.add(call.handle);
        }
      }
    }
  } finally {
    stopObserving();
  }
}
