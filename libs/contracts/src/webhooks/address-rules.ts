import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** A block of addresses: its first address and the length of its prefix. */
export type AddressRange = readonly [IPv4 | IPv6, number];

/** What the judgement of an address depends on, beside the address. */
export interface AddressRules {
  /** Blocks that are refused although they are global unicast: operator additions. */
  denied: readonly AddressRange[];
  /** Blocks that are admitted whatever they are. Only for test mode. */
  admitted: readonly AddressRange[];
  /** Whether 64:ff9b::/96 is judged by the IPv4 address inside it; refused otherwise. */
  unwrapsNat64: boolean;
}

/** Reads `10.0.0.0/8`, `::1` or `203.0.113.7`; undefined when the text is none of these. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [first = ''] = text.split('/', 1);
  if (!isReadable(first)) return undefined;
  if (text !== first) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Wire server of Azure: answers with credentials, on an address that every library calls public. */
const METADATA_RANGES = ranges('168.63.129.16');
const NAT64_RANGES = ranges('64:ff9b::/96');
/** All of IPv6 that is routed on the Internet. */
const GLOBAL_IPV6_RANGES = ranges('2000::/3');

/**
 * Judges one address that a webhook would be sent to (docs/explanation/where-webhooks-may-go.md): everything is refused that is not plain
 * global unicast. An IPv4 address inside `::ffff:0:0/96` is judged as itself.
 *
 * @returns undefined when it may be dialed, else why not: a word for metrics and operator logs, never for the account.
 */
export function addressRefusal(text: string, rules: AddressRules): string | undefined {
  if (!isReadable(text)) return 'unreadable';
  const address = unwrapped(ipaddr.parse(text), rules);
  if (isWithin(address, rules.admitted)) return undefined;
  if (isWithin(address, METADATA_RANGES) || isWithin(address, rules.denied)) return 'denied';
  if (isIpv6(address) && !isWithin(address, GLOBAL_IPV6_RANGES)) return 'not_global';
  if (isIpv6(address) && isIsatap(address)) return 'isatap';
  const kind = address.range();
  return kind === 'unicast' ? undefined : kind;
}

/** Whether the operator admits this address by name or block, whatever it is. */
export function isAdmittedAddress(text: string, rules: AddressRules): boolean {
  return isReadable(text) && isWithin(unwrapped(ipaddr.parse(text), rules), rules.admitted);
}

/** The address that packets really go to. A zone (`fe80::1%eth0`) is kept: link-local is refused either way. */
function unwrapped(address: IPv4 | IPv6, rules: AddressRules): IPv4 | IPv6 {
  if (!isIpv6(address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (!rules.unwrapsNat64 || !isWithin(address, NAT64_RANGES)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** Four decimal parts, or IPv6: the forms that a socket takes without looking a name up. */
function isReadable(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** A host of a site that tunnels IPv6 over its own IPv4 (RFC 5214), behind whatever global prefix: never a receiver. */
function isIsatap(address: IPv6): boolean {
  const [high = 0, low = 0] = address.parts.slice(4);
  return (high === 0 || high === 0x200) && low === 0x5efe;
}

function isWithin(address: IPv4 | IPv6, blocks: readonly AddressRange[]): boolean {
  return blocks.some(([first, bits]) => first.kind() === address.kind() && address.match([first, bits] as [IPv4, number] & [IPv6, number]));
}

function isIpv6(address: IPv4 | IPv6): address is IPv6 {
  return address.kind() === 'ipv6';
}

function ranges(text: string): readonly AddressRange[] {
  const range = readAddressRange(text);
  return range ? [range] : [];
}
