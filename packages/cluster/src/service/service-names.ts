/** What the parts of one swarm are called on a cluster; swarms of other namespaces have others. */
export interface ServiceNames {
  /** Serves the instances of an agent, each a virtual object of its own. */
  agent(name: string): string;
  /** The agent that a service belongs to; undefined for any other service. */
  agentOf(service: string): string | undefined;
  /** What the services of all agents begin with. */
  readonly agents: string;
  /** Handles, each a virtual object. */
  readonly handles: string;
  /** What is known of turns besides themselves, by turn id. */
  readonly turns: string;
  readonly control: string;
}

/** The names of a namespace: letters, digits and `-` only. */
export function serviceNames(namespace: string): ServiceNames {
  const root = encoded(namespace);
  const agents = `${root}.agent.`;
  return {
    agents,
    agent: (name) => `${agents}${encoded(name)}`,
    agentOf: (service) => (service.startsWith(agents) ? decoded(service.slice(agents.length)) : undefined),
    handles: `${root}.handles`,
    turns: `${root}.turns`,
    control: `${root}.control`,
  };
}

/** Restate takes letters, digits, `.`, `_` and `-`; anything else is written as `_` and two hex digits a byte. */
function encoded(name: string): string {
  return name.replace(/[^a-zA-Z0-9-]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

function decoded(name: string): string {
  return decodeURIComponent(name.replaceAll('_', '%'));
}
