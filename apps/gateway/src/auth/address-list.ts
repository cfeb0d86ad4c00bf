import { BlockList, isIP } from 'node:net';

/** Entries of one key's list, at most. */
export const ADDRESSES_MAX = 100;

/** An entry of a list; `bits` is the length of its prefix. */
interface AddressRange {
  family: 'ipv4' | 'ipv6';
  address: string;
  bits: number;
  addresses: BlockList;
}

/** An entry that is neither an address nor a range. The message is fit to be shown. */
export class AddressListError extends Error {
  override readonly name = 'AddressListError';
}

/** The addresses a key may be used from (docs/reference/security.md, API keys): single ones and CIDR ranges, IPv4 and IPv6. */
export class AddressList {
  private readonly allowed = new BlockList();
  private readonly ranges: AddressRange[];

  /** @throws AddressListError naming the entry. */
  constructor(readonly entries: readonly string[]) {
    if (entries.length > ADDRESSES_MAX) throw new AddressListError(`A key may have at most ${ADDRESSES_MAX} addresses.`);
    this.ranges = entries.map((entry) => this.add(entry));
  }

  /** @param address as the socket or a trusted proxy gave it; an IPv4 address may be written as IPv6. */
  includes(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.allowed.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** Whether each of these addresses and ranges lies in one range of the list. */
  covers(entries: readonly string[]): boolean {
    return new AddressList(entries).ranges.every(({ family, bits, address }) =>
      this.ranges.some((range) => range.family === family && range.bits <= bits && range.addresses.check(address, family)),
    );
  }

  private add(entry: string): AddressRange {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    const bits = family === 6 ? 128 : 32;
    if (family === 0 || rest.length > 0 || (prefix !== undefined && !isPrefix(prefix, bits))) {
      throw new AddressListError(`"${entry.slice(0, 60)}" is no address and no range like 203.0.113.0/24 or 2001:db8::/32.`);
    }
    const range = { family: family === 6 ? 'ipv6' : 'ipv4', address, bits: prefix === undefined ? bits : Number(prefix) } as const;
    const addresses = new BlockList();
    for (const list of [this.allowed, addresses]) list.addSubnet(address, range.bits, range.family);
    return { ...range, addresses };
  }
}

/** A range of everything is most likely a mistake: a key without a list may be used from anywhere. */
function isPrefix(text: string, bits: number): boolean {
  return /^[0-9]{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= bits;
}
