import { shardOfAccount } from '#contracts';
import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';
import { keyStoreOf } from '../../test/new-account';
import { HOUR_AGO, LINES, makeOneOfEach, type Owned } from '../../test/one-of-each';
import { createAccount, createApiKey } from '../accounts/operator-accounts';

const hundi = hundiUnderTest();

/** What each path parameter of the document is an id of, by the beginning of the path. */
const KINDS: readonly [string, keyof Owned][] = [
  ['/v1/payments/', 'payment'],
  ['/v1/test_helpers/payments/', 'payment'],
  ['/v1/refunds/', 'refund'],
  ['/v1/test_helpers/refunds/', 'refund'],
  ['/v1/customers/', 'customer'],
  ['/v1/plans/', 'plan'],
  ['/v1/subscriptions/', 'subscription'],
  ['/v1/test_helpers/subscriptions/', 'subscription'],
  ['/v1/mandates/', 'mandate'],
  ['/v1/test_helpers/mandates/', 'mandate'],
  ['/v1/debits/', 'debit'],
  ['/v1/test_helpers/debits/', 'debit'],
  ['/v1/invoices/', 'invoice'],
  ['/v1/test_helpers/clocks/', 'clock'],
  ['/v1/kyc/verifications/', 'verification'],
  ['/v1/test_helpers/kyc_verifications/', 'verification'],
  ['/v1/events/', 'event'],
  ['/v1/idempotency_keys/', 'key'],
  ['/v1/api_keys/', 'apiKey'],
  ['/v1/request_logs/', 'requestLog'],
  ['/v1/webhook_endpoints/', 'endpoint'],
  ['/v1/webhook_deliveries/', 'delivery'],
  ['/v1/webhook_replays/', 'replay'],
];
/** The catalog is the same for everybody. */
const PUBLIC = '/v1/event_types/{name}';
/** Bodies that would be accepted from the owner; nothing where a route is not named. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /v1/payments/{id}': { description: 'taken' },
  'POST /v1/payments/{id}/confirm': { payment_method: 'upi' },
  'POST /v1/payments/{id}/submit_otp': { otp: '123456' },
  'POST /v1/test_helpers/payments/{id}/simulate': { outcome: 'captured' },
  'PATCH /v1/refunds/{id}': { description: 'taken' },
  'POST /v1/test_helpers/refunds/{id}/simulate': { outcome: 'processed' },
  'PATCH /v1/customers/{id}': { name: 'Taken' },
  'POST /v1/customers/{id}/payment_methods': { upi: { vpa: 'success@sandbox' } },
  'POST /v1/customers/{id}/balance_transactions': { amount: -100, currency: 'INR', description: 'Taken' },
  'PATCH /v1/plans/{id}': { name: 'Taken' },
  'PATCH /v1/subscriptions/{id}': { description: 'taken' },
  'POST /v1/subscriptions/{id}/retry': { payment_method: 'upi' },
  'POST /v1/test_helpers/subscriptions/{id}/simulate': { outcome: 'renew' },
  'POST /v1/test_helpers/mandates/{id}/simulate': { outcome: 'revoked' },
  'POST /v1/mandates/{id}/debits': { amount: 49900 },
  'POST /v1/test_helpers/debits/{id}/simulate': { outcome: 'opted_out' },
  'POST /v1/invoices/{id}/pay': { payment_method: 'upi' },
  'POST /v1/test_helpers/clocks/{id}/advance': { by: 60 },
  'POST /v1/kyc/verifications/{id}/submit': { otp: '123456' },
  'POST /v1/test_helpers/kyc_verifications/{id}/simulate': { outcome: 'verified' },
  'POST /v1/invoices/{id}/mark_paid': { payment_channel: 'cheque' },
  'POST /v1/invoices/{id}/credit_notes': { amount: 100 },
  'PATCH /v1/api_keys/{id}': { name: 'Taken' },
  'PATCH /v1/webhook_endpoints/{id}': { description: 'taken' },
  'POST /v1/webhook_endpoints/{id}/replay': { since: HOUR_AGO },
};

/** What test helpers and saved UPI addresses are refused with, before anybody looks for the object. */
const NOT_IN_LIVE_MODE = ['key_restricted', 'upi_collect_not_allowed'];

