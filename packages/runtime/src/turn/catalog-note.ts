import { ToolCatalog, type CatalogRecord, type ToolCatalogItem, type ToolRegistry } from '@goondan/core';
import { z } from 'zod';

const sourceSchema = z.object({
  type: z.enum(['config', 'extension', 'mcp']),
  name: z.string(),
  mcp: z.object({ extensionName: z.string(), serverName: z.string().exactOptional() }).exactOptional(),
});

const itemSchema = z.object({
  name: z.string(),
  description: z.string().exactOptional(),
  parameters: z.record(z.string(), z.json()).exactOptional(),
  source: sourceSchema.exactOptional(),
});

/** A catalog as it is recorded: a tool by its name alone where it is shown as it was registered. */
export const catalogNoteSchema = z.array(
  z.object({
    name: z.string(),
    fingerprint: z.string().exactOptional(),
    /** Only of items that step middleware made or changed. */
    item: itemSchema.exactOptional(),
  }),
);

/** See `catalogNoteSchema`. */
export type CatalogNote = z.infer<typeof catalogNoteSchema>;

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
function plainItem(item: ToolCatalogItem): z.infer<typeof itemSchema> {
  const parsed = itemSchema.safeParse(item);
  return parsed.success ? parsed.data : { name: item.name };
}
