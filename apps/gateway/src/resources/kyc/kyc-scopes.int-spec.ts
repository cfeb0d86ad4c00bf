import { createApiKey } from '../../accounts/operator-accounts';
import type { Scope } from '../../auth/scopes';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';

/** An unknown id: a key with the scope gets 404 before any service is called. */
const ONE = '/v1/kyc/verifications/kyc_x';

const ROUTES: Readonly<Record<'kyc:read' | 'kyc:write', string[]>> = {
  'kyc:read': [`GET ${ONE}`, `GET ${ONE}/events`],
  'kyc:write': [
    'POST /v1/kyc/verifications',
    ...['submit', 'resend', 'cancel', 'redact', 'withdraw_consent'].map((verb) => `POST ${ONE}/${verb}`),
  ],
};

describe('restricted keys at the routes of verifications', () => {
  let gateway: GatewayUnderTest;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    const make = async (name: string, scopes: Scope[], allowedAddresses?: string[]) => {
      const asked = { accountId: gateway.accountId, kind: 'restricted', livemode: false, scopes } as const;
      keys.set(name, (await createApiKey(gateway.keyStore, { ...asked, ...(allowedAddresses && { allowedAddresses }) })).key);
    };
    for (const scope of ['kyc:read', 'kyc:write', 'customers:write', 'events:read'] satisfies Scope[]) await make(scope, [scope]);
    await make('elsewhere', ['kyc:write'], ['198.51.100.7']);
  });
  afterAll(() => gateway.stop());

  const ask = (route: string, name: string) => {
    const [method = '', path = ''] = route.split(' ');
    return gateway.client.send(method, path, { key: keys.get(name), ...(method !== 'GET' && { body: {} }) });
  };
  const every = Object.entries(ROUTES).flatMap(([scope, routes]) => routes.map((route) => [route, scope] as const));

  it.each(every)('%s needs %s, and says so', async (route, scope) => {
    const others = ['kyc:read', 'customers:write', 'events:read', ...(scope === 'kyc:read' ? [] : ['kyc:read'])];
    for (const other of others.filter((name) => name !== scope)) {
      const { status, error } = await ask(route, other);
      expect([status, error.code, error.hint]).toEqual([403, 'scope_insufficient', expect.stringContaining(scope)]);
    }
    expect((await ask(route, scope)).status).not.toBe(403);
  });

  it.each(every.map(([route]) => route))('%s is closed to a key from another address', async (route) => {
    const { status, error } = await ask(route, 'elsewhere');
    expect([status, error.code]).toEqual([403, 'ip_not_allowed']);
    expect(gateway.commands).toEqual([]);
  });
});
