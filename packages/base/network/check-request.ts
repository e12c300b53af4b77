import { GoondanError } from '@goondan/core/basics';

/** Made here: a caller who set one could split the request or lie about the host. */
const ownHeaders = new Set(
  (
    'host connection content-length transfer-encoding accept-encoding upgrade te trailer keep-alive expect ' +
    'proxy-authorization proxy-connection http2-settings'
  ).split(' '),
);
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const maxHeaderBytes = 16_384;

/** The method in upper case; throws for one that is not sent. */
export function checkMethod(method: string): string {
  const upper = method.toUpperCase();
  if (methods.has(upper)) return upper;
  throw invalid(
    `The method ${JSON.stringify(method.slice(0, 40))} is not sent.`,
    `Use one of ${[...methods].join(', ')}.`,
  );
}

/** The headers with their names in lower case; throws at the first that cannot be sent. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Map<string, string> {
  const checked = new Map<string, string>();
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name.slice(0, 60));
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      throw invalid(`${shown} is not the name of a header.`, 'Use letters, digits and hyphens.');
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower)) throw invalid(`The header ${shown} is made here.`, 'Leave it out.');
    // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalid(
        `The value of the header ${shown} holds a character that a header cannot.`,
        'Use one line of plain characters; percent-encode others.',
      );
    size += name.length + value.length;
    checked.set(lower, value);
  }
  if (size <= maxHeaderBytes) return checked;
  throw invalid(
    `The headers have ${size} bytes: at most ${maxHeaderBytes} are sent.`,
    'Send less in headers.',
  );
}

function invalid(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_NETWORK_INVALID_REQUEST', message, { suggestion });
}
