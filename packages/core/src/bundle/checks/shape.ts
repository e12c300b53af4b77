import { isFittingResource } from '../../resource/fitting.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';

/** A document is what the schema of its kind takes (SCH-1, SCH-3). The schemas are loaded for what does not fit: they cost more than all the rest. */
export async function checkShape(document: ConfigDocument): Promise<Problem[]> {
  if (document.kind === undefined || isFittingResource(document.value)) return [];
  const { shapeProblems } = await import('../shape-problems.ts');
  return shapeProblems(document);
}
