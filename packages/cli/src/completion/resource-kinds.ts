/** The kinds a schema can be asked for; core has them too, and costs more to load than a shell waits for. */
export const resourceKinds = ['Model', 'Agent', 'Swarm', 'Tool', 'Extension'] as const;
