import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';

/** What an event says of how a call gets on; undefined for what is not worth telling. */
export function progressText(event: RuntimeEvent | TurnDelta): string | undefined {
  if (event.type === 'delta') return undefined;
  const { agentName, toolName = '', stepIndex = 0, error, attributes } = event;
  switch (event.type) {
    case 'step.started':
      return `${agentName}: step ${stepIndex + 1}`;
    case 'tool.started':
      return `${agentName}: ${toolName}`;
    case 'tool.completed':
      return `${agentName}: ${toolName} ok`;
    case 'tool.failed':
      return `${agentName}: ${toolName} ${error?.code ?? 'failed'}`;
    case 'tool.held':
      return `${agentName}: ${toolName} waits for a person: ${commandOf(attributes)}`;
    case 'model.retried':
      return `${agentName}: the model is asked again`;
    default:
      return undefined;
  }
}

/** How a person lets it go on: what a rule holds wants a decision, a question any answer. */
function commandOf({ handle, rule }: NonNullable<RuntimeEvent['attributes']> = {}): string {
  const name = typeof handle === 'string' ? handle : '';
  return rule === undefined ? `gdn answer ${name} "…"` : `gdn approve ${name}`;
}
