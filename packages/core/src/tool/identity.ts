/** How a Tool resource is named among resources (ID-1). */
export type ToolIdentity = `Tool/${string}`;

/** The identity of a Tool resource. */
export function toolIdentity(resourceName: string): ToolIdentity {
  return `Tool/${resourceName}`;
}
