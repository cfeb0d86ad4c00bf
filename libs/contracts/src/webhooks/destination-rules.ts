import { readAddressRange, type AddressRange, type AddressRules } from './address-rules';

/** What an operator may say about destinations, as it stands in the environment (.env.example). */
export interface DestinationSettings {
  /** Host names, addresses and blocks that test-mode endpoints may use although they are refused otherwise. */
  testTargetAllowlist: readonly string[];
  /** Ports that may be dialed. */
  ports: readonly number[];
  /** Domains of this installation: never a destination, nor anything below them. */
  ownDomains: readonly string[];
  /** Addresses and blocks refused beyond the built-in rule. */
  deniedAddresses: readonly string[];
  /** Whether addresses of 64:ff9b::/96 are judged by the IPv4 address inside them. */
  nat64Enabled: boolean;
}

/** The settings, read. Made once by `readDestinationRules`. */
export interface DestinationRules {
  ports: ReadonlySet<number>;
  ownDomains: readonly string[];
  /** Host names of the allow list. */
  admittedNames: ReadonlySet<string>;
  test: AddressRules;
  /** The allow list is not in it. */
  live: AddressRules;
}

/** HTTPS and its usual alternative (docs/explanation/where-webhooks-may-go.md). */
export const DESTINATION_PORTS: readonly number[] = [443, 8443];
/** Loopback, for one machine: the receiver that a newcomer runs beside Hundi. */
export const LOOPBACK_ALLOWLIST: readonly string[] = ['127.0.0.0/8', '::1', 'localhost'];

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/** Whether a text can stand in `testTargetAllowlist`: a host name, an address or a block. */
export function isAllowlistEntry(text: string): boolean {
  return readAddressRange(text) !== undefined || NAME.test(plainName(text));
}

/** Rules out of settings. @throws RangeError when an entry is neither address nor name; the configuration checks that before. */
export function readDestinationRules(settings: DestinationSettings): DestinationRules {
  const names = settings.testTargetAllowlist.filter((entry) => readAddressRange(entry) === undefined);
  const admitted = settings.testTargetAllowlist.map(readAddressRange).filter((range) => range !== undefined);
  const live = { denied: settings.deniedAddresses.map(rangeOf), admitted: [], unwrapsNat64: settings.nat64Enabled };
  return {
    ports: new Set(settings.ports),
    ownDomains: settings.ownDomains.map(nameOf),
    admittedNames: new Set(names.map(nameOf)),
    test: { ...live, admitted },
    live,
  };
}

/** Nothing admitted, nothing added: what holds where an operator says nothing. */
export const DEFAULT_DESTINATION_RULES: DestinationRules = readDestinationRules({
  testTargetAllowlist: [],
  ports: DESTINATION_PORTS,
  ownDomains: [],
  deniedAddresses: [],
  nat64Enabled: false,
});

function rangeOf(text: string): AddressRange {
  const range = readAddressRange(text);
  if (range === undefined) throw new RangeError('not an address or block of addresses');
  return range;
}

function nameOf(text: string): string {
  const name = plainName(text);
  if (!NAME.test(name)) throw new RangeError('not a host name');
  return name;
}

function plainName(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}
