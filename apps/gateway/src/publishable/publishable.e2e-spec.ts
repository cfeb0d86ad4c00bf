import { hundiUnderTest } from '#testing';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';

const hundi = hundiUnderTest();
const UPI = { payment_method: 'upi', upi: { flow: 'collect', vpa: 'success@sandbox' } };
const BUYER = { customer: { name: 'Asha Verma', email: 'asha@example.com' }, metadata: { margin: 'high' }, reference_id: 'order-1' };

const newMerchant = async (): Promise<Merchant> => Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
/** What the page of a payer sends beside its key. */
const payerOf = async (merchant: Merchant, payment: string): Promise<Record<string, string>> => ({
  'hundi-client-secret': String((await merchant.get(payment)).json.client_secret),
});
const payerOfNew = async (merchant: Merchant): Promise<Record<string, string>> => payerOf(merchant, await merchant.open());

describe('(31) a publishable key', () => {
  let merchant: Merchant;
  let page: Merchant;
  let path: string;
  let payer: Record<string, string>;
  beforeEach(async () => {
    merchant = await newMerchant();
    page = merchant.with(String((await merchant.post('/v1/api_keys', { kind: 'publishable' })).json.secret));
    path = await merchant.open(BUYER);
    payer = await payerOf(merchant, path);
  });

  it('shows the payment of a client secret, without what is none of the payer’s business', async () => {
    const { status, json } = await page.get(path, payer);
    const hidden = { customer: null, customer_id: null, metadata: {}, reference_id: null, processor: null };
    expect([status, json]).toMatchObject([200, { object: 'payment', status: 'created', amount: 50000, ...hidden }]);
  });

  it('confirms that payment, once by one key', async () => {
    const headers = { ...payer, 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await page.post(`${path}/confirm`, UPI, headers), await page.post(`${path}/confirm`, UPI, headers)];
    expect([first.status, first.json]).toMatchObject([200, { status: 'captured', customer: null, fee: null, metadata: {} }]);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await merchant.get(path)).json).toMatchObject({ status: 'captured', reference_id: 'order-1' });
  });

  it('uses up no Idempotency-Key of the merchant, nor of another payer', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const other = await merchant.open();
    expect((await page.post(`${path}/confirm`, UPI, { ...payer, ...headers })).status).toBe(200);
    expect((await merchant.post('/v1/payments', { amount: 50000, currency: 'INR' }, headers)).status).toBe(201);
    expect((await page.post(`${other}/confirm`, UPI, { ...(await payerOf(merchant, other)), ...headers })).status).toBe(200);
    const kept = `${path.slice(path.lastIndexOf('/') + 1)}:${headers['idempotency-key']}`;
    expect((await merchant.get(`/v1/idempotency_keys/${kept}`)).json).toMatchObject({ status: 'completed', http_status: 200 });
  });

  it('is shown no more by a dry run', async () => {
    const { status, json } = await page.post(`${path}/confirm?dry_run=true`, UPI, payer);
    const hidden = { customer: null, metadata: {}, reference_id: null, processor: null, fee: null, net_amount: null };
    expect([status, json]).toMatchObject([200, { object: 'dry_run', resource: { object: 'payment', status: 'captured', ...hidden } }]);
  });

  it.each([
    ['no client secret', async () => ({})],
    ['the secret of another payment', () => payerOfNew(merchant)],
    ['the secret of a payment of another account', async () => payerOfNew(await newMerchant())],
  ])('opens no payment with %s', async (_what, headers) => {
    const sent = await headers();
    const answers = [
      await page.get(path, sent),
      await page.post(`${path}/confirm`, UPI, sent),
      await page.post(`${path}/submit_otp`, { otp: '1' }, sent),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([404, 'resource_missing']));
    expect((await merchant.get(path)).json.status).toBe('created');
  });
  it('lists what can be offered, and asks whether a UPI address exists, without the name behind it', async () => {
    expect((await page.get('/v1/payment_methods')).status).toBe(200);
    const asked = { object: 'vpa_validation', livemode: false, vpa: 'success@sandbox', valid: true };
    const validate = '/v1/payment_methods/validate_vpa';
    expect((await page.post(validate, { vpa: 'Success@sandbox' })).json).toEqual({ ...asked, customer_name: null });
    expect((await merchant.post(validate, { vpa: 'success@sandbox' })).json).toEqual({ ...asked, customer_name: 'ASHA VERMA' });
    expect((await page.post(validate, { vpa: 'invalid@sandbox' })).json).toMatchObject({ valid: false });
    expect((await page.post(validate, { vpa: 'nobody' })).error).toMatchObject({ code: 'parameter_invalid', param: 'vpa' });
    const live = await merchant.with(hundi.liveKey).post(validate, { vpa: 'success@sandbox' });
    expect([live.status, live.error.code]).toEqual([503, 'processor_not_configured']);
  });

  it.each([
    ['GET', '/v1/payments'],
    ['POST', '/v1/payments'],
    ['GET', '/v1/account'],
    ['GET', '/v1/api_keys'],
    ['GET', '/v1/events'],
  ])('may not call %s %s', async (method, route) => {
    const { status, error } = method === 'GET' ? await page.get(route) : await page.post(route, {});
    expect([status, error.code]).toEqual([403, 'key_restricted']);
  });

  describe('from a page of any origin', () => {
    const ask = (method: string, route: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(hundi.baseUrl + route, { method, headers: { origin: 'https://shop.example.com', ...headers } });
    const FIVE = ['/v1/payment_methods', '/v1/payment_methods/validate_vpa', 'payment', 'payment/confirm', 'payment/submit_otp'];

    it('may be used on the five routes', async () => {
      for (const route of FIVE.map((one) => one.replace(/^payment/, path))) {
        const preflight = await ask('OPTIONS', route, { 'access-control-request-method': 'POST' });
        expect([route, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([route, 204, '*']);
        expect(preflight.headers.get('access-control-allow-headers')).toContain('hundi-client-secret');
        expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
      }
      const shown = await ask('GET', path, { ...payer, authorization: `Bearer ${page.key}` });
      expect([shown.status, shown.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      const refused = await ask('GET', path);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    });

    it('may be used on no other', async () => {
      for (const route of ['/v1/payments', `${path}/capture`, `${path}/events`, '/v1/api_keys', '/v1/account', '/v1/events']) {
        const answers = [await ask('OPTIONS', route), await ask('GET', route, { authorization: `Bearer ${merchant.key}` })];
        expect([route, ...answers.map(({ headers }) => headers.get('access-control-allow-origin'))]).toEqual([route, null, null]);
      }
    });
  });
});
