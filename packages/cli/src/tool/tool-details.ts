import {
  buildToolName,
  exampleOf,
  type JsonSchema,
  type ToolAnnotations,
  type ToolCatalogItem,
} from '@goondan/core';
import type { Place, Resource } from '@goondan/core/bundle';
import { exampleCall } from './example-call.ts';

/** A tool with all that is known of it. */
export interface ToolDetails extends ToolCatalogItem {
  /** Whether steps of the agent show it to the model by themselves. */
  readonly isInCatalog: boolean;
  readonly output?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly timeoutMs?: number;
  /** Where it is declared, as far as that is a file. */
  readonly declaredIn?: string;
  /** A command that calls it. */
  readonly example: string;
}

/** What a tool can be declared by, and where that lies. */
export interface DeclaredTools {
  readonly resources: readonly { readonly resource: Resource; readonly place?: Place }[];
  /** What stands before `file:line`. */
  readonly folder: string;
}

/** Puts together what the registry says of a tool and what its document says, in the first place that has one. */
export function toolDetails(
  item: ToolCatalogItem,
  { isInCatalog, declared }: { readonly isInCatalog: boolean; readonly declared: readonly DeclaredTools[] },
): ToolDetails {
  const { name, parameters } = item;
  const declaration = item.source?.type === 'config' ? declarationOf(item, declared) : undefined;
  const args = parameters === undefined ? {} : exampleOf(parameters);
  return { ...item, isInCatalog, ...declaration, example: exampleCall(name, args) };
}

function declarationOf({ name, source }: ToolCatalogItem, declared: readonly DeclaredTools[]) {
  for (const { resources, folder } of declared) {
    for (const { resource, place } of resources) {
      if (resource.kind !== 'Tool' || resource.metadata.name !== source?.name) continue;
      const spec = resource.spec.exports.find((one) => buildToolName(source.name, one.name) === name);
      if (spec === undefined) continue;
      const { output, annotations } = spec;
      const { timeoutMs } = resource.spec;
      return {
        ...(output === undefined ? {} : { output }),
        ...(annotations === undefined ? {} : { annotations }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        declaredIn: place === undefined ? folder : `${folder}/${place.file}:${place.line}`,
      };
    }
  }
  return undefined;
}
