import { nearest } from '../error/nearest.ts';
import { isResourceKind, resourceKinds, type ResourceKind } from '../resource/resource-kind.ts';
import type { Path, Place } from './finding.ts';
import { textAt } from './raw-value.ts';

/** One document of `goondan.yaml` as written: what it claims to be, its raw value, and where each part of it stands. */
export interface ConfigDocument {
  /** The kind written, or the kind a misspelt one is nearest to, so that the rest can be checked all the same. */
  readonly kind: ResourceKind | undefined;
  readonly name: string | undefined;
  /** How messages call it: `Agent/coder`, or `this Agent` when it has no name. */
  readonly label: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly place: (path: Path, at?: 'key') => Place;
}

/** Makes a document of a parsed mapping. */
export function configDocument(
  value: Record<string, unknown>,
  place: ConfigDocument['place'],
): ConfigDocument {
  const kind = likelyKind(textAt(value, ['kind']));
  const name = textAt(value, ['metadata', 'name']);
  const label = name === undefined ? `this ${kind ?? 'document'}` : `${kind ?? 'document'}/${name}`;
  return { kind, name, label, value, place };
}

function likelyKind(written: string | undefined): ResourceKind | undefined {
  const kind = written === undefined || isResourceKind(written) ? written : nearest(written, resourceKinds);
  return isResourceKind(kind) ? kind : undefined;
}
