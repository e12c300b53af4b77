const shown = new Set(
  (
    'age allow cache-control content-disposition content-encoding content-language content-length content-location content-range ' +
    'content-type date deprecation etag expires last-modified link location retry-after server sunset vary warning ' +
    'www-authenticate x-request-id x-robots-tag x-total-count'
  ).split(' '),
);
const longest = 1000;

/** The headers of an answer that say something to a reader; cookies and security policies do not. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => shown.has(name) || /^(x-)?rate-?limit(-|$)/.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, longest)]));
}
