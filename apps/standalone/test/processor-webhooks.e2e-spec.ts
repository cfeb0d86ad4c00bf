import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startHundi, type HundiProcess } from '#testing';

const SECRET = 'the secret of the webhook';
/** No server listens there: this suite sends webhooks only. */
const SETTINGS = {
  RAZORPAY_KEY_ID: 'rzp_live_e2eSuite',
  RAZORPAY_KEY_SECRET: 'a key secret',
  RAZORPAY_WEBHOOK_SECRETS: `an older secret,${SECRET}`,
  RAZORPAY_API_URL: 'http://127.0.0.1:9',
  RATE_LIMIT_REFUSALS: '1000',
};

type Payment = { id: string; status: string; amount_captured: number };
type Body = Payment & { error?: { code: string; reason: string | null }; account_id?: string; data?: Payment[]; received?: boolean };
type Answer = { status: number; headers: Headers; body: Body };

jest.setTimeout(120_000);

/** POST /v1/processor_webhooks/{processor}, through the whole of Hundi. */
describe('a webhook of a processor', () => {
  let hundi: HundiProcess;
  let accountId: string;

  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(hundi.baseUrl + path, { signal: AbortSignal.timeout(20_000), ...init });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  const asMerchant = (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
    call(path, {
      method,
      headers: { authorization: `Bearer ${hundi.liveKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const post = (text: string, signature: string, processor = 'razorpay'): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_1' };
    return call(`/v1/processor_webhooks/${processor}`, { method: 'POST', headers, body: text });
  };
  const sign = (text: string, secret = SECRET): string => createHmac('sha256', secret).update(text).digest('hex');
  const reported = (paymentId: string, change: object = {}): string => {
    const notes = { hundi_account: accountId, hundi_payment: paymentId, hundi_attempt: '1', hundi_place: 'direct' };
    const entity = { id: 'pay_AtRazorpay0001', status: 'captured', amount: 50_000, currency: 'INR', notes, ...change };
    // Unusual spaces, which writing the JSON again would lose: the signature is over these bytes.
    return JSON.stringify(
      { event: 'payment.captured', payload: { payment: { entity } }, created_at: Math.floor(Date.now() / 1000) },
      null,
      3,
    );
  };
  const begin = async (): Promise<string> => {
    const { status, body } = await asMerchant('POST', '/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' });
    expect(status).toBe(201);
    return body.id;
  };

  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded', environment: SETTINGS });
    const folder = await readFile(join(hundi.dataDir, 'demo-account.json'), 'utf8');
    accountId = (JSON.parse(folder) as { accountId: string }).accountId;
  });
  afterAll(() => hundi.stopAndRemove());

  it('of a name that no processor has is answered with 404, however long or odd the name', async () => {
    for (const name of ['nobody', 'x'.repeat(400), '%00%0A', '..%2Frazorpay']) {
      const { status, body } = await post('{}', '', name);
      expect([name, status, body.error?.code]).toEqual([name, 404, 'resource_missing']);
    }
  });

  it('rightly signed is answered with 200 once the payment has taken it', async () => {
    const id = await begin();
    const text = reported(id);
    const { status, body } = await post(text, sign(text));
    expect({ status, received: body.received }).toEqual({ status: 200, received: true });
    expect((await asMerchant('GET', `/v1/payments/${id}`)).body).toMatchObject({ status: 'captured', amount_captured: 50_000 });
    expect((await post(text, sign(text))).status).toBe(200);
  });

  it.each([
    ['without a signature', ''],
    ['with the signature of other bytes', sign('{}')],
    ['signed with another secret', sign(reported('pay_x'), 'another secret')],
  ])('%s is refused with 401 and changes nothing', async (_what, signature) => {
    const id = await begin();
    const { status, headers, body } = await post(reported(id), signature);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Signature');
    expect(body.error).toMatchObject({ code: 'webhook_signature_invalid', reason: 'signature_invalid' });
    expect((await asMerchant('GET', `/v1/payments/${id}`)).body.amount_captured).toBe(0);
  });

  it('of a processor that is not configured is answered with 404, one that is too large with 413', async () => {
    const text = reported('pay_x');
    expect((await post(text, sign(text), 'cashfree')).status).toBe(404);
    const large = JSON.stringify({ padding: 'x'.repeat(300_000) });
    expect((await post(large, sign(large))).status).toBe(413);
  });
});
