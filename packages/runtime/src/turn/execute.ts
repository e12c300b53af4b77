import {
  CallGate,
  ToolCatalog,
  type Execute,
  type ExecutedCall,
  type OwnCall,
  type ToolCatalogItem,
} from '@goondan/core';
import { callMessage } from './call-message.ts';
import type { StateChange } from './extension-state.ts';
import { layerEntries } from './layer-entries.ts';
import type { Ended } from './records.ts';
import { runCalls } from './run-calls.ts';
import type { TraceSpan } from './spans.ts';
import type { TurnState } from './turn-state.ts';

/** A call that middleware made, as a finished step remembers it. */
type ExecutedEntry = NonNullable<Ended['executed']>[number];

/** What a chain of middleware makes calls from. */
export interface ExecuteScope {
  readonly turn: TurnState;
  /** The entries' common start. */
  readonly place: string;
  readonly stepIndex: number;
  readonly span: TraceSpan;
  readonly onStateChange: (change: StateChange) => void;
  /** Told of each call that has ended. */
  readonly onExecuted?: (entry: ExecutedEntry) => void;
}

/** The `execute` of all layers of one chain: each call is recorded like one of the model's, under a name of its own. */
export function executeScope(
  scope: ExecuteScope,
): (layer: number, items: () => readonly ToolCatalogItem[]) => Execute {
  const entryOf = layerEntries(scope.place, 'execute');
  const gate = new CallGate(scope.turn.agent.policy.concurrency);
  return (layer, items) => {
    const own = new Map<string, Promise<ExecutedCall>>();
    return (name, call) => {
      const running = own.get(name);
      if (running !== undefined) return running;
      // Of its name no slash: the entries of no two calls are the same.
      const place = entryOf(layer, encodeURIComponent(name));
      const made = run(scope, { place, call, items: items(), gate });
      // Whoever does not wait for it must not end the process by it.
      made.catch(() => undefined);
      own.set(name, made);
      return made;
    };
  };
}

interface Asked {
  readonly place: string;
  readonly call: OwnCall;
  readonly items: readonly ToolCatalogItem[];
  readonly gate: CallGate;
}

async function run(scope: ExecuteScope, { place, call, items, gate }: Asked): Promise<ExecutedCall> {
  const { turn, stepIndex, span, onStateChange, onExecuted } = scope;
  const { context, agent, event } = turn;
  const asked = { id: idOf(context.turnId, place), name: call.tool, args: call.args };
  const at = Date.parse(event.createdAt);
  const [record] = await runCalls({
    turn,
    stepIndex,
    stepSpan: span,
    catalog: new ToolCatalog(items, agent.registry),
    message: callMessage(`${context.turnId}/${place}`, asked, { stepIndex, at }),
    calls: [asked],
    at,
    gate,
    place,
    onStateChange,
  });
  if (record === undefined) throw new Error('A call came to nothing.');
  const { result, tookMs = 0 } = record.called;
  turn.called(asked, result);
  onExecuted?.({ ...asked, entry: `${place}/${record.entry}` });
  return { ...result, elapsedMs: tookMs };
}

/** Made of its place, and legal with every provider: an extension may put it into the conversation. */
function idOf(turnId: string, place: string): string {
  return `x-${Bun.SHA256.hash(`${turnId}/${place}`, 'hex').slice(0, 16)}`;
}
