import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from './contestant.ts';

/** How to get the peers. */
export const installCommand = 'npm ci --prefix bench/call';

/** Whether the peers stand in this bench's own node_modules. */
export function peersAreInstalled(): boolean {
  return existsSync(join(import.meta.dir, 'node_modules', '.package-lock.json'));
}

/** All peers, loaded with their telemetry, traces and warnings off. */
export async function loadPeers(): Promise<readonly Contestant[]> {
  Object.assign(process.env, {
    DO_NOT_TRACK: '1',
    LANGCHAIN_TRACING_V2: 'false',
    LANGSMITH_TRACING: 'false',
    MASTRA_TELEMETRY_DISABLED: '1',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
  });
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  // Dynamic: without the peers installed the bench runs with the rest, and the settings above must come first.
  const { aiSdk } = await import('./contestants/ai-sdk.ts');
  const { langGraph } = await import('./contestants/langgraph.ts');
  const { openAiAgents } = await import('./contestants/openai-agents.ts');
  const { mastra } = await import('./contestants/mastra.ts');
  const { mcp } = await import('./contestants/mcp.ts');
  return [...aiSdk(), langGraph(), ...openAiAgents(), mastra(), await mcp()];
}
