import { ajvForm } from './ajv-form.ts';
import type { Dialect } from './dialect.ts';
import { listOf, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';
import {
  definitionKeywords,
  holdsSubschemas,
  inPlaceKeywords,
  mapSubschemas,
  modernKeywords,
  validationKeywords,
} from './keywords.ts';
import { cut, visible } from './preview.ts';
import { ignoresSiblings, type Place, type Resources } from './resources.ts';
import { endlessReferences } from './endless-references.ts';
import type { SchemaProblem } from './schema-problem.ts';

/** One self-contained schema, or why there is none. */
export interface Linked {
  readonly schema: JsonSchema;
  readonly problems: readonly SchemaProblem[];
  /** Schemas outside the tree of the root that it refers to, each with the path of the first reference to it. */
  readonly foreign: readonly { readonly schema: JsonSchema; readonly path: string }[];
}

/** Dynamic scopes can multiply: far more than any author needs. */
const mostDefinitions = 10_000;

/** For each dynamic anchor, the outermost place that set it on the way here. */
type Scope = ReadonlyMap<string, Place>;

interface Definition {
  readonly name: string;
  readonly place: Place;
  readonly scope: Scope;
}

/**
 * Writes a schema and all it refers to as one schema whose only references are `#/$defs/<n>`: identifiers, anchors,
 * dynamic scopes and keywords that assert nothing are gone, so that Ajv has no names to resolve, cache or mistake.
 */
export function linkSchema(resources: Resources, dialect: Dialect): Linked {
  const definitions = new Map<JsonSchema, Definition[]>();
  const pending: Definition[] = [];
  const problems: SchemaProblem[] = [];
  const foreign: { schema: JsonSchema; path: string }[] = [];
  /** Which definition applies which others to the same value. */
  const inPlace = new Map<Definition, Set<Definition>>();
  const referred = new Set<Definition>();
  let count = 0;

  function define(place: Place, outer: Scope): Definition {
    const scope = enter(outer, place.base);
    const known = definitions.get(place.schema) ?? [];
    const same = known.find((definition) => sameScope(definition.scope, scope));
    if (same !== undefined) return same;
    const definition = { name: String(count), place, scope };
    count += 1;
    definitions.set(place.schema, [...known, definition]);
    if (count <= mostDefinitions) pending.push(definition);
    return definition;
  }

  function enter(scope: Scope, base: string): Scope {
    const anchors = resources.dynamicAnchorsOf(base);
    return anchors.size === 0 ? scope : new Map([...anchors, ...scope]);
  }

  function emit(place: Place, scope: Scope, owner: Definition, isInPlace: boolean): JsonSchema {
    const { schema } = place;
    if (typeof schema === 'boolean') return schema;
    const reference = (target: Place): { $ref: string } => {
      const definition = define(target, scope);
      referred.add(definition);
      if (isInPlace) inPlace.set(owner, (inPlace.get(owner) ?? new Set()).add(definition));
      return { $ref: `#/$defs/${definition.name}` };
    };
    const targets = ['$ref', '$dynamicRef'].flatMap((keyword) => {
      const target = follow(schema, keyword, place, scope);
      return target === undefined ? [] : [reference(target)];
    });
    if (ignoresSiblings(schema, dialect)) return targets[0] ?? true;
    const copy: Record<string, unknown> = {};
    for (const keyword of Object.keys(schema)) {
      if (!asserts(keyword)) continue;
      copy[keyword] = mapSubschemas(keyword, schema[keyword], (inner) => {
        const innerPlace = resources.placeOf(inner, place);
        const innerScope = innerPlace.base === place.base ? scope : enter(scope, innerPlace.base);
        return emit(innerPlace, innerScope, owner, isInPlace && inPlaceKeywords.has(keyword));
      });
    }
    const formed = ajvForm(copy);
    const [first, ...others] = targets;
    if (first === undefined) return formed;
    return {
      ...formed,
      ...first,
      ...(others.length > 0 ? { allOf: [...listOf(formed['allOf']), ...others] } : {}),
    };
  }

  function follow(schema: JsonSchemaObject, keyword: string, place: Place, scope: Scope): Place | undefined {
    const reference = schema[keyword];
    if (typeof reference !== 'string' || !reads(keyword)) return undefined;
    const target = resources.resolve(reference, place.base);
    const path = problemPath(schema, keyword);
    if (target === undefined) {
      problems.push({ path, message: `names ${quote(reference)}, which cannot be found` });
      return undefined;
    }
    if (resources.pointerOf(target.schema) === undefined) foreign.push({ schema: target.schema, path });
    const anchor = reference.split('#')[1];
    const isDynamic =
      keyword === '$dynamicRef' &&
      typeof target.schema === 'object' &&
      target.schema['$dynamicAnchor'] === anchor;
    return (isDynamic && anchor !== undefined ? scope.get(anchor) : undefined) ?? target;
  }

  function problemPath(schema: JsonSchemaObject, keyword: string): string {
    const pointer = resources.pointerOf(schema);
    return pointer === undefined ? '' : `${pointer}/${keyword}`;
  }

  function reads(keyword: string): boolean {
    return dialect.name === '2020-12' ? keyword !== 'additionalItems' : !modernKeywords.has(keyword);
  }

  function asserts(keyword: string): boolean {
    if (!reads(keyword) || definitionKeywords.has(keyword)) return false;
    return holdsSubschemas(keyword) || (dialect.validates && validationKeywords.has(keyword));
  }

  const root = define(resources.root, new Map());
  const written: Record<string, JsonSchema> = {};
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    written[next.name] = emit(next.place, next.scope, next, true);
  }
  if (count > mostDefinitions)
    problems.push({ path: '', message: `needs more than ${mostDefinitions} definitions` });
  for (const { place } of endlessReferences(inPlace)) {
    problems.push({ path: resources.pointerOf(place.schema) ?? '', message: 'refers to itself without end' });
  }
  const { [root.name]: rootSchema = true, ...others } = written;
  if (referred.has(root))
    return { schema: { $ref: `#/$defs/${root.name}`, $defs: written }, problems, foreign };
  return {
    schema: typeof rootSchema === 'boolean' ? rootSchema : { ...rootSchema, $defs: others },
    problems,
    foreign,
  };
}

function sameScope(left: Scope, right: Scope): boolean {
  if (left === right) return true;
  return (
    left.size === right.size &&
    [...left].every(([anchor, place]) => right.get(anchor)?.schema === place.schema)
  );
}

function quote(text: string): string {
  return visible(JSON.stringify(cut(text, 120)));
}
