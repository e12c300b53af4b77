import { isRecord } from '../json/json-value.ts';
import type { Dialect } from './dialect.ts';
import { memberOf, pointerKeys } from '../json/json-pointer.ts';
import { isJsonSchema, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';
import { modernKeywords, subschemasOf } from './keywords.ts';
import { standardDocument } from './standard-documents.ts';

/** A schema together with the URI of the resource it stands in, against which its references are read. */
export interface Place {
  readonly schema: JsonSchema;
  readonly base: string;
}

/** All schemas that references can name: the root, its embedded resources and the given documents. */
export interface Resources {
  readonly root: Place;
  /** Where in the root schema a schema stands, as JSON pointer; undefined for one of another document. */
  pointerOf(schema: JsonSchema): string | undefined;
  /** The base of a schema found inside a place. */
  placeOf(schema: JsonSchema, outer: Place): Place;
  /** What a reference names, or undefined; nothing is ever fetched. */
  resolve(reference: string, base: string): Place | undefined;
  /** The dynamic anchors of one resource. */
  dynamicAnchorsOf(base: string): ReadonlyMap<string, Place>;
}

/** The base of a schema that does not name itself. */
const anonymous = 'goondan:/';
const noAnchors: ReadonlyMap<string, Place> = new Map();

/** Notes every `$id` and anchor of the schema and of the documents. */
export function indexResources(
  schema: JsonSchema,
  documents: Readonly<Record<string, JsonSchema>>,
  dialect: Dialect,
): Resources {
  const bases = new Map<JsonSchemaObject, string>();
  const pointers = new Map<JsonSchema, string>();
  const named = new Map<string, Place>();
  const dynamicAnchors = new Map<string, Map<string, Place>>();

  for (const [uri, document] of Object.entries(documents)) {
    const base = resolveUri(uri, anonymous) ?? uri;
    index(document, base, undefined);
    named.set(base, { schema: document, base: baseOf(document, base) });
  }
  // Last, so that the names of the schema itself win over those of documents.
  index(schema, anonymous, '');
  const root = { schema, base: baseOf(schema, anonymous) };
  named.set(anonymous, root);

  function baseOf(node: JsonSchema, outer: string): string {
    return (typeof node === 'boolean' ? undefined : bases.get(node)) ?? outer;
  }

  function index(node: JsonSchema, outer: string, pointer: string | undefined): void {
    if (typeof node === 'boolean' || bases.has(node)) return;
    const base = ownBase(node, outer);
    const place = { schema: node, base };
    bases.set(node, base);
    if (pointer !== undefined) pointers.set(node, pointer);
    if (base !== outer) named.set(base, place);
    for (const anchor of anchorsOf(node)) named.set(`${base}#${anchor}`, place);
    const dynamic = reads('$dynamicAnchor') ? node['$dynamicAnchor'] : undefined;
    if (typeof dynamic === 'string') {
      const ofResource = dynamicAnchors.get(base) ?? new Map<string, Place>();
      dynamicAnchors.set(base, ofResource.set(dynamic, place));
    }
    for (const inner of subschemasOf(node)) {
      if (reads(inner.keyword))
        index(inner.schema, base, pointer === undefined ? undefined : pointer + inner.pointer);
    }
  }

  function reads(keyword: string): boolean {
    return dialect.name === '2020-12' || !modernKeywords.has(keyword);
  }

  function ownBase(node: JsonSchemaObject, outer: string): string {
    const id = node['$id'];
    if (typeof id !== 'string' || id.startsWith('#') || ignoresSiblings(node, dialect)) return outer;
    const [address = ''] = id.split('#');
    return resolveUri(address, outer) ?? outer;
  }

  function anchorsOf(node: JsonSchemaObject): string[] {
    const { $anchor, $dynamicAnchor, $id } = node;
    if (dialect.name === '2020-12')
      return [$anchor, $dynamicAnchor].filter((anchor) => typeof anchor === 'string');
    const fragment =
      typeof $id === 'string' && !ignoresSiblings(node, dialect) ? $id.split('#')[1] : undefined;
    return fragment === undefined || fragment === '' ? [] : [fragment];
  }

  function resolve(reference: string, base: string): Place | undefined {
    const [address = '', encoded = ''] = reference.split('#');
    const uri = address === '' ? base : resolveUri(address, base);
    const fragment = decoded(encoded);
    const place = uri === undefined ? undefined : (named.get(uri) ?? adoptStandard(uri));
    if (place === undefined || fragment === '') return place;
    return fragment.startsWith('/') ? descend(place, fragment) : named.get(`${place.base}#${fragment}`);
  }

  function adoptStandard(uri: string): Place | undefined {
    const document = standardDocument(uri);
    if (document === undefined) return undefined;
    index(document, uri, undefined);
    const place = { schema: document, base: baseOf(document, uri) };
    named.set(uri, place);
    return place;
  }

  function descend(from: Place, pointer: string): Place | undefined {
    let value: unknown = from.schema;
    let base = from.base;
    for (const key of pointerKeys(pointer)) {
      value = memberOf(value, key);
      if (isRecord(value)) base = bases.get(value) ?? base;
    }
    if (!isJsonSchema(value)) return undefined;
    // A schema below an unknown keyword is met here for the first time.
    index(value, base, undefined);
    return { schema: value, base: baseOf(value, base) };
  }

  return {
    root,
    pointerOf: (node) => pointers.get(node),
    placeOf: (node, outer) => ({ schema: node, base: baseOf(node, outer.base) }),
    resolve,
    dynamicAnchorsOf: (base) => dynamicAnchors.get(base) ?? noAnchors,
  };
}

/** True when `$ref` makes its neighbours void, as draft-07 has it; a schema that does not say so is read the stricter way. */
export function ignoresSiblings(schema: JsonSchemaObject, dialect: Dialect): boolean {
  return dialect.name === 'draft-07' && dialect.declared && typeof schema['$ref'] === 'string';
}

function resolveUri(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  return new URL(reference, base).href.replace(/#$/, '');
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
