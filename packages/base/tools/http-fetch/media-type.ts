/** A Content-Type taken apart. */
export interface MediaType {
  /** In lower case, without parameters; empty where none is given. */
  readonly type: string;
  readonly charset: string | undefined;
}

/** Takes a Content-Type apart. */
export function mediaTypeOf(header: string | undefined): MediaType {
  const [type = '', ...parameters] = (header ?? '').slice(0, 1000).split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { type: type.trim().toLowerCase(), charset };
}

/** What a page or an XML document says of its own character set in its first bytes. */
export function declaredInside(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return (
    /^\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([^"']{1,40})["']/i.exec(head)?.[1] ??
    /<meta[^>]{0,400}\bcharset\s*=\s*["']?\s*([^"'\s;/>]{1,40})/i.exec(head)?.[1]
  );
}

/** True for a type that holds HTML. */
export function isHtmlType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** True for a type that holds JSON. */
export function isJsonType(type: string): boolean {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type);
}
