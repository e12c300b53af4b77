import type { Swarm } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { heldCallOf, heldText } from '../turn/held-call.ts';

/** Says which calls wait for a person, as soon as they do. */
export function tellHeldCalls({ engine }: Swarm, { output }: Invocation): void {
  engine.observe((event) => {
    if (event.type === 'tool.held') output.line(heldText([heldCallOf(event)]));
  });
}
