import { changedLast, eventually, hundiUnderTest } from '#testing';
import { Browser } from '../../../test/browser';
import { ClocksOf, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const RETURN_URL = 'https://shop.example/back?x=%221';
const YEAR = 31_536_000;
type Json = Record<string, unknown>;

describe('the page on which a payer agrees', () => {
  let merchant: Merchant;
  let customer: string;
  const local = (url: unknown): string => `${hundi.baseUrl}${new URL(String(url)).pathname}${new URL(String(url)).search}`;
  const read = async (path: string): Promise<Json> => (await merchant.get(path)).json;
  const mandate = async (body: object = {}): Promise<Json> => {
    const ends_at = Math.floor(Date.now() / 1000) + YEAR;
    const terms = { customer_id: customer, method: 'upi', max_amount: 49900, ends_at, return_url: RETURN_URL, ...body };
    return (await merchant.post('/v1/mandates', terms)).json;
  };
  const subscription = async (body: object = {}): Promise<Json> => {
    const terms = { customer_id: customer, amount: 49900, interval: 'month', return_url: RETURN_URL, ...body };
    return (await merchant.post('/v1/subscriptions', terms)).json;
  };
  const answer = async ({ id, short_url: url }: Json, decision: string): Promise<Browser> =>
    (await new Browser().open(local(url))).submit(`/authorize/${String(id)}`, { decision });

  beforeAll(async () => {
    merchant = (await Merchant.connect(hundi.baseUrl, hundi.testKey)).with(await newAccountKey(hundi));
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
    await merchant.patch('/v1/tax_settings', { legal_name: 'Acme <Stores>' });
  });

  it('shows who debits what and when, with a policy that allows no script, and no secret but its own', async () => {
    const { id, short_url: url } = await mandate({ description: 'Gold <b>', frequency: 'monthly', debit_day: 5 });
    const browser = await new Browser().open(local(url));
    expect([browser.status, browser.policy]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    for (const text of ['Acme &#60;Stores&#62;', 'Gold &#60;b&#62;', '₹499.00', 'Once a month, day 5', 'Test mode']) {
      expect(browser.page).toContain(text);
    }
    const secret = String(new URL(String(url)).searchParams.get('client_secret'));
    expect(browser.page.replaceAll(secret, '')).not.toMatch(/_secret_|sk_test|http-equiv/);
    expect(browser.page).toContain(`action="/authorize/${String(id)}"`);
  });

  it.each(['upi', 'card', 'enach'])('%s: the payer agrees, once, and is led back to the merchant', async (method) => {
    const made = await mandate({ method });
    const url = method === 'upi' ? expect.stringMatching(/^upi:\/\/mandate\?/) : made.short_url;
    const type = method === 'upi' ? 'upi_intent' : 'redirect_to_url';
    expect(made).toMatchObject({ status: 'requires_action', next_action: { type, url } });
    const late = await new Browser().open(local(made.short_url));
    const browser = await answer(made, 'approve');
    expect(browser.page).toContain('you have agreed');
    expect(browser.page).toContain(`2;url=https://shop.example/back?x=%221&#38;mandate_id=${String(made.id)}&#38;status=active`);
    expect(await read(`/v1/mandates/${String(made.id)}`)).toMatchObject({ status: 'active', short_url: null, next_action: null });
    // A form from a page that is out of date changes nothing.
    expect((await late.submit(`/authorize/${String(made.id)}`, { decision: 'decline' })).page).toContain('you have agreed');
    expect((await read(`/v1/mandates/${String(made.id)}`)).status).toBe('active');
  });

  it('shows what became of a mandate that was declined, is over, or was ended', async () => {
    const declined = await mandate();
    const browser = await answer(declined, 'decline');
    expect(browser.page).toContain('it was declined');
    expect(browser.page).toContain('&#38;status=rejected');
    expect(await read(`/v1/mandates/${String(declined.id)}`)).toMatchObject({
      status: 'rejected',
      last_error: { reason: 'payment_cancelled' },
    });
    const over = await mandate();
    await merchant.post(`/v1/test_helpers/mandates/${String(over.id)}/simulate`, { outcome: 'expired' });
    expect((await new Browser().open(local(over.short_url))).page).toContain('The time to agree is over');
    const ended = await mandate();
    await answer(ended, 'approve');
    await merchant.post(`/v1/mandates/${String(ended.id)}/revoke`, {});
    expect((await new Browser().open(local(ended.short_url))).page).toContain('The agreement has ended');
  });

  it.each(['upi', 'card'])('begins a subscription on %s with its first payment', async (method) => {
    const made = await subscription({ payment_method: method, name: 'Gold', upfront_items: [{ description: 'Set-up', amount: 9900 }] });
    expect(made).toMatchObject({ status: 'created', short_url: expect.stringContaining(`/authorize/${String(made.id)}`) });
    const browser = await new Browser().open(local(made.short_url));
    for (const text of ['Gold', '₹499.00 every month', 'Set-up', '₹99.00', 'with your agreement']) expect(browser.page).toContain(text);
    await browser.submit(`/authorize/${String(made.id)}`, { decision: 'approve' });
    expect(browser.page).toContain(`subscription_id=${String(made.id)}&#38;mandate_id=${String(made.mandate_id)}&#38;status=active`);
    expect(await read(`/v1/subscriptions/${String(made.id)}`)).toMatchObject({ status: 'active', paid_count: 1, short_url: null });
  });

  it('begins a subscription on a bank account, which is debited after it', async () => {
    const made = await subscription({ payment_method: 'enach' });
    expect(made).toMatchObject({ status: 'created', next_action: { type: 'redirect_to_url' } });
    await answer(made, 'approve');
    expect(await read(`/v1/subscriptions/${String(made.id)}`)).toMatchObject({ status: 'authenticated', short_url: null });
  });

  it('leads from the bank page of a mandate, too, to the subscription that it is for', async () => {
    const made = await subscription({ payment_method: 'card', trial_days: 14 });
    const url = String((made.next_action as { url: string }).url);
    expect(url).toContain(`/authorize/${String(made.mandate_id)}?client_secret=`);
    const browser = await new Browser().open(local(url));
    expect(browser.page).toContain('₹499.00 every month');
    await browser.submit(`/authorize/${String(made.mandate_id)}`, { decision: 'approve' });
    expect((await read(`/v1/subscriptions/${String(made.id)}`)).status).toBe('authenticated');
  });

  it('begins another registration when it is opened after the first has run out, once, until authorize_by_at', async () => {
    const clocks = new ClocksOf(merchant);
    const { clock, subscription: id } = await clocks.subscribed({ return_url: RETURN_URL });
    const path = `/v1/subscriptions/${id}`;
    const { mandate_id: first, short_url: url, authorize_by_at: by } = await read(path);
    await clocks.advance(clock, { by: 'P5D' }, WAIT);
    expect(await read(path)).toMatchObject({ short_url: url, next_action: { type: 'redirect_to_url', url, expires_at: by } });
    const browsers = await Promise.all([0, 1].map(async () => new Browser().open(local(url))));
    for (const { status, page } of browsers) expect([status, page]).toEqual([200, expect.stringContaining('value="approve"')]);
    const { mandate_id: second, next_action: action } = await read(path);
    expect([second === first, action]).toEqual([false, expect.objectContaining({ type: 'upi_intent' })]);
    expect((await merchant.get(`/v1/mandates?customer_id=${String((await read(path)).customer_id)}`)).json.data).toHaveLength(2);
    await browsers[0]?.submit(`/authorize/${id}`, { decision: 'approve' });
    expect(await read(path)).toMatchObject({ status: 'active', mandate_id: second, short_url: null });
  });

  it.each([
    ['asked to agree to a mandate', {}],
    ['asked to agree to a mandate that serves longer', { payment_method: 'enach' }],
    ['asked to choose a method', { payment_methods: ['upi', 'card'] }],
  ])('says after authorize_by_at that the time is over, to a customer who was %s', async (_what, body) => {
    const clocks = new ClocksOf(merchant);
    const { clock, subscription: id } = await clocks.subscribed({ return_url: RETURN_URL, ...body });
    const { short_url: url } = await read(`/v1/subscriptions/${id}`);
    await clocks.advance(clock, { by: 'P12D' }, WAIT);
    expect(await read(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'expired', short_url: null });
    const { page } = await new Browser().open(local(url));
    expect(page).toContain('The time to agree is over');
    for (const text of ['Agree to debits', 'has ended', '<form', 'Test mode'])
      expect([text, page.includes(text)]).toEqual([text, text === 'Test mode']);
  });

  it('leaves a subscription as it was when the customer declines', async () => {
    const made = await subscription();
    expect((await answer(made, 'decline')).page).toContain('it was declined');
    expect(await read(`/v1/subscriptions/${String(made.id)}`)).toMatchObject({ status: 'created', paid_count: 0, next_action: null });
  });

  describe('with methods to choose from', () => {
    const offered = (body: object = {}): Promise<Json> => subscription({ payment_methods: ['upi', 'card', 'enach'], ...body });
    const choose = async (made: Json, typed: Record<string, string>): Promise<Browser> =>
      (await new Browser().open(local(made.short_url))).submit(`/authorize/${String(made.id)}`, typed);

    it('leads the customer to the page, which offers each', async () => {
      const made = await offered({ return_url: undefined });
      const { id, short_url: url, authorize_by_at: by } = made;
      expect(made).toMatchObject({
        status: 'created',
        payment_method: null,
        payment_methods: ['upi', 'card', 'enach'],
        mandate_id: null,
        next_action: { type: 'redirect_to_url', url, expires_at: by },
      });
      const { page } = await new Browser().open(local(url));
      expect(page).toContain('How would you like to pay?');
      for (const method of ['upi', 'card', 'enach']) expect(page).toContain(`name="payment_method" value="${method}"`);
      expect((await choose(made, { payment_method: 'wallet' })).status).toBe(400);
      expect((await choose(made, { payment_method: 'upi', vpa: 'nobody' })).page).toContain('The UPI address is not right');
      expect((await read(`/v1/subscriptions/${String(id)}`)).mandate_id).toBeNull();
    });

    it.each([
      ['upi', 'active', [24, 48, 72]],
      ['card', 'active', [24, 48, 72]],
      ['enach', 'authenticated', []],
    ])('%s: the chosen one is agreed to, and the subscription is %s', async (method, status, schedule) => {
      const made = await offered();
      const browser = await choose(made, { payment_method: method });
      expect(browser.page).toContain('name="decision" value="approve"');
      const path = `/v1/subscriptions/${String(made.id)}`;
      expect(await read(path)).toMatchObject({ status: 'created', payment_method: method, retry_schedule: schedule });
      await browser.submit(`/authorize/${String(made.id)}`, { decision: 'approve' });
      expect(browser.page).toContain('you have agreed');
      const begun = await read(path);
      expect(begun).toMatchObject({ status, short_url: null, next_action: null, payment_method: method });
      expect(await read(`/v1/mandates/${String(begun.mandate_id)}`)).toMatchObject({ method, status: 'active', max_amount: 49900 });
      expect((await browser.open(local(made.short_url))).page).not.toContain('How would you like to pay?');
    });

    it.each([
      ['one after the other', async (forms: (() => Promise<unknown>)[]) => void (await forms[0]?.(), await forms[1]?.())],
      ['at once', async (forms: (() => Promise<unknown>)[]) => void (await Promise.all(forms.map(async (send) => send())))],
    ])('registers one mandate when the form is sent twice, %s', async (_when, sendAll) => {
      const made = await offered();
      const browsers = await Promise.all([0, 1].map(async () => new Browser().open(local(made.short_url))));
      await sendAll(browsers.map((browser) => () => browser.submit(`/authorize/${String(made.id)}`, { payment_method: 'upi' })));
      for (const { status, page } of browsers) expect([status, page]).toEqual([200, expect.stringContaining('The UPI app of the sandbox')]);
      // The same changes as of a customer who chose once.
      const once = await offered();
      await choose(once, { payment_method: 'upi' });
      const { sequence } = await read(`/v1/subscriptions/${String(once.id)}`);
      expect(await read(`/v1/subscriptions/${String(made.id)}`)).toMatchObject({ status: 'created', sequence });
    });

    it('begins at once where there is no page to return to, and lets a customer who declined choose again', async () => {
      const begun = await offered({ return_url: undefined });
      await choose(begun, { payment_method: 'upi' });
      expect((await read(`/v1/subscriptions/${String(begun.id)}`)).status).toBe('active');
      const made = await offered();
      const browser = await choose(made, { payment_method: 'upi', vpa: 'mandate.decline@sandbox' });
      expect(browser.page).toContain('it was declined');
      await browser.submit(`/authorize/${String(made.id)}`, { payment_method: 'enach', bank: 'SBXS' });
      expect(await read(`/v1/subscriptions/${String(made.id)}`)).toMatchObject({ status: 'authenticated', payment_method: 'enach' });
    });

    it('offers no method that was not named, and none for what one of them cannot debit', async () => {
      const made = await offered({ payment_methods: ['card'] });
      expect((await choose(made, { payment_method: 'upi' })).status).toBe(400);
      const large = await offered({ amount: 10_000_000, payment_methods: ['enach', 'upi'] });
      expect(large).toMatchObject({ error: { code: 'amount_too_large', hint: 'A mandate on card or enach takes it.' } });
    });
  });

  it('opens for the secret of its own object alone, takes no word of no button, and is in no event', async () => {
    const [own, other] = [await mandate(), await mandate()];
    const foreign = String(own.short_url).replace(/\?.*/, new URL(String(other.short_url)).search);
    const urls = [foreign, changedLast(String(own.short_url)), String(own.short_url).replace(/\?.*/, '')];
    for (const url of urls) expect((await new Browser().open(local(url))).status).toBe(404);
    expect((await answer(own, 'maybe')).status).toBe(400);
    expect((await read(`/v1/mandates/${String(own.id)}`)).status).toBe('requires_action');
    const { json: payment } = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', payment_methods: ['upi'] });
    const mixed = await new Browser().open(local(String(payment.checkout_url).replace('/checkout/', '/authorize/')));
    expect(mixed.status).toBe(404);
    const events = await eventually(async () => {
      const { text } = await merchant.get(`/v1/events?resource_id=${String(own.id)}`);
      expect(text).toContain(`/authorize/${String(own.id)}"`);
      return text;
    });
    expect(events).not.toContain('client_secret=');
  });
});
