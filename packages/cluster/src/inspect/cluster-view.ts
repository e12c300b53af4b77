import type {
  Address,
  AgentView,
  HandleView,
  InstanceDetail,
  InstanceView,
  RuntimeEvent,
  ServedState,
} from '@goondan/runtime';
import type { ClusterAddress } from '../client/cluster-http.ts';
import { serviceNames } from '../service/service-names.ts';
import { handleViews } from './handle-views.ts';
import type { Inspected } from './inspected.ts';
import { grantViews, instanceDetail, instanceViews } from './instance-views.ts';
import { traceEvents } from './trace-events.ts';
import { waitingAnswer, type WaitingAnswer } from './waiting-answer.ts';

/** What a cluster holds of a swarm. */
export interface ClusterView extends ServedState {
  handles(): Promise<readonly HandleView[]>;
  /** The answer to a handle that the cluster has and no worker has taken up yet (PEND-2). */
  waitingAnswer(handle: string): Promise<WaitingAnswer | undefined>;
  /** Every agent that has anything on record, by name. */
  agents(): Promise<readonly AgentView[]>;
  instances(agent?: string): Promise<readonly InstanceView[]>;
  instance(address: Address): Promise<InstanceDetail>;
  /** The events of the trace of a turn, of `last`, or of that id; undefined where none is known. */
  traceEvents(id: string): Promise<readonly RuntimeEvent[] | undefined>;
}

/** Looks at a swarm on a cluster; each question asks the cluster anew. */
export function clusterView(options: {
  readonly cluster: ClusterAddress;
  readonly namespace: string;
}): ClusterView {
  const inspected: Inspected = { ...options, names: serviceNames(options.namespace) };
  return {
    handles: () => handleViews(inspected),
    handle: async (name) => (await handleViews(inspected, name))[0],
    waitingAnswer: (handle) => waitingAnswer(inspected, handle),
    grants: () => grantViews(inspected),
    agents: async () => agentViews(await instanceViews(inspected)),
    instances: (agent) => instanceViews(inspected, agent),
    instance: (address) => instanceDetail(inspected, address),
    traceEvents: (id) => traceEvents(inspected, id),
  };
}

function agentViews(instances: readonly InstanceView[]): AgentView[] {
  return Array.from(
    Map.groupBy(instances, ({ agent }) => agent),
    ([agent, own]) => ({
      agent,
      instances: own.length,
      openTurns: own.reduce((sum, { openTurns }) => sum + openTurns, 0),
      finishedTurns: own.reduce((sum, { finishedTurns }) => sum + finishedTurns, 0),
      lastActivityAt:
        own
          .flatMap(({ lastActivityAt }) => lastActivityAt ?? [])
          .toSorted()
          .at(-1) ?? null,
    }),
  );
}
