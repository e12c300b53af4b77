export type { ClusterAddress } from './client/cluster-http.ts';
export { RestateEngine, type EngineWorker, type RestateEngineOptions } from './client/restate-engine.ts';
export { clusterEngine, type ClusterEngineOptions } from './swarm-engine.ts';
export { startServer, type RestateServer, type StartServerOptions } from './server/start-server.ts';
export type { ServerPorts } from './server/server-config.ts';
export type { ServiceTimes } from './service/service-options.ts';
export { serveAgents, type AgentsWorker, type ServeAgentsOptions } from './worker/serve-agents.ts';
