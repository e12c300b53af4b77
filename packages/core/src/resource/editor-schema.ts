import schema from './editor-schema.json' with { type: 'json' };

/** One draft-07 JSON Schema for `goondan.yaml` in an editor, made from the same source that validates; it judges one document at a time. */
export function editorSchema(): Record<string, unknown> {
  return structuredClone(schema);
}
