const binaryTypes =
  /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|wasm|x-tar|x-7z|vnd\.))/;
const textTypes =
  /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|csv|x-www-form-urlencoded|x-ndjson|graphql|toml)$/;
const sampleBytes = 4096;

/** Whether bytes are no text: by their type where that is sure, by a byte order mark, and else by what text never holds. */
export function isBinary(bytes: Uint8Array, type: string, charset: string | undefined): boolean {
  if (textTypes.test(type) ? false : binaryTypes.test(type)) return true;
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide || /^utf-?(?:16|32)/i.test(charset ?? '')) return false;
  let controls = 0;
  for (const byte of bytes.subarray(0, sampleBytes)) {
    if (byte === 0) return true;
    // Tab, line ends and escape occur in texts and terminals' output.
    if (byte < 32 && (byte < 8 || byte > 13) && byte !== 27) controls += 1;
  }
  return controls * 20 > Math.min(bytes.byteLength, sampleBytes);
}
