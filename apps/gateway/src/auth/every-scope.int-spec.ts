import { shardOfAccount, type ApiKeyKind } from '#contracts';
import { documentedOperations, requestOf, scopeOf, startGatewayOfOperations } from '../../test/every-operation';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import { longAgo } from '../../test/new-account';
import { createApiKey, revokeApiKey } from '../accounts/operator-accounts';
import { SCOPES, type Scope } from './scopes';

/** What a page may call (docs/reference/security.md, API keys): the first two with a publishable key alone, the others with a client secret. */
const FOR_PAGES = {
  'GET /v1/payment_methods': 200,
  'POST /v1/payment_methods/validate_vpa': 400,
  'GET /v1/payments/{id}': 404,
  'POST /v1/payments/{id}/confirm': 404,
  'POST /v1/payments/{id}/submit_otp': 404,
};

/**
 * docs/reference/security.md, API5: every scope, every kind of key, and none, at every operation that the document lists, so that a new
 * one is never forgotten. Another account and the other mode are asked in foreign-ids.e2e-spec.ts.
 */
describe('(53) every operation that needs a key', () => {
  let gateway: GatewayUnderTest;
  let operations: string[];
  /** What each says in the document of who may call it. */
  let documented: Map<string, object[]>;
  beforeAll(async () => {
    gateway = await startGatewayOfOperations();
    documented = documentedOperations(gateway);
    operations = [...documented.keys()];
  });
  afterAll(() => gateway.stop());

  const made: string[] = [];
  const keyWith = async (kind: ApiKeyKind, more: { scopes?: readonly Scope[]; livemode?: boolean } = {}): Promise<string> => {
    const { id, key } = await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind, livemode: false, ...more });
    made.push(id);
    return key;
  };
  // An account has fifty of them at most.
  afterEach(async () => {
    for (const id of made.splice(0)) await revokeApiKey(gateway.keyStore, id);
  });
  const ask = async (operation: string, key?: string): Promise<[number, string | undefined, string | null | undefined]> => {
    const { method, path, body } = requestOf(operation);
    const answer = await gateway.client.send(method, path, { key, body });
    return [answer.status, answer.error?.code, answer.error?.hint];
  };
  /** The operations whose answer is not what it must be, with that answer. */
  const oddOnes = async (key: string | undefined, isRight: (answer: Awaited<ReturnType<typeof ask>>, operation: string) => boolean) => {
    const odd: string[] = [];
    for (const operation of operations) {
      const answer = await ask(operation, key);
      if (!isRight(answer, operation)) odd.push(`${operation}: ${answer.join(' ')}`);
    }
    return odd;
  };

  it('says its scope in the document, for both ways of sending a key', () => {
    for (const [operation, security] of documented) {
      const scopes = scopeOf(operation) === null ? [] : [scopeOf(operation)];
      expect([operation, security]).toEqual([operation, [{ bearer: scopes }, { basic: scopes }]]);
    }
  });

  it('is closed without a key', async () => {
    expect(operations.length).toBeGreaterThan(60);
    expect(await oddOnes(undefined, ([status, code]) => status === 401 && code === 'api_key_missing')).toEqual([]);
  });

  it('(31) is closed to a publishable key, but for five', async () => {
    const isRight = ([status, code]: Awaited<ReturnType<typeof ask>>, operation: string): boolean =>
      operation in FOR_PAGES ? status === FOR_PAGES[operation as keyof typeof FOR_PAGES] : status === 403 && code === 'key_restricted';
    expect(await oddOnes(await keyWith('publishable'), isRight)).toEqual([]);
    expect(operations).toEqual(expect.arrayContaining(Object.keys(FOR_PAGES)));
  });

  it('is open to a restricted key that has its scope alone', async () => {
    for (const scope of SCOPES) {
      const mine = (operation: string): boolean => scopeOf(operation) === scope || scopeOf(operation) === null;
      const reads = (operation: string): boolean => scopeOf(operation)?.replace(':read', ':write') === scope;
      const isRight = ([status, code, hint]: Awaited<ReturnType<typeof ask>>, operation: string): boolean => {
        if (mine(operation) || reads(operation)) return status !== 401 && status !== 403;
        return status === 403 && code === 'scope_insufficient' && String(hint).includes(String(scopeOf(operation)));
      };
      expect(await oddOnes(await keyWith('restricted', { scopes: [scope] }), isRight)).toEqual([]);
    }
  });

  it('is closed to a restricted key that has every scope but its own', async () => {
    for (const needed of SCOPES) {
      const scopes = SCOPES.filter((scope) => scope !== needed && scope !== needed.replace(':read', ':write'));
      const key = await keyWith('restricted', { scopes });
      for (const operation of operations.filter((one) => scopeOf(one) === needed)) {
        expect([operation, ...(await ask(operation, key)).slice(0, 2)]).toEqual([operation, 403, 'scope_insufficient']);
      }
    }
  });

  it('is closed to a key that has ended', async () => {
    const expiresAtMs = gateway.keyStore.clock.nowMs() - 1;
    const wanted = { accountId: gateway.accountId, kind: 'secret', livemode: false, expiresAtMs } as const;
    const { key } = await createApiKey(longAgo(gateway.keyStore), wanted);
    expect(await oddOnes(key, ([status, code]) => status === 401 && code === 'api_key_revoked')).toEqual([]);
  });

  it('that plays the outside of the sandbox is closed to live keys', async () => {
    const live = await keyWith('secret', { livemode: true });
    const isRight = ([status, code]: Awaited<ReturnType<typeof ask>>, operation: string): boolean =>
      operation.includes('/test_helpers/') ? status === 403 && code === 'key_restricted' : status !== 401 && status !== 403;
    expect(await oddOnes(live, isRight)).toEqual([]);
  });

  it.each([
    ['/v1/payments/{id}?expand[]=customer', 'payments:read', 'customers:read'],
    ['/v1/payments/{id}?expand[]=customer&expand[]=refunds', 'payments:read customers:read', 'refunds:read'],
    ['/v1/payments?expand[]=data.refunds', 'payments:read', 'refunds:read'],
    ['/v1/payments/search?query=x&expand[]=data.customer', 'payments:read', 'customers:read'],
    ['/v1/payments/{id}/refunds?expand[]=data.payment', 'refunds:read', 'payments:read'],
    ['/v1/refunds/{id}?expand[]=payment', 'refunds:read', 'payments:read'],
    ['/v1/refunds?expand[]=data.customer', 'refunds:read', 'customers:read'],
    ['/v1/payments/{id}?expand[]=customer.default_payment_method', 'payments:read', 'customers:read'],
    ['/v1/payments/{id}?expand[]=refunds.customer', 'payments:read refunds:read', 'customers:read'],
    ['/v1/refunds/{id}?expand[]=payment.customer', 'refunds:read payments:read', 'customers:read'],
    ['/v1/refunds?expand[]=data.payment.customer', 'refunds:read customers:read', 'payments:read'],
  ])('GET %s does not show to %s what needs %s', async (path, scopes, needed) => {
    const shard = String(shardOfAccount(gateway.accountId)).padStart(2, '0');
    const url = path.replace('{id}', `${path.startsWith('/v1/refunds') ? 'rfnd' : 'pay'}_0VbanWjR${shard}xBimn7M2VGDl3W`);
    const granted = scopes.split(' ') as Scope[];
    const refused = await gateway.client.get(url, { key: await keyWith('restricted', { scopes: granted }) });
    expect([refused.status, refused.error?.code, refused.error?.hint]).toEqual([
      403,
      'scope_insufficient',
      expect.stringContaining(needed),
    ]);
    const allowed = await gateway.client.get(url, { key: await keyWith('restricted', { scopes: [...granted, needed as Scope] }) });
    expect(allowed.status).not.toBe(403);
  });
});
