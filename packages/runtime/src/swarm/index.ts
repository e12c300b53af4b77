export { BundleError } from './bundle-error.ts';
export { inputEvent, planEvent, revokeEvent, toolCallEvent } from './input-event.ts';
export { openSwarm } from './open-swarm.ts';
export { workspaceLayout } from '../workspace/layout.ts';
