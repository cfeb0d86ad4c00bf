import { createApiKey } from '../../accounts/operator-accounts';
import type { Scope } from '../../auth/scopes';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';

/** Unknown ids: a key with the scope gets 404 before any service is called. */
const [ENDPOINT, DELIVERY, REPLAY, EVENT] = ['we_x', 'whd_x', 'whr_x', 'evt_x'];

const ROUTES: Readonly<Record<'webhooks:read' | 'webhooks:write' | 'events:read', string[]>> = {
  'webhooks:read': [
    `GET /v1/webhook_endpoints/${ENDPOINT}`,
    `GET /v1/webhook_endpoints/${ENDPOINT}/health`,
    `GET /v1/webhook_endpoints/${ENDPOINT}/public_keys`,
    `GET /v1/webhook_endpoints/${ENDPOINT}/deliveries`,
    `GET /v1/webhook_deliveries/${DELIVERY}`,
    `GET /v1/webhook_deliveries/${DELIVERY}/attempts`,
    `GET /v1/webhook_replays/${REPLAY}`,
    `GET /v1/events/${EVENT}/deliveries`,
  ],
  'webhooks:write': [
    'POST /v1/webhook_endpoints',
    `PATCH /v1/webhook_endpoints/${ENDPOINT}`,
    `DELETE /v1/webhook_endpoints/${ENDPOINT}`,
    ...['enable', 'disable', 'rotate_secret', 'ping', 'replay'].map((verb) => `POST /v1/webhook_endpoints/${ENDPOINT}/${verb}`),
    `POST /v1/webhook_deliveries/${DELIVERY}/resend`,
    `POST /v1/webhook_deliveries/${DELIVERY}/cancel`,
    `POST /v1/webhook_replays/${REPLAY}/cancel`,
  ],
  'events:read': [`GET /v1/events/${EVENT}`, 'GET /v1/event_types', 'GET /v1/event_types/payment.captured'],
};

describe('restricted keys at the routes of webhooks and events', () => {
  let gateway: GatewayUnderTest;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
    for (const scope of ['webhooks:read', 'webhooks:write', 'events:read', 'payments:write'] satisfies Scope[]) {
      const { key } = await createApiKey(gateway.keyStore, {
        accountId: gateway.accountId,
        kind: 'restricted',
        livemode: false,
        scopes: [scope],
      });
      keys.set(scope, key);
    }
  });
  afterAll(() => gateway.stop());

  const ask = (route: string, scope: string) => {
    const [method = '', path = ''] = route.split(' ');
    return gateway.client.send(method, path, { key: keys.get(scope), ...(method !== 'GET' && { body: {} }) });
  };
  const every = Object.entries(ROUTES).flatMap(([scope, routes]) => routes.map((route) => [route, scope] as const));

  it.each(every)('%s needs %s, and says so', async (route, scope) => {
    const others = [...keys.keys()].filter((other) => other !== scope && !(scope === 'webhooks:read' && other === 'webhooks:write'));
    for (const other of others) {
      const { status, error } = await ask(route, other);
      expect([status, error.code, error.hint]).toEqual([403, 'scope_insufficient', expect.stringContaining(scope)]);
    }
    expect((await ask(route, scope)).status).not.toBe(403);
  });

  it.each(ROUTES['webhooks:read'])('%s is open to a key that may write', async (route) => {
    expect((await ask(route, 'webhooks:write')).status).not.toBe(403);
  });
});
