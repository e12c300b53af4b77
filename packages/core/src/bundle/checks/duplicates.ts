import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';

/** Two resources of one kind and name: the later one is the mistake. */
export function checkDuplicates(document: ConfigDocument, { documents }: CheckContext): Problem[] {
  const first = documents.find(({ kind, name }) => kind === document.kind && name === document.name);
  if (first === undefined || first === document || document.kind === undefined || document.name === undefined)
    return [];
  const path = ['metadata', 'name'];
  const hint = `first on line ${first.place(path).line}: rename or remove one`;
  return [
    { code: 'E_CONFIG_DUPLICATE_RESOURCE', path, message: `${document.label} is declared twice`, hint },
  ];
}
