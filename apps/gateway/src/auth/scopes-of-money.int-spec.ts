import { newId, shardOfAccount, type IdKind } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { createAccount, createApiKey } from '../accounts/operator-accounts';
import type { Scope } from './scopes';

describe('a request that moves money which another scope guards', () => {
  let gateway: GatewayUnderTest;
  let accountId: string;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    accountId = (await createAccount(gateway.keyStore, { name: 'Acme' })).id;
  });
  afterAll(() => gateway.stop());

  const idOf = (kind: IdKind): string => {
    const clock = new SystemClock();
    return newId(kind, shardOfAccount(accountId), clock.nowMs(), new SystemRandom(clock));
  };
  const answerTo = async (
    scopes: Scope[],
    path: string,
    body: object,
  ): Promise<[number, { code?: string; param?: string } | undefined]> => {
    const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'restricted', livemode: false, scopes });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { error?: { code: string; param: string } } | null)?.error];
  };

  it.each<{ scope: Scope; more: Scope; kind: IdKind; path: string; body: object }>([
    { scope: 'subscriptions:write', more: 'refunds:write', kind: 'subscription', path: 'cancel', body: { refund: 'prorated' } },
    { scope: 'invoices:write', more: 'refunds:write', kind: 'invoice', path: 'credit_notes', body: { refund: 'payment', amount: 100 } },
    { scope: 'invoices:write', more: 'mandates:write', kind: 'invoice', path: 'pay', body: { mandate_id: `mandate_${'0'.repeat(24)}` } },
  ])('403: $path with $scope needs $more as well', async ({ scope, more, kind, path, body }) => {
    const route = `/v1/${kind}s/${idOf(kind)}/${path}`;
    const [param] = Object.keys(body);
    expect(await answerTo([scope], route, body)).toEqual([403, expect.objectContaining({ code: 'scope_insufficient', param })]);
    expect((await answerTo([scope, more], route, body))[1]?.code).not.toBe('scope_insufficient');
  });
});
