import { nearest } from '../../error/nearest.ts';
import { isRecord } from '../../json/json-value.ts';
import { parseRef, type ResourceRef } from '../../resource/parse-ref.ts';
import { stockPackage } from '../../resource/stock-package.ts';
import { isResourceKind } from '../../resource/resource-kind.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { refPlaces, type RefPlace } from '../ref-places.ts';
import { didYouMean, pathText, quote, withArticle } from '../wording.ts';

/** Every ref is well-formed, of the kind its place takes, and leads to a resource of the bundle or to a stock one. */
export function checkReferences(document: ConfigDocument, context: CheckContext): Problem[] {
  return [
    ...refPlaces(document).flatMap((place) => refProblems(place, document, context)),
    ...repeatedRefs(document),
  ];
}

function refProblems(place: RefPlace, document: ConfigDocument, context: CheckContext): Problem[] {
  const ref = parseRef(place.value, place.plainKind);
  if (ref === undefined) return [malformed(place)];
  if (ref.kind !== place.kind) return [wrongKind(place, ref, context)];
  if (exists(ref, context)) return [];
  return [notFound(place, ref, { document, context })];
}

function exists(ref: ResourceRef, { declared, stock }: CheckContext): boolean {
  const isStock = stock.some(({ kind, name }) => kind === ref.kind && name === ref.name);
  if (ref.package !== undefined) return ref.package === stockPackage && isStock;
  return isStock || declared.has(`${ref.kind}/${ref.name}`);
}

function malformed({ path, value, kind, plainKind }: RefPlace): Problem {
  const isPlain = typeof value === 'string' && /^[^\s/]+$/.test(value);
  const form = plainKind === undefined ? `${kind}/name` : `${kind}/name or a plain name`;
  const message =
    typeof value === 'string' ? `${quote(value)} is not a reference` : `${pathText(path)} is not a reference`;
  return {
    code: 'E_CONFIG_REF',
    path: textPath(path, value),
    message,
    hint: `write ${isPlain ? `${kind}/${value}` : form}`,
  };
}

function wrongKind({ path, value, kind }: RefPlace, ref: ResourceRef, context: CheckContext): Problem {
  const meant = !isResourceKind(ref.kind) || exists({ ...ref, kind }, context);
  const message = `${pathText(path)} takes a ref to ${kind}, found ${quote(`${ref.kind}/${ref.name}`)}`;
  const hint = meant ? didYouMean(`${kind}/${ref.name}`) : `name ${withArticle(kind)} here`;
  return { code: 'E_CONFIG_REF_KIND', path: textPath(path, value, 'kind'), message, hint };
}

function notFound(
  { path, value }: RefPlace,
  ref: ResourceRef,
  from: { document: ConfigDocument; context: CheckContext },
): Problem {
  const target = `${ref.kind}/${ref.name}`;
  if (ref.package !== undefined && ref.package !== stockPackage) {
    const message = `${from.document.label} uses ${target} of package ${ref.package}, which is not known`;
    const hint = `use ${stockPackage}, or leave package out`;
    return { code: 'E_CONFIG_REF_NOT_FOUND', path: [...path, 'package'], message, hint };
  }
  return {
    code: 'E_CONFIG_REF_NOT_FOUND',
    path: textPath(path, value),
    message: `${from.document.label} uses ${target}, which does not exist`,
    hint: didYouMean(nearestResource(ref, from.context)) ?? `add ${withArticle(ref.kind)} named ${ref.name}`,
  };
}

function nearestResource(ref: ResourceRef, { declared, stock }: CheckContext): string | undefined {
  const own = [...declared]
    .filter((full) => full.startsWith(`${ref.kind}/`))
    .map((full) => full.slice(ref.kind.length + 1));
  const stockNames = stock.filter(({ kind }) => kind === ref.kind).map(({ name }) => name);
  const name = nearest(ref.name, [...own, ...stockNames]);
  if (name === undefined) return undefined;
  return own.includes(name) ? `${ref.kind}/${name}` : `${ref.kind}/${name} (stock)`;
}

/** The text inside a ref that says what it names. */
function textPath(path: Path, value: unknown, part: 'kind' | 'name' = 'name'): Path {
  if (!isRecord(value)) return path;
  const key = ['ref', part].find((candidate) => candidate in value);
  return key === undefined ? path : [...path, key];
}

function repeatedRefs(document: ConfigDocument): Problem[] {
  const first = new Map<string, Path>();
  return refPlaces(document).flatMap(({ path, value, plainKind }): Problem[] => {
    const ref = parseRef(value, plainKind);
    if (ref === undefined || typeof path.at(-1) !== 'number') return [];
    const target = `${ref.kind}/${ref.name}`;
    const key = `${pathText(path.slice(0, -1))} ${target}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, path);
      return [];
    }
    const hint = `first on line ${document.place(earlier).line}: remove one`;
    const message = `${target} is listed twice in ${pathText(path.slice(0, -1))}`;
    return [
      { code: 'E_CONFIG_REF_DUPLICATE', severity: 'warning', path: textPath(path, value), message, hint },
    ];
  });
}
