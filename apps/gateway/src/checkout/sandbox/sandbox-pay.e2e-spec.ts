import { hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { Browser } from '../../../test/browser';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

const RETURN_URL = 'https://shop.example/back';
/** Ways to pay of which each waits for the payer. */
const WAYS = {
  'a QR code': { payment_method: 'upi', upi: { flow: 'qr' } },
  'a UPI link': { payment_method: 'upi', return_url: RETURN_URL },
  'a request to a UPI address': { payment_method: 'upi', upi: { vpa: 'expired@sandbox' } },
  netbanking: { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } },
};
const DECISIONS = [
  ['Success', 'captured', null],
  ['Fail', 'failed', 'payment_declined'],
  ['Cancel', 'failed', 'payment_cancelled'],
  ['Timeout', 'failed', 'payment_timed_out'],
] as const;

describe('the page of the sandbox that plays payer and bank', () => {
  let merchant: Merchant;
  const waiting = async (body: object): Promise<Answer> => {
    const answer = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', ...body });
    expect(answer.json.status).toBe('requires_action');
    return answer;
  };
  const read = (id: unknown): Promise<Answer> => merchant.get(`/v1/payments/${String(id)}`);
  const endOf = async (id: unknown): Promise<unknown[]> => {
    const { status, last_error } = (await read(id)).json;
    return [status, (last_error as { reason: string } | null)?.reason ?? null];
  };
  const open = ({ json }: Answer, page = 'sandbox/pay'): Promise<Browser> =>
    new Browser().open(`${hundi.baseUrl}/${page}/${String(json.id)}?client_secret=${String(json.client_secret)}`);
  /** Presses a button by what it says. */
  const press = (browser: Browser, id: unknown, label: string): Promise<Browser> => {
    const decision = new RegExp(`<button name="decision" value="(\\w+)">${label}</button>`).exec(browser.page)?.[1];
    expect(decision).toBeDefined();
    return browser.submit(`/sandbox/pay/${String(id)}`, { decision: decision! });
  };

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe.each(Object.entries(WAYS))('%s', (_way, body) => {
    it.each(DECISIONS)('%s: the payment is %s, reason %s', async (label, status, reason) => {
      const payment = await waiting(body);
      const browser = await press(await open(payment), payment.json.id, label);
      expect(new URL(browser.url).pathname).toBe(`/checkout/${String(payment.json.id)}`);
      expect(await endOf(payment.json.id)).toEqual([status, reason]);
    });
  });

  it('is where the checkout leads for UPI, and is named for what it plays', async () => {
    const payment = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', payment_methods: ['upi'] });
    const checkout = await open(payment, 'checkout');
    await checkout.submit(`/checkout/${String(payment.json.id)}`, { payment_method: 'upi' });
    const link = /<a href="(\/sandbox\/pay\/[^"]+)">Open the UPI app of the sandbox<\/a>/.exec(checkout.page)?.[1];
    const app = await new Browser().open(`${hundi.baseUrl}${link!}`);
    expect(app.page).toContain('<h2>The UPI app of the sandbox</h2>');
    expect(app.policy).toContain("default-src 'none'");
    await press(app, payment.json.id, 'Success');
    expect(app.page).toContain('the payment has arrived');
    expect(await endOf(payment.json.id)).toEqual(['captured', null]);
  });

  it('leaves it to a test amount what an approval brings', async () => {
    const payment = await waiting({ ...WAYS['a QR code'], amount: 201 });
    await press(await open(payment), payment.json.id, 'Success');
    expect(await endOf(payment.json.id)).toEqual(['failed', 'insufficient_funds']);
  });

  it('of a card takes a one-time password, and says when it is wrong', async () => {
    const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
    const { json } = await waiting({ payment_method: 'card', card, return_url: 'https://shop.example/back' });
    const path = `/sandbox/pay/${String(json.id)}`;
    const { pathname, search } = new URL((json.next_action as { url: string }).url);
    const browser = await new Browser().open(`${hundi.baseUrl}${pathname}${search}`);
    for (const otp of ['', '123', '12345a', '1'.repeat(4_000)]) {
      await browser.submit(path, { otp });
      expect(browser.page).toContain('The one-time password is not right: it has four to eight digits.');
    }
    expect((await read(json.id)).json).toMatchObject({ status: 'requires_action' });
    await browser.submit(path, { otp: '000000' });
    expect(browser.page).toContain('The one-time password was wrong.');
    await browser.submit(path, { otp: '123456' });
    expect(browser.page).toContain('the payment has arrived');
    expect((await read(json.id)).json).toMatchObject({ status: 'captured' });
  });

  it('changes nothing when a button is pressed again, or another one on a page that is out of date', async () => {
    const payment = await waiting(WAYS['a QR code']);
    const [first, second] = [await open(payment), await open(payment)];
    await press(first, payment.json.id, 'Fail');
    await press(second, payment.json.id, 'Success');
    expect([second.status, new URL(second.url).pathname]).toEqual([200, `/checkout/${String(payment.json.id)}`]);
    expect((await read(payment.json.id)).json).toMatchObject({ status: 'failed', late_authorized: false, attempt_count: 1 });
  });

  it.each([
    ['a word of no button', { decision: 'toString' }],
    ['nothing', {}],
  ])('400 for %s: the page again, and nothing is done', async (_what, typed) => {
    const payment = await waiting(WAYS['a QR code']);
    const browser = await (await open(payment)).submit(`/sandbox/pay/${String(payment.json.id)}`, typed);
    expect([browser.status, browser.page]).toEqual([400, expect.stringContaining('Choose one of the buttons.')]);
    expect(await endOf(payment.json.id)).toEqual(['requires_action', null]);
  });

  it('404 for a form that another site sends, which does not know the secret', async () => {
    const [mine, other] = [await waiting(WAYS['a QR code']), await waiting(WAYS['a QR code'])];
    for (const client_secret of ['', String(other.json.client_secret)]) {
      const browser = await (await open(mine)).submit(`/sandbox/pay/${String(mine.json.id)}`, { decision: 'success', client_secret });
      expect(browser.status).toBe(404);
    }
    expect(await endOf(mine.json.id)).toEqual(['requires_action', null]);
  });
});
