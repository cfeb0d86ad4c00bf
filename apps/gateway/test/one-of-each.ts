import { eventually } from '#testing';
import { newKey, type Merchant } from './merchant';

const IN_A_YEAR = Math.floor(Date.now() / 1000) + 31_536_000;
/** What an invoice charges. */
export const LINES = [{ description: 'Onboarding', amount: 49900 }];
/** Seconds since the epoch. */
export const HOUR_AGO = Math.floor(Date.now() / 1000) - 3_600;

/** One object of each kind, all of the demo account in test mode. */
export interface Owned {
  customer: string;
  paymentMethod: string;
  payment: string;
  refund: string;
  plan: string;
  subscription: string;
  mandate: string;
  debit: string;
  invoice: string;
  clock: string;
  verification: string;
  endpoint: string;
  delivery: string;
  replay: string;
  event: string;
  apiKey: string;
  requestLog: string;
  key: string;
}

/** One object of each kind of a merchant. */
export async function makeOneOfEach(merchant: Merchant): Promise<Owned> {
  const key = newKey();
  const made = async (path: string, body: object, headers?: Record<string, string>): Promise<string> => {
    const { status, json, text } = await merchant.post(path, body, headers);
    if (status > 202) throw new Error(`${path} answered ${text}`);
    return String(json.id);
  };
  const url = `http://127.0.0.1:9/${newKey()}`;
  const endpoint = await made('/v1/webhook_endpoints', { url, enabled_events: ['payment.*'] });
  const customer = await made('/v1/customers', { name: 'Asha Rao' });
  const paymentMethod = await made(`/v1/customers/${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } });
  const payment = await made(
    '/v1/payments',
    { amount: 50000, currency: 'INR', payment_method: 'upi', customer_id: customer },
    { 'idempotency-key': key },
  );
  const refund = await made('/v1/refunds', { payment_id: payment, amount: 1000, metadata: { sandbox_outcome: 'pending' } });
  const plan = await made('/v1/plans', { name: 'Gold', amount: 49900, interval: 'month' });
  const subscription = await made('/v1/subscriptions', { customer_id: customer, plan_id: plan });
  const mandate = await made('/v1/mandates', { customer_id: customer, method: 'upi', max_amount: 49900, ends_at: IN_A_YEAR });
  const debit = await made(`/v1/mandates/${mandate}/debits`, { amount: 49900 });
  const invoice = await made('/v1/invoices', { customer_id: customer, lines: LINES, auto_finalize: false });
  const clock = await made('/v1/test_helpers/clocks', {});
  const document = { document_type: 'aadhaar', document_number: '9999-0004-0006' };
  const verification = await made('/v1/kyc/verifications', { customer_id: customer, ...document });
  const replay = await made(`/v1/webhook_endpoints/${endpoint}/replay`, { since: HOUR_AGO, types: ['payment.expired'] });
  await eventually(async () => expect((await merchant.get(`/v1/webhook_replays/${replay}`)).json.status).toBe('completed'));
  const first = async (path: string): Promise<string> => {
    const [newest] = (await merchant.get(path)).json.data as { id: string }[];
    return newest?.id ?? missing(path);
  };
  const apiKey = await made('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'] });
  const requestLog = await eventually(() => first(`/v1/request_logs?resource=${payment}`));
  const event = await eventually(() => first(`/v1/events?resource_id=${payment}`));
  const delivery = await eventually(() => first(`/v1/webhook_endpoints/${endpoint}/deliveries`));
  // What is under way changes them no more.
  await eventually(async () => {
    expect((await merchant.get(`/v1/customers/${customer}`)).json.kyc_status).toBe('pending');
    expect((await merchant.get(`/v1/webhook_endpoints/${endpoint}`)).json.failing_since_at).not.toBeNull();
  });
  return {
    customer,
    paymentMethod,
    payment,
    refund,
    plan,
    subscription,
    mandate,
    debit,
    invoice,
    clock,
    verification,
    endpoint,
    delivery,
    replay,
    event,
    apiKey,
    requestLog,
    key,
  };
}

function missing(path: string): never {
  throw new Error(`${path} shows nothing yet`);
}
