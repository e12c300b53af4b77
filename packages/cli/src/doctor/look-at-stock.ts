import { loadStock } from '@goondan/runtime/bundle';
import { count } from '../output/duration.ts';
import type { DoctorFinding } from './finding.ts';

/** Whether the stock tools are installed. */
export async function lookAtStock(): Promise<DoctorFinding[]> {
  const { root, resources, warning } = await loadStock();
  const name = 'stock';
  if (root === undefined)
    return [{ name, status: 'fail', message: warning ?? 'not installed', fix: 'npm install @goondan/base' }];
  const kinds = ['Tool', 'Extension'].map((kind) => {
    const amount = resources.filter(({ resource }) => resource.kind === kind).length;
    return count(amount, kind.toLowerCase());
  });
  return [{ name, status: 'ok', message: `${kinds.join(', ')} in ${root}` }];
}
