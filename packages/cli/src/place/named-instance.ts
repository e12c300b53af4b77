import type { Address, InstanceView } from '@goondan/runtime';
import { UsageError } from '../error/usage-error.ts';

/** Knows which instances are on record. */
export interface InstanceSource {
  instances(agent?: string): Promise<readonly InstanceView[]>;
}

/** The instance of that key, of the agent that was named or of the only one that has it. Throws `E_AGENT_INSTANCE_NOT_FOUND`, `E_USAGE`. */
export async function namedInstance(
  view: InstanceSource,
  instanceKey: string,
  agent: string | undefined,
): Promise<Address> {
  const all = await view.instances(agent);
  const [found, ...others] = all.filter((one) => one.instanceKey === instanceKey);
  if (found !== undefined && others.length === 0) return { agent: found.agent, instanceKey };
  if (found !== undefined) {
    const agents = [found, ...others].map((one) => one.agent).join(', ');
    throw new UsageError(`several agents have an instance '${instanceKey}': ${agents}`, 'Add --agent NAME.');
  }
  const { GoondanError, nearest } = await import('@goondan/core/basics');
  const near = nearest(
    instanceKey,
    all.map((one) => one.instanceKey),
  );
  const of = agent === undefined ? '' : ` of agent '${agent}'`;
  throw new GoondanError(
    'E_AGENT_INSTANCE_NOT_FOUND',
    `there is no instance '${instanceKey}'${of}`,
    near === undefined ? {} : { suggestion: `Did you mean '${near}'?` },
  );
}
