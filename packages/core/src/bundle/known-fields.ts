import { z } from 'zod';
import type { Path } from './finding.ts';

/** The fields a schema knows at `path`, over all forms the value there may take. */
export function knownFields(schema: z.core.$ZodType, path: Path): string[] {
  let current = forms(schema);
  for (const segment of path) current = current.flatMap((form) => member(form, segment)).flatMap(forms);
  return [
    ...new Set(current.flatMap((form) => (form instanceof z.ZodObject ? Object.keys(form.shape) : []))),
  ];
}

function forms(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional) return forms(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(forms);
  return [schema];
}

function member(schema: z.core.$ZodType, segment: string | number): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const field = shape[segment];
  return field === undefined ? [] : [field];
}
