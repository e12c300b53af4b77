/** A decoder by any label of the standard: there are more than the types name. Throws a RangeError for an unknown one. */
export function textDecoder(label: string): TextDecoder {
  const decoder: unknown = Reflect.construct(TextDecoder, [label]);
  if (decoder instanceof TextDecoder) return decoder;
  throw new TypeError('TextDecoder is not what this was written for.');
}
