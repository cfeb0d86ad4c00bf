import { request } from 'undici';
import { hundiUnderTest } from '#testing';
import { ApiClient } from '../../test/api-client';
import type { Answer } from '../../test/api-client';
import { Browser } from '../../test/browser';
import { scanQrCode } from '../../test/qr-scanner';
import { escapeHtml } from '../docs/html';

const hundi = hundiUnderTest();

interface Offer {
  type: string;
  banks: { code: string; name: string }[] | null;
}

describe('the hosted pages', () => {
  let api: ApiClient;
  const create = async (body: object): Promise<Answer> =>
    api.post('/v1/payments', { key: hundi.testKey, body: { amount: 50000, currency: 'INR', ...body } });
  const read = async (id: unknown): Promise<Answer> => api.get(`/v1/payments/${String(id)}`, { key: hundi.testKey });
  const local = (url: unknown): string => `${hundi.baseUrl}${new URL(String(url)).pathname}${new URL(String(url)).search}`;

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
  });

  it('let a customer choose a method, pay, and go back to the shop', async () => {
    const { json } = await create({
      payment_methods: ['upi', 'card'],
      description: 'Order <1>',
      return_url: 'https://shop.example/back?x=1',
    });
    expect(json.checkout_url).toContain(String(json.client_secret));
    const browser = await new Browser().open(local(json.checkout_url));
    expect([browser.status, browser.page]).toEqual([200, expect.stringContaining('Order &#60;1&#62;')]);
    expect(browser.policy).toContain("default-src 'none'");
    await browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'upi', vpa: 'success@sandbox' });
    expect(browser.page).toContain('the payment has arrived');
    expect(browser.page).toContain(`https://shop.example/back?x=1&#38;payment_id=${String(json.id)}&#38;status=captured`);
    expect((await read(json.id)).json).toMatchObject({ status: 'captured', payment_method: 'upi' });
  });

  it('lead back to an address with signs that mean something elsewhere', async () => {
    const { json } = await create({ payment_methods: ['upi'], return_url: 'https://shop.example/$&/$$/back' });
    const browser = await new Browser().open(local(json.checkout_url));
    await browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'upi', vpa: 'success@sandbox' });
    const address = `https://shop.example/$&#38;/$$/back?payment_id=${String(json.id)}&#38;status=captured`;
    expect(browser.page).toContain(`<meta http-equiv="refresh" content="2;url=${address}">`);
    expect(browser.page).toContain(`<a href="${address}" rel="noreferrer">Back to the shop</a>`);
  });

  it('show rupees as India groups them, in the title, the heading and on the button', async () => {
    const { json } = await create({ amount: 12_345_678, payment_methods: ['card'] });
    const { page } = await new Browser().open(local(json.checkout_url));
    expect(page).toContain('<title>Pay ₹1,23,456.78</title>');
    expect(page).toContain('<h1>₹1,23,456.78</h1>');
    expect(page).toContain('<button>Pay ₹1,23,456.78</button>');
  });

  it('name the banks that the customer can choose, all that we take', async () => {
    const { json } = await create({ payment_methods: ['netbanking'] });
    const { page } = await new Browser().open(local(json.checkout_url));
    const offers = (await api.get('/v1/payment_methods', { key: hundi.testKey })).json as unknown as { data: Offer[] };
    const banks = offers.data.find(({ type }) => type === 'netbanking')?.banks ?? [];
    expect(banks).toContainEqual(expect.objectContaining({ code: 'SBIN', name: 'State Bank of India' }));
    const chosen = [...page.matchAll(/<option value="(\w+)">([^<]+)</g)].map(([, code, name]) => `${code} ${name?.replace('&#38;', '&')}`);
    expect(chosen.toSorted()).toEqual(banks.map(({ code, name }) => `${code} ${name}`).toSorted());
    expect(banks.filter(({ code, name }) => code === name)).toEqual([]);
  });

  it('show a decline, and let the customer try again', async () => {
    const { json } = await create({ payment_methods: ['upi'] });
    const browser = await new Browser().open(local(json.checkout_url));
    const path = `/checkout/${String(json.id)}`;
    await browser.submit(path, { payment_method: 'upi', vpa: 'insufficient@sandbox' });
    expect(browser.page).toContain('The account has too little money.');
    // The shop can still send its customer back to the page.
    expect((await read(json.id)).json).toMatchObject({ status: 'failed', checkout_url: json.checkout_url });
    await browser.submit(path, { payment_method: 'upi', vpa: 'success@sandbox' });
    expect((await read(json.id)).json).toMatchObject({ status: 'captured', attempt_count: 2, checkout_url: null });
  });

  it.each([
    ['on a desktop', {}, 'upi_qr', 'mode=15&'],
    ['on a phone', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36' }, 'upi_intent', '&mode=04'],
    ['in a browser that says so in a hint', { 'sec-ch-ua-mobile': '?1' }, 'upi_intent', '&mode=04'],
  ])('show a UPI code to scan and the link of it, %s', async (_where, headers, type, mode) => {
    const { json } = await create({ payment_methods: ['upi'], return_url: 'https://shop.example/back', description: `"><b>'` });
    const browser = await new Browser(headers).open(local(json.checkout_url));
    await browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'upi', vpa: '' });
    const action = (await read(json.id)).json.next_action as { type: string; qr: string; qr_code: string };
    expect([action.type, action.qr]).toEqual([type, expect.stringContaining(mode)]);
    const [image = ''] = /<svg .*<\/svg>/.exec(browser.page) ?? [];
    expect([image, scanQrCode(image)]).toEqual([action.qr_code, action.qr]);
    expect(browser.page).toContain(`<a href="${escapeHtml(action.qr)}">Open your UPI app</a>`);
    expect(browser.page).toContain('http-equiv="refresh"');
    // The policy allows neither.
    expect(browser.policy).toBe("default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    expect(browser.page).not.toMatch(/<script|<img|\sstyle=|\son\w+=/);
  });

  it.each(['12/30', '12/2030', ' 12 / 30 ', '12-30', '1/31', '1230', '12 30', '2030-12', '122030'])(
    'take the expiry date %j, with blanks around what is typed',
    async (expiry) => {
      const { json } = await create({ payment_methods: ['card'] });
      const browser = await new Browser().open(local(json.checkout_url));
      const card = { card_number: ' 4999 0000 0000 0005 ', expiry, cvv: ' 123 ' };
      await browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'card', ...card });
      expect((await read(json.id)).json.status).toBe('captured');
    },
  );

  it('tell the customer what is wrong with a form, and charge nothing', async () => {
    const { json } = await create({ payment_methods: ['card'] });
    const browser = await new Browser().open(local(json.checkout_url));
    await browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'card', card_number: '4539148803436467', expiry: '12/2030' });
    expect([browser.status, browser.page]).toEqual([400, expect.stringContaining('not a card of the sandbox')]);
    expect((await read(json.id)).json).toMatchObject({ status: 'created', attempt_count: 0 });
  });

  it.each([
    [
      'a month that there is not',
      { payment_method: 'card', card_number: '4999000000000005', expiry: '13/2030' },
      'The expiry date is not right.',
    ],
    ['a card without its expiry', { payment_method: 'card', card_number: '4999000000000005' }, 'The expiry date is not right.'],
    [
      'a security code of letters',
      { payment_method: 'card', card_number: '4999000000000005', expiry: '12/2030', cvv: 'abc' },
      'security code',
    ],
    ['a UPI address that is none', { payment_method: 'upi', vpa: 'asha' }, 'The UPI address is not right.'],
    ['an unknown UPI address', { payment_method: 'upi', vpa: 'invalid@sandbox' }, 'The UPI address is not right.'],
    ['a method that there is not', { payment_method: 'cheque' }, 'Please choose another way to pay.'],
  ])('say in words of a payer what is wrong with %s', async (_what, typed, words) => {
    const { json } = await create({ payment_methods: ['card', 'upi'] });
    const browser = await new Browser().open(local(json.checkout_url));
    await browser.submit(`/checkout/${String(json.id)}`, typed);
    expect([browser.status, browser.page]).toEqual([400, expect.stringContaining(words)]);
    expect(browser.page).not.toMatch(/card\.\w|upi\.\w|payment_method must|integer/);
  });

  it('show what came of it when a form is sent twice', async () => {
    const { json } = await create({ payment_methods: ['upi'] });
    const [first, second] = await Promise.all([0, 1].map(() => new Browser().open(local(json.checkout_url))));
    for (const browser of [first, second]) {
      await browser?.submit(`/checkout/${String(json.id)}`, { payment_method: 'upi', vpa: 'success@sandbox' });
      expect([browser?.status, browser?.page]).toEqual([200, expect.stringContaining('the payment has arrived')]);
      expect(browser?.page).not.toContain('role="alert"');
    }
    expect((await read(json.id)).json).toMatchObject({ status: 'captured', attempt_count: 1 });
  });

  it.each([
    ['one after the other', async (forms: (() => Promise<unknown>)[]) => void (await forms[0]?.(), await forms[1]?.())],
    ['at once', async (forms: (() => Promise<unknown>)[]) => void (await Promise.all(forms.map(async (send) => send())))],
  ])('begin one attempt when a form is sent twice, %s, and the bank has not answered yet', async (_when, sendAll) => {
    const { json } = await create({ payment_methods: ['upi'], return_url: 'https://shop.example/back' });
    const browsers = await Promise.all([0, 1].map(async () => new Browser().open(local(json.checkout_url))));
    await sendAll(
      browsers.map((browser) => () => browser.submit(`/checkout/${String(json.id)}`, { payment_method: 'upi', vpa: 'asha@okaxis' })),
    );
    for (const { status, page } of browsers) {
      expect([status, page]).toEqual([200, expect.stringContaining('Approve the request for asha@okaxis')]);
    }
    expect((await read(json.id)).json).toMatchObject({ status: 'requires_action', attempt_count: 1 });
  });

  it('look again at the payment after a form that was refused while the customer has to act', async () => {
    const { json } = await create({ payment_methods: ['upi'], return_url: 'https://shop.example/back' });
    const path = `/checkout/${String(json.id)}`;
    const browser = await new Browser().open(local(json.checkout_url));
    await browser.submit(path, { payment_method: 'upi', vpa: 'asha@okaxis' });
    await browser.submit(path, { otp: '123456', client_secret: String(json.client_secret) });
    expect(browser.status).toBe(400);
    await browser.refresh();
    expect([browser.status, browser.page]).toEqual([200, expect.stringContaining('Approve the request for asha@okaxis')]);
  });

  describe('404', () => {
    it('for an id without its secret, with another one, and for no payment at all: the same page', async () => {
      const [mine, other] = [(await create({ payment_methods: ['upi'] })).json, (await create({ payment_methods: ['upi'] })).json];
      const unknownId = 'pay_0VbanWjR20xBimn7M2VGDl3W';
      const pages = await Promise.all(
        [
          `/checkout/${String(mine.id)}`,
          `/checkout/${String(mine.id)}?client_secret=${String(other.client_secret)}`,
          `/checkout/${unknownId}`,
          `/sandbox/pay/${String(mine.id)}`,
        ].map((path) => new Browser().open(hundi.baseUrl + path)),
      );
      expect(new Set(pages.map(({ status, page }) => `${status} ${page}`)).size).toBe(1);
      expect(pages[0]?.status).toBe(404);
    });
  });

  describe('415', () => {
    it('for a form that is sent to the API', async () => {
      const response = await request(`${hundi.baseUrl}/v1/payments`, {
        method: 'POST',
        body: 'amount=1',
        headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      });
      await response.body.dump();
      expect(response.statusCode).toBe(415);
    });
  });
});
