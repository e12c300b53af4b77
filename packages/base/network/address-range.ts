import ipaddr from 'ipaddr.js';

/** What kind of address one is: `public`, or why it is not, in words. */
export type AddressRange =
  | 'public'
  | 'a loopback address'
  | 'a private address'
  | 'a link-local address'
  | 'a metadata address'
  | 'a reserved address';

/** Services of clouds about the machine itself that answer at an address like any other. */
const metadataAddresses = new Set(['168.63.129.16', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254']);

/** Only this block of IPv6 is handed out for use on the Internet. */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/** The one spelling of an address, or undefined for what is none. */
export function canonicalAddress(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.IPv6.parse(text).toRFC5952String();
}

/** The kind of an address in its one spelling; what is no address, or carries another inside, is not public. */
export function rangeOf(address: string): AddressRange {
  if (metadataAddresses.has(address)) return 'a metadata address';
  const parsed = ipaddr.isValid(address) ? ipaddr.parse(address) : undefined;
  if (parsed === undefined) return 'a reserved address';
  switch (parsed.range()) {
    case 'unicast':
      return parsed.kind() === 'ipv4' || parsed.match(globalUnicast, 3) ? 'public' : 'a reserved address';
    case 'loopback':
    case 'unspecified':
      return 'a loopback address';
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return 'a private address';
    case 'linkLocal':
      return 'a link-local address';
    default:
      return 'a reserved address';
  }
}
