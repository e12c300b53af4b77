const maxCharacters = 4_000_000;
const maxWeight = 45_000;

/** The beginning of a page that can be worked on in bounded time and memory. */
export interface BoundedHtml {
  readonly html: string;
  /** About how many nodes it makes: two for a tag that opens, one for a tag that closes or an entity. */
  readonly weight: number;
  /** Whether something is missing. */
  readonly isCut: boolean;
}

const tag = '<'.charCodeAt(0);
const entity = '&'.charCodeAt(0);
const slash = '/'.charCodeAt(0);

/** Cuts a page where it gets too long or makes too many nodes. */
export function boundedHtml(html: string): BoundedHtml {
  const short = html.slice(0, maxCharacters);
  // A < that opens nothing is text for every browser, but a node of its own for the parser.
  const plain = short.replaceAll('\0', '').replaceAll(/<(?![a-z/!?])/gi, '&lt;');
  let weight = 0;
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain.charCodeAt(index);
    if (character === tag) weight += plain.charCodeAt(index + 1) === slash ? 1 : 2;
    else if (character === entity) weight += 1;
    if (weight > maxWeight) return { html: plain.slice(0, index), weight, isCut: true };
  }
  return { html: plain, weight, isCut: short.length < html.length };
}
