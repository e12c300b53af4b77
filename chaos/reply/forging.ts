/**
 * The body of a forging extension: each answer of its process is kept back a moment, goes out in another order, and brings others along that
 * are late, second or invented, until there were `frames` of them. What was sent is written to `report`.
 */
export function forging(report: string, frames: number, seed: number): string {
  return `
  if (frame.kind !== 'result') return real(frame);
  const state = (globalThis.forging ??= { past: [], held: [], random: ${seed}, counts: { late: 0, duplicate: 0, disordered: 0, forged: 0 } });
  const { past, held, counts } = state;
  const below = (limit) => {
    state.random = (Math.imul(state.random, 1103515245) + 12345) >>> 0;
    return Math.floor((state.random / 2 ** 32) * limit);
  };
  const add = (kind, made) => { counts[kind] += 1; forged(made); };
  const total = () => counts.late + counts.duplicate + counts.disordered + counts.forged;
  const failure = (id, message) => ({ kind: 'failure', id, error: { code: 'E_TOOL', message } });
  held.push(frame);
  if (held.length > 1) return;
  setTimeout(() => {
    const answers = held.splice(0).sort(() => below(3) - 1);
    for (const answer of answers) {
      if (total() < ${frames}) {
        for (let count = below(8); count >= 0; count -= 1) {
          add('forged', { ...answer, id: 1_000_000 + below(1_000_000) });
          add('forged', failure(-1 - below(1000), 'forged'));
        }
      }
      counts.disordered += answers.length > 1 ? 1 : 0;
      real(answer);
      if (total() < ${frames}) {
        for (let count = below(6); count >= 0; count -= 1) add('duplicate', answer);
        const before = past[below(past.length)];
        if (before !== undefined)
          for (let count = below(6); count >= 0; count -= 1) {
            add('late', { ...answer, id: before.id });
            add('late', failure(before.id, 'late'));
          }
        past.push(answer);
      }
    }
    writeFileSync(${JSON.stringify(report)}, JSON.stringify(counts));
  }, below(3));`;
}