/** docs/reference/security.md, API1: what belongs to another account is answered as if it did not exist, at every route that takes an id. */
describe('(53) ids of another account', () => {
  let owner: Merchant;
  let owned: Owned;
  /** Same shape, same shard, and unknown. */
  let unknownIds: Owned;
  const strangers: [string, Merchant][] = [];

  beforeAll(async () => {
    owner = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    owned = await makeOneOfEach(owner);
    unknownIds = mapValues(owned, (id) => (id.startsWith('e2e-') ? newKey() : `${id.slice(0, -6)}zZ9zZ9`));
    strangers.push(['another account', owner.with(await keyInShardOf(hundi.accountId))], ['live mode', owner.with(hundi.liveKey)]);
  }, 120_000);
  afterAll(() => owner.delete(`/v1/webhook_endpoints/${owned.endpoint}`));

  const pathsOf = (one: Owned): string[] => [
    `/v1/payments/${one.payment}`,
    `/v1/refunds/${one.refund}`,
    `/v1/customers/${one.customer}`,
    `/v1/customers/${one.customer}/payment_methods`,
    `/v1/plans/${one.plan}`,
    `/v1/subscriptions/${one.subscription}`,
    `/v1/mandates/${one.mandate}`,
    `/v1/debits/${one.debit}`,
    `/v1/invoices/${one.invoice}`,
    `/v1/test_helpers/clocks/${one.clock}`,
    `/v1/kyc/verifications/${one.verification}`,
    `/v1/api_keys/${one.apiKey}`,
    `/v1/request_logs/${one.requestLog}`,
    `/v1/webhook_endpoints/${one.endpoint}`,
    `/v1/webhook_replays/${one.replay}`,
  ];
  /** Without what deliveries change by themselves. */
  const show = async (path: string): Promise<object> => {
    const { pending_deliveries: _pending, last_delivery: _last, ...rest } = (await owner.get(path)).json;
    return rest;
  };
  const shown = (): Promise<object[]> => Promise.all(pathsOf(owned).map(show));
  /** What of an answer tells one missing object from another, beside the id that was asked for. The hint about the other mode is for the owner. */
  const reported = ({ status, error, headers }: Answer, who: string): object => {
    const { request_id: _id, hint, message, ...rest } = error ?? {};
    return {
      status,
      ...rest,
      message: message?.replace(/'[^']*'/, "''"),
      hint: who === 'live mode' ? null : hint,
      location: headers.location,
    };
  };

  it('are answered like unknown ids at every route, and nothing happens to them', async () => {
    const before = await shown();
    const routes = Object.entries(owner.api.document.document.paths as Record<string, Record<string, { security?: object[] }>>)
      .filter(([path]) => path.includes('{') && path !== PUBLIC)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({ path, method: method.toUpperCase(), security })),
      )
      .filter(({ security }) => security !== undefined);
    expect(routes.length).toBeGreaterThan(40);
    const odd: string[] = [];
    for (const [who, stranger] of strangers) {
      for (const { path, method } of routes) {
        const ask = (one: Owned): Promise<Answer> => {
          const id = one[KINDS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'key'];
          const url = path.replace('{pm_id}', one.paymentMethod).replace(/\{\w+\}/, id);
          const body = BODIES[`${method} ${path}`] ?? {};
          return stranger.api.send(method, url, { key: stranger.key, ...(method !== 'GET' && { body }) });
        };
        const [foreign, unknown] = [await ask(owned), await ask(unknownIds)];
        const isRefusedAnyway = who === 'live mode' && NOT_IN_LIVE_MODE.includes(foreign.error?.code);
        const isAsUnknown =
          (foreign.status === 404 || isRefusedAnyway) && JSON.stringify(reported(foreign, who)) === JSON.stringify(reported(unknown, who));
        if (!isAsUnknown) odd.push(`${who}: ${method} ${path}`);
      }
    }
    expect(odd).toEqual([]);
    expect(await shown()).toEqual(before);
  }, 120_000);

  it.each<[string, string, (one: Owned) => object]>([
    ['a refund of a payment', '/v1/refunds', ({ payment }) => ({ payment_id: payment })],
    [
      'a payment of a customer',
      '/v1/payments',
      ({ customer }) => ({ amount: 50000, currency: 'INR', payment_method: 'upi', customer_id: customer }),
    ],
    [
      'a payment with what a customer saved',
      '/v1/payments',
      ({ customer, paymentMethod }) => ({ amount: 50000, currency: 'INR', customer_id: customer, payment_method_id: paymentMethod }),
    ],
    ['a debit of an invoice', '/v1/invoices', ({ customer, mandate }) => ({ customer_id: customer, mandate_id: mandate, lines: LINES })],
    ['a subscription of a customer to a plan', '/v1/subscriptions', ({ customer, plan }) => ({ customer_id: customer, plan_id: plan })],
    [
      'a subscription under a mandate',
      '/v1/subscriptions',
      ({ customer, mandate }) => ({ customer_id: customer, mandate_id: mandate, amount: 49900, interval: 'month' }),
    ],
    ['a customer of a test clock', '/v1/customers', ({ clock }) => ({ name: 'Asha', test_clock_id: clock })],
    [
      'a verification of a customer',
      '/v1/kyc/verifications',
      ({ customer }) => ({ customer_id: customer, document_type: 'pan', document_number: 'ZZZPS0011V' }),
    ],
  ])('are as unknown inside a body: %s', async (_what, path, bodyOf) => {
    const before = await shown();
    for (const [who, stranger] of strangers) {
      const [foreign, unknown] = [await stranger.post(path, bodyOf(owned)), await stranger.post(path, bodyOf(unknownIds))];
      // Live mode has no processor here: what is asked for first may be refused first, and says nothing either.
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect(reported(foreign, who)).toEqual(reported(unknown, who));
    }
    expect(await shown()).toEqual(before);
  });

  it.each<[string, (one: Owned) => string]>([
    ['payments after one', ({ payment }) => `/v1/payments?starting_after=${payment}`],
    ['payments of a customer', ({ customer }) => `/v1/payments?customer_id=${customer}`],
    ['refunds before one', ({ refund }) => `/v1/refunds?ending_before=${refund}`],
    ['refunds of a payment', ({ payment }) => `/v1/refunds?payment_id=${payment}`],
    ['subscriptions to a plan', ({ plan }) => `/v1/subscriptions?plan_id=${plan}`],
    ['subscriptions under a mandate', ({ mandate }) => `/v1/subscriptions?mandate_id=${mandate}`],
    ['invoices of a subscription', ({ subscription }) => `/v1/invoices?subscription_id=${subscription}`],
    ['customers after one', ({ customer }) => `/v1/customers?starting_after=${customer}`],
    ['verifications of a customer', ({ customer }) => `/v1/kyc/verifications?customer_id=${customer}`],
    ['events of an object', ({ payment }) => `/v1/events?resource_id=${payment}`],
    ['requests after one', ({ requestLog }) => `/v1/request_logs?starting_after=${requestLog}`],
    ['requests with a key', ({ apiKey }) => `/v1/request_logs?actor=${apiKey}`],
    ['events after one', ({ event }) => `/v1/events?starting_after=${event}`],
    ['a stream after an event', ({ event }) => `/v1/events/stream?after=${event}`],
    ['replays of an endpoint', ({ endpoint }) => `/v1/webhook_replays?endpoint_id=${endpoint}`],
  ])('are as unknown in a query: %s', async (_what, pathOf) => {
    for (const [who, stranger] of strangers) {
      const [foreign, unknown] = [await stranger.get(pathOf(owned)), await stranger.get(pathOf(unknownIds))];
      expect([reported(foreign, who), foreign.json.data]).toEqual([reported(unknown, who), unknown.json.data]);
      for (const id of Object.values(owned)) expect(JSON.stringify(foreign.json.data ?? [])).not.toContain(id);
    }
  });
});

/** A test key of a new account whose ids lie in the same shard: nothing but the account keeps the two apart. */
async function keyInShardOf(accountId: string): Promise<string> {
  const keyStore = keyStoreOf(hundi);
  for (;;) {
    const { id } = await createAccount(keyStore, { name: 'A neighbor' });
    if (shardOfAccount(id) === shardOfAccount(accountId))
      return (await createApiKey(keyStore, { accountId: id, kind: 'secret', livemode: false })).key;
  }
}

function mapValues(one: Owned, change: (id: string) => string): Owned {
  return Object.fromEntries(Object.entries(one).map(([name, id]) => [name, change(String(id))])) as unknown as Owned;
}
