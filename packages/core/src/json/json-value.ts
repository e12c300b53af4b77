/** What JSON can hold as a leaf. */
export type JsonPrimitive = string | number | boolean | null;
/** What JSON can hold. */
export type JsonValue = JsonPrimitive | JsonObject | JsonArray;
/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };
/** A JSON array. */
export type JsonArray = JsonValue[];

/** True for a JSON object, false for arrays and leaves. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return isRecord(value);
}

/** True for `{…}`, false for arrays, null and leaves. Says nothing about what is inside. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
