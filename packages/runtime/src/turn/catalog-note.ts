import { ToolCatalog, type CatalogRecord, type ToolCatalogItem, type ToolRegistry } from '@goondan/core';
import * as shape from '../shape/shape.ts';

const sourceSchema = shape.object({
  type: shape.oneOf('config', 'extension', 'mcp'),
  name: shape.string(),
  mcp: shape
    .object({ extensionName: shape.string(), serverName: shape.string().exactOptional() })
    .exactOptional(),
});

const itemSchema = shape.object({
  name: shape.string(),
  description: shape.string().exactOptional(),
  parameters: shape.record(shape.json()).exactOptional(),
  source: sourceSchema.exactOptional(),
});

/** A catalog as it is recorded: a tool by its name alone where it is shown as it was registered. */
export const catalogNoteSchema = shape.array(
  shape.object({
    name: shape.string(),
    fingerprint: shape.string().exactOptional(),
    /** Only of items that step middleware made or changed. */
    item: itemSchema.exactOptional(),
  }),
);

/** See `catalogNoteSchema`. */
export type CatalogNote = shape.Infer<typeof catalogNoteSchema>;

/** What to record of a catalog. */
export function noteCatalog(catalog: ToolCatalog): CatalogNote {
  return catalog.record().map(({ item, fingerprint }) => {
    const isOwn = catalog.entry(item.name)?.registration?.item === item;
    return {
      name: item.name,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(isOwn ? {} : { item: plainItem(item) }),
    };
  });
}

/** True for notes of one and the same catalog; items that middleware made are not looked into. */
export function isSameNote(left: CatalogNote, right: CatalogNote): boolean {
  return (
    left.length === right.length &&
    left.every(({ name, fingerprint, item }, index) => {
      const other = right[index];
      return (
        item === undefined &&
        other?.item === undefined &&
        other?.name === name &&
        other.fingerprint === fingerprint
      );
    })
  );
}

/** The catalog that was recorded, bound anew by name (CAT-6). */
export function restoreCatalog(note: CatalogNote, registry: ToolRegistry): ToolCatalog {
  const record: CatalogRecord = note.map(({ name, fingerprint, item }) => ({
    item: item ?? registry.get(name)?.item ?? { name },
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }));
  return ToolCatalog.restore(record, registry);
}

/** Read by the schema that will read it again: middleware may have put anything into an item. */
function plainItem(item: ToolCatalogItem): shape.Infer<typeof itemSchema> {
  const parsed = itemSchema.safeParse(item);
  return parsed.success ? parsed.data : { name: item.name };
}
