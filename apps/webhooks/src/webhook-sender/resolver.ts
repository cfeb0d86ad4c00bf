import { Resolver, lookup } from 'node:dns/promises';

/** Turns names into addresses. Rejects with the errors of `node:dns`. */
export interface NameResolver {
  /** Every address of a public name, both families; at least one. The name is taken as it is: no search domain is appended. */
  resolvePublic(hostname: string): Promise<string[]>;
  /** The same for a name that the operator admits: the hosts file and the search domains of the machine count. */
  resolveAdmitted(hostname: string): Promise<string[]>;
}

/** Of one query. A name server is asked twice, the second time with twice the patience. */
const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers over sockets of this process. `dns.lookup` would take one of four threads for as long as a name
 * server is silent, and a dead one would stop every attempt; it would also append search domains (`kubernetes` would become
 * `kubernetes.default.svc…`).
 *
 * @param servers name servers to ask, `address` or `address:port`; default: those of the machine.
 */
export function createNameResolver(servers?: readonly string[]): NameResolver {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    resolvePublic: async (hostname) => {
      const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
      if (addresses.length > 0) return addresses;
      throw describeError(families);
    },
    resolveAdmitted: async (hostname) => (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  };
}

/** "No such name" says more than "no address of that family", and a failure of the server says more than either. */
function describeError(families: readonly PromiseSettledResult<string[]>[]): Error {
  const errors = families.flatMap((family) => (family.status === 'rejected' ? [family.reason as NodeJS.ErrnoException] : []));
  const failure = errors.find(({ code }) => code !== 'ENOTFOUND' && code !== 'ENODATA');
  return failure ?? errors[0] ?? Object.assign(new Error('no address'), { code: 'ENODATA' });
}
