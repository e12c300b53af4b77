export type { Person } from './auth/person.ts';
export { connectServer } from './client/connect-server.ts';
export type { CallAnswer, Connection } from './client/connection.ts';
export { isTaken } from './client/is-taken.ts';
export type { ServerPlace } from './client/open-connection.ts';
export { isServerConfig, serverConfigProblem, type ServerConfig } from './client/server-config.ts';
export { approveDefinitions, pinsFolder } from './pin/approve-definition.ts';
export { diffLines, type DefinitionChange } from './pin/definition-diff.ts';
export { knownStanding, listedStanding, type LookedAt, type ToolStanding } from './pin/tool-standing.ts';
export { callerWith, owner, type McpCaller } from './server/caller.ts';
export { contentOf } from './server/content.ts';
export type { McpServerInfo } from './server/create-mcp-server.ts';
export { describeTool, type DescribedTool } from './server/describe-tool.ts';
export { errorToolResult } from './server/error-tool-result.ts';
export {
  callersByAccessToken,
  checkIssuer,
  type AccessTokenOptions,
  type TokenClaims,
} from './server/http/access-token.ts';
export { callersByToken, type FindCaller, type TokenCaller } from './server/http/callers.ts';
export { protectedResource, type ProtectedResource } from './server/http/protected-resource.ts';
export { serveMcpHttp, type McpHttpServer, type ServeHttpOptions } from './server/http/serve-http.ts';
export { serveMcpStdio, type ServeStdioOptions, type StdioServer } from './server/serve-stdio.ts';
export type {
  McpCallContext,
  McpCallStep,
  McpInputStep,
  McpProgress,
  McpPrompts,
  McpRequestContext,
  McpResources,
  McpSource,
  McpStep,
} from './server/source.ts';
export type { McpTask, McpTasks } from './server/task.ts';
export type { McpInputRequests, McpTool, McpToolResult } from './server/tool.ts';
export { outputResult, toolResultOf } from './server/tool-result.ts';
