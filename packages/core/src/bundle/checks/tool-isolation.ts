import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { itemsAt, textAt, valueAt } from '../raw-value.ts';
import { quote } from '../wording.ts';

/** What the handlers of a Tool need where they run: those that orchestrate talk to other agents from the process itself (CTX-1). */
export function checkToolIsolation({ kind, value }: ConfigDocument): Problem[] {
  if (kind !== 'Tool' || textAt(value, ['spec', 'isolation']) !== 'worker') return [];
  return itemsAt(value, ['spec', 'exports']).flatMap((item): Problem[] => {
    const path = ['annotations', 'orchestrates'];
    if (valueAt(item.value, path) !== true) return [];
    const name = quote(textAt(item.value, ['name']) ?? '');
    return [
      {
        code: 'E_CONFIG_VALUE',
        path: [...item.path, ...path],
        message: `export ${name} orchestrates, which it cannot in a thread of its own: ctx.runtime does not reach there`,
        hint: 'leave out isolation: worker, or put this export into a Tool of its own',
      },
    ];
  });
}
