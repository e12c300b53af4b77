/** A child that does nothing but import what an agent process has imported at its first turn, and say so. */
await import('../../packages/runtime/src/engine/local/process/agent-child.ts');
process.send?.('loaded');
