import type { ResourceKind } from '../resource/resource-kind.ts';
import type { ConfigDocument } from './config-document.ts';
import type { Path } from './finding.ts';
import { itemsAt, valueAt } from './raw-value.ts';

/** A place of a document where a ref stands. */
export interface RefPlace {
  readonly path: Path;
  readonly value: unknown;
  /** The only kind a ref may name here. */
  readonly kind: ResourceKind;
  /** The kind a plain name stands for here, where one is allowed. */
  readonly plainKind?: ResourceKind;
}

/** Every place of a document where a ref stands, in order. */
export function refPlaces(document: ConfigDocument): RefPlace[] {
  if (document.kind === 'Agent') {
    return [
      ...single(document, ['spec', 'modelConfig', 'modelRef'], { kind: 'Model' }),
      ...listed(document, ['spec', 'tools'], { kind: 'Tool' }),
      ...listed(document, ['spec', 'extensions'], { kind: 'Extension' }),
    ];
  }
  if (document.kind === 'Swarm') {
    const agent = { kind: 'Agent', plainKind: 'Agent' } as const;
    return [
      ...single(document, ['spec', 'entryAgent'], agent),
      ...listed(document, ['spec', 'agents'], agent),
    ];
  }
  return [];
}

type Accepted = Pick<RefPlace, 'kind' | 'plainKind'>;

function single(document: ConfigDocument, path: Path, accepted: Accepted): RefPlace[] {
  const value = valueAt(document.value, path);
  return value === undefined ? [] : [{ path, value, ...accepted }];
}

function listed(document: ConfigDocument, path: Path, accepted: Accepted): RefPlace[] {
  return itemsAt(document.value, path).map((item) => ({ ...item, ...accepted }));
}
