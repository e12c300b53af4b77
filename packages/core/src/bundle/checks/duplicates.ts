import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';

/** To look through all documents for each of them would take minutes where there are thousands. */
const firstsOf = new WeakMap<CheckContext['documents'], ReadonlyMap<string, ConfigDocument>>();

/** Two resources of one kind and name: the later one is the mistake. */
export function checkDuplicates(document: ConfigDocument, { documents }: CheckContext): Problem[] {
  if (document.kind === undefined || document.name === undefined) return [];
  const first = firsts(documents).get(keyOf(document));
  if (first === undefined || first === document) return [];
  const path = ['metadata', 'name'];
  const hint = `first on line ${first.place(path).line}: rename or remove one`;
  return [
    { code: 'E_CONFIG_DUPLICATE_RESOURCE', path, message: `${document.label} is declared twice`, hint },
  ];
}

function firsts(documents: CheckContext['documents']): ReadonlyMap<string, ConfigDocument> {
  const known = firstsOf.get(documents);
  if (known !== undefined) return known;
  // The last that is put there counts, so that the first has to come last.
  const made = new Map(documents.toReversed().map((document) => [keyOf(document), document]));
  firstsOf.set(documents, made);
  return made;
}

function keyOf({ kind, name }: ConfigDocument): string {
  return JSON.stringify([kind, name]);
}
