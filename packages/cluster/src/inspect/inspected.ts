import type { ClusterAddress } from '../client/cluster-http.ts';
import type { ServiceNames } from '../service/service-names.ts';

/** The swarm that is looked at. */
export interface Inspected {
  readonly cluster: ClusterAddress;
  readonly namespace: string;
  readonly names: ServiceNames;
}
