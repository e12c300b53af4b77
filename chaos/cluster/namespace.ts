/** What the swarm that is tried is called on its cluster. */
export const namespace = 'chaos';
