import type { FastifyRequest } from 'fastify';
import { FixedClock } from '#testing';
import type { KeyUses } from '../accounts/key-uses/key-uses';
import { ServedRoutes } from '../http/served-routes';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter';
import { RateShares } from '../limits/rate-shares';
import { RequestLimits, type Rates } from '../limits/request-limits';
import { activeGrant } from '../../test/active-grant';
import type { ApiKeyGrant } from '../accounts/secrets/key-grants.table';
import type { PeopleGuard } from '../people/http/people-guard';
import type { SessionCallers } from '../people/http/session-callers';
import type { PublishableAccess } from '../publishable/publishable-access';
import { formatApiKey } from './api-key-format';
import { ApiKeyGuard } from './api-key.guard';
import { AccountChanges, KEY_TTL_MS } from './account-changes';
import { Authenticator } from './authenticator';
import type { Callers } from './callers';
import { Pepper } from './pepper';
import { readKey } from './read-key';

const KEYS_ALONE = { isMeant: () => false } as unknown as SessionCallers;
const PEPPER = new Pepper('a pepper of the tests');
const PARTS = { kind: 'secret', livemode: false, keyId: 'key_0TgWzRaB0000000000000000', secret: 'a'.repeat(30) } as const;

function grantOf(): ApiKeyGrant {
  const digest = PEPPER.digest(PARTS.secret, 1);
  if (digest === undefined) throw new Error('no pepper');
  return activeGrant({ id: PARTS.keyId, digest });
}

describe('a connection that lasts', () => {
  let grant: ApiKeyGrant;
  const clock = new FixedClock();
  const limits = new RequestLimits(
    false,
    {} as Rates,
    new ConcurrencyLimiter(1),
    new RateShares('alone', null, { warn: () => undefined }),
    clock,
  );
  const authenticator = new Authenticator(
    { find: async () => grant, renewDigest: async () => undefined },
    PEPPER,
    clock,
    limits,
    new AccountChanges(clock),
  );
  const uses = { saw: () => undefined } as unknown as KeyUses;
  const callers = { identify: (request: FastifyRequest) => authenticator.authenticate(readKey(request), request.ip) } as unknown as Callers;
  const guard = new ApiKeyGuard(callers, limits, new ServedRoutes(), uses, {} as PublishableAccess, {} as PeopleGuard, KEYS_ALONE);
  const routeOptions = { config: { access: { kind: 'scope', scope: 'events:read' } } };
  const from = (ip: string) =>
    ({
      ip,
      headers: { authorization: `bearer ${formatApiKey({ ...PARTS, kind: grant.kind })}` },
      routeOptions,
      caller: null,
    }) as unknown as FastifyRequest;
  /** Long enough for every process to know. */
  const change = (changed: Partial<ApiKeyGrant>): void => {
    grant = { ...grantOf(), ...changed };
    clock.advanceMs(KEY_TTL_MS);
  };

  it('may be used while its key holds', async () => {
    change({});
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(true);
  });

  it('may not be used any more once the key is revoked', async () => {
    change({ status: 'revoked' });
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(false);
  });

  it('may not be used any more once the account is suspended', async () => {
    change({ isSuspended: true });
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(false);
  });

  it('may not be used any more once the key is bound to other addresses', async () => {
    change({ allowedAddresses: ['203.0.113.0/24'] });
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(false);
    expect(await guard.mayContinue(from('203.0.113.9'))).toBe(true);
  });

  it('may not be used any more once the key has lost the scope of the route', async () => {
    change({ kind: 'restricted', scopes: ['events:read'] });
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(true);
    change({ kind: 'restricted', scopes: ['payments:read'] });
    expect(await guard.mayContinue(from('192.0.2.7'))).toBe(false);
  });
});
