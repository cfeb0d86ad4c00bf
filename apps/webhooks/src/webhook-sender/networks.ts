import ipaddr from 'ipaddr.js';

/** Requests to one network under way at once, over all accounts (docs/reference/webhooks.md, Limits). */
const IN_FLIGHT_PER_NETWORK_MAX = 64;
const IPV4_NETWORK_BYTES = 3;
const IPV6_NETWORK_BYTES = 6;

/**
 * Counts requests by network, so that Hundi cannot be used for an attack: many accounts with endpoints at one victim get no more
 * through than one would.
 */
export class Networks {
  private readonly inFlight = new Map<string, number>();

  /** @param max requests to one network at once. */
  constructor(private readonly max: number = IN_FLIGHT_PER_NETWORK_MAX) {}

  /** @returns whether there was room; then `leave` must follow. */
  enter(network: string): boolean {
    const count = this.inFlight.get(network) ?? 0;
    if (count >= this.max) return false;
    this.inFlight.set(network, count + 1);
    return true;
  }

  leave(network: string): void {
    const count = this.inFlight.get(network) ?? 0;
    if (count > 1) this.inFlight.set(network, count - 1);
    else this.inFlight.delete(network);
  }
}

/** The /24 of an IPv4 address, also of a mapped one; the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, parsed.kind() === 'ipv4' ? IPV4_NETWORK_BYTES : IPV6_NETWORK_BYTES);
  return bytes.join('.');
}
