import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { addressRefusal, readAddressRange, type AddressRules } from './address-rules';

const RULES: AddressRules = { denied: [], admitted: [], unwrapsNat64: false };

/** The edges of every range that is refused (docs/explanation/where-webhooks-may-go.md). */
const REFUSED = `0.0.0.0, 0.1.2.3, 10.0.0.1, 100.64.0.1, 100.100.100.200, 127.0.0.1, 127.1.2.3, 169.254.169.254, 169.254.170.2,
172.16.0.1, 172.31.255.255, 192.0.0.192, 192.0.2.1, 192.88.99.1, 192.168.1.1, 198.18.0.1, 198.51.100.1, 203.0.113.1, 224.0.0.1,
239.255.255.250, 240.0.0.1, 255.255.255.255, 168.63.129.16, ::, ::1, ::7f00:1, ::ffff:127.0.0.1, ::ffff:7f00:1, ::ffff:a9fe:a9fe,
::ffff:0:7f00:1, ::5efe:7f00:1, 64:ff9b::7f00:1, 64:ff9b:1::1, 100::1, 1::1, 2001::1, 2001:db8::1, 2002:7f00:1::, 3fff::1, 5f00::1,
fc00::1, fd00:ec2::254, fe80::1, fe80::1%eth0, febf::1, fec0::1, ff02::1, ff0e::1`.split(/,\s+/);
const ALLOWED = `1.1.1.1, 8.8.8.8, 93.184.216.34, 172.15.255.255, 172.32.0.1, 100.63.255.255, 100.128.0.1, 169.253.255.255, 169.255.0.1,
192.88.98.255, 192.88.100.1, 198.17.255.255, 198.20.0.1, 223.255.255.255, 2606:4700:4700::1111, 2001:4860:4860::8888,
::ffff:8.8.8.8`.split(/,\s+/);

const isRefused = (address: string, rules = RULES): boolean => addressRefusal(address, rules) !== undefined;
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const dotted = (bytes: readonly number[]): string => bytes.join('.');
const groups = (bytes: readonly number[]): string => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const privateIpv4 = fc.oneof(
  fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
);

describe('the judgement of an address', () => {
  it('knows the 48 addresses and the 17 of the specification', () => {
    expect([REFUSED.length, ALLOWED.length]).toEqual([48, 17]);
  });

  it.each(REFUSED)('refuses %s', (address) => {
    expect(isRefused(address)).toBe(true);
  });

  it.each(ALLOWED)('allows %s', (address) => {
    expect(addressRefusal(address, RULES)).toBeUndefined();
  });

  it.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '::1::', 'example.com'])('refuses %j, which is no address', (text) => {
    expect(isRefused(text)).toBe(true);
  });

  it('gives an IPv4 address and its IPv4-mapped form the same verdict', () => {
    fc.assert(
      fc.property(ipv4, (bytes) => {
        expect(isRefused(`::ffff:${groups(bytes)}`)).toBe(isRefused(dotted(bytes)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a private IPv4 address in every embedding', () => {
    fc.assert(
      fc.property(privateIpv4, (bytes) => {
        const tail = groups(bytes);
        const forms = [
          dotted(bytes),
          `::ffff:${tail}`,
          `::${tail}`,
          `::ffff:0:${tail}`,
          `fe80::5efe:${tail}`,
          `2607:f8b0:4000:1::5efe:${tail}`,
          `2607:f8b0:4000:1:200:5efe:${tail}`,
          `64:ff9b::${tail}`,
          `2002:${tail}::`,
        ];
        for (const form of forms) expect([form, isRefused(form)]).toEqual([form, true]);
        for (const form of forms) expect(isRefused(form, { ...RULES, unwrapsNat64: true })).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('allows no IPv6 address outside of 2000::/3 but the mapped ones', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const isMapped = (address: ipaddr.IPv6): boolean => address.isIPv4MappedAddress();
    fc.assert(
      fc.property(bytes, (sixteen) => {
        const address = new ipaddr.IPv6([...sixteen]);
        fc.pre((sixteen[0] ?? 0) >> 5 !== 1 && !isMapped(address));
        expect(isRefused(address.toString())).toBe(true);
      }),
    );
  });

  it('judges NAT64 by the address inside only when the operator says so', () => {
    const rules = { ...RULES, unwrapsNat64: true };
    expect(isRefused('64:ff9b::808:808')).toBe(true);
    expect(isRefused('64:ff9b::808:808', rules)).toBe(false);
    expect(isRefused('64:ff9b::a00:1', rules)).toBe(true);
  });

  it('refuses what the operator adds, in its mapped form too', () => {
    const rules = { ...RULES, denied: [readAddressRange('93.184.216.0/24')!] };
    expect(isRefused('93.184.216.34', rules)).toBe(true);
    expect(isRefused('::ffff:93.184.216.34', rules)).toBe(true);
    expect(isRefused('93.184.217.1', rules)).toBe(false);
  });

  it('admits what the operator admits, and nothing beside it', () => {
    const rules = { ...RULES, admitted: [readAddressRange('127.0.0.0/8')!, readAddressRange('::1')!] };
    expect(['127.0.0.1', '::1', '::ffff:127.9.9.9'].map((address) => isRefused(address, rules))).toEqual([false, false, false]);
    expect(['::2', '10.0.0.1', '169.254.169.254'].map((address) => isRefused(address, rules))).toEqual([true, true, true]);
  });

  it.each(['10.0.0.0/8', '::1', 'fd00::/8', '203.0.113.7'])('reads the block %s', (text) => {
    expect(readAddressRange(text)).toBeDefined();
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'localhost', '', '0x7f.1', '1.2.3.4/'])('does not read %j as a block', (text) => {
    expect(readAddressRange(text)).toBeUndefined();
  });
});
