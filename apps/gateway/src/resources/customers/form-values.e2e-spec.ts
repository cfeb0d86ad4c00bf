import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const UNKNOWN = expect.objectContaining({ reason: 'vpa_not_in_sandbox' }) as object;
const PAYMENT = { amount: 50_000, currency: 'INR', payment_method: 'upi' };

describe('what forms send', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const customer = (body: object): Promise<Answer> => merchant.post('/v1/customers', body);

  it.each(['email', 'phone', 'gstin', 'description', 'reference_id'])('an empty %s of a customer is null', async (name) => {
    const { status, json } = await customer({ name: 'Asha', [name]: '' });
    expect([status, json[name]]).toEqual([201, null]);
  });

  it('an empty text in a change empties the member, as null does', async () => {
    const { json } = await customer({ name: 'Asha', email: 'asha@example.com', phone: '+919876543210', address: { country: 'IN' } });
    const changed = await merchant.patch(`/v1/customers/${String(json.id)}`, { email: '', phone: '', address: { country: '' } });
    expect(changed.json).toMatchObject({ email: null, phone: null, address: null });
  });

  it('empty members of a payment and of a refund count as left out', async () => {
    const empty = { customer_id: '', return_url: '', upi: { vpa: '' }, description: '', processor: '', capture_method: '' };
    const paid = await merchant.post('/v1/payments', { ...PAYMENT, ...empty });
    expect([paid.status, paid.json]).toMatchObject([201, { status: 'captured', customer_id: null, return_url: null }]);
    const refund = await merchant.post('/v1/refunds', { payment_id: paid.json.id, reason: '', reference_id: '' });
    expect([refund.status, refund.json.reference_id]).toEqual([201, null]);
  });

  it('an empty member that is required is missing', async () => {
    expect(problemsOf(await merchant.post('/v1/payment_methods/validate_vpa', { vpa: '' }))).toEqual(['vpa parameter_missing']);
    expect(problemsOf(await merchant.post('/v1/payments', { ...PAYMENT, currency: '' }))).toEqual(['currency parameter_missing']);
  });

  it.each(['', '   ', '\u200b', ' \u2060\ufeff'])('a name of blanks (%j) recognizes nobody', async (name) => {
    expect(problemsOf(await customer({ name }))).toEqual(['name parameter_missing']);
  });

  it('an empty number, flag or list is refused', async () => {
    const { status } = await merchant.post('/v1/payments', { ...PAYMENT, expires_at: '', save_payment_method: '' });
    expect(status).toBe(400);
  });
});

describe('formats that a standard promises', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it.each(['UK', 'ZZ', 'QQ', 'AA', 'EU', 'SU', 'AN', 'IND'])('refuse %s as a country', async (country) => {
    const answer = await merchant.post('/v1/customers', { name: 'Asha', address: { country } });
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'address.country parameter_invalid']);
    if (country === 'UK') expect(answer.error.message).toContain('GB');
  });

  it.each(['IN', 'gb', 'US', 'AE'])('take %s as a country', async (country) => {
    const { json } = await merchant.post('/v1/customers', { name: 'Asha', address: { country } });
    expect(json.address).toMatchObject({ country: country.toUpperCase() });
  });
});

describe('a UPI address under @sandbox', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it.each([
    ['failure@sandbox', 'debitfailed@sandbox'],
    ['Insufficent@Sandbox', 'insufficient@sandbox'],
    ['failed@sandbox', 'declined@sandbox'],
    ['mandate.lowfund@sandbox', 'mandate.lowfunds@sandbox'],
    ['timeout@sandbox', 'the sandbox knows'],
  ])('%s is refused and pays nothing: %s', async (vpa, meant) => {
    const path = await merchant.customer({ name: 'Asha' });
    const customer_id = path.split('/').at(-1);
    const answers = [
      await merchant.post('/v1/payments', { ...PAYMENT, upi: { vpa } }),
      await merchant.post(`${path}/payment_methods`, { upi: { vpa } }),
      await merchant.post('/v1/mandates', { customer_id, method: 'upi', max_amount: 100_000, upi: { vpa } }),
      await merchant.post('/v1/payment_methods/validate_vpa', { vpa }),
    ];
    for (const { status, json, text } of answers) {
      expect([status, json.error]).toMatchObject([400, { errors: expect.arrayContaining([UNKNOWN]) as object }]);
      expect(text).toContain(meant);
    }
  });

  it('pays as its table says, and one of another handle by the amount', async () => {
    const [known, other] = [
      await merchant.post('/v1/payments', { ...PAYMENT, upi: { vpa: 'SUCCESS@sandbox' } }),
      await merchant.post('/v1/payments', { ...PAYMENT, upi: { vpa: 'failure@ybl' } }),
    ];
    expect([known.json.status, other.json.status]).toEqual(['captured', 'captured']);
  });
});

describe('a message', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const messageOf = async (body: object): Promise<string> => (await merchant.post('/v1/payments', { ...PAYMENT, ...body })).error.message;

  it('names the largest amount, and says of null in metadata what to do', async () => {
    expect(await messageOf({ amount: 2 ** 53 })).toContain('the maximum of ');
    expect(await messageOf({ metadata: { order: null } })).toBe('metadata may not have null as a value: leave the key out.');
  });

  it('refuses a security code of four digits, which American Express alone prints', async () => {
    const card = { expiry_month: 12, expiry_year: 2035, cvv: '1234' };
    const paid = (number: string) => merchant.post('/v1/payments', { ...PAYMENT, payment_method: 'card', card: { ...card, number } });
    const [visa, amex] = [await paid('4111111111111111'), await paid('340256000401007')];
    expect([visa.error.param, amex.status]).toEqual(['card.cvv', 201]);
  });

  it('does not advise to cancel a payment that was refunded in full', async () => {
    const { json } = await merchant.post('/v1/payments', PAYMENT);
    await merchant.post('/v1/refunds', { payment_id: json.id });
    const { error } = await merchant.post('/v1/refunds', { payment_id: json.id });
    expect([error.code, error.hint]).toEqual(['payment_not_refundable', 'GET /v1/payments/{id}/refunds shows what went back.']);
  });

  it('refuses an hour that RFC 3339 does not have', async () => {
    const answer = await merchant.get('/v1/payments?created_at[gte]=2026-11-28T24:00:00Z');
    expect([answer.status, answer.error.param]).toEqual([400, 'created_at[gte]']);
  });
});

describe('formats that a standard names', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it.each([
    ['ISO 3166-1', '/v1/customers', { name: 'Asha', address: { country: '\u0131n' } }, 'address.country parameter_invalid'],
    ['E.164', '/v1/customers', { name: 'Asha', phone: '98765 43210 ext 5' }, 'phone phone_invalid'],
    ['E.164', '/v1/customers', { name: 'Asha', phone: '+919876543210;ext=5' }, 'phone phone_invalid'],
    ['RFC 3986', '/v1/payments', { ...PAYMENT, return_url: 'https:shop.example.com' }, 'return_url url_invalid'],
  ])('%s is held: %s %j', async (_standard, path, body, problem) => {
    const answer = await merchant.post(path, body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
  });

  it.each(['99843', '9984311', '000000', '00', '998431000', '9984 31'])('%s is neither an SAC nor an HSN code', async (sac) => {
    const plan = { name: 'Gold', amount: 49_900, interval: 'month', tax: { sac, rate_bps: 1_800 } };
    expect(problemsOf(await merchant.post('/v1/plans', plan))).toEqual(['tax.sac parameter_invalid']);
    expect(problemsOf(await merchant.patch('/v1/tax_settings', { default_sac: sac }))).toEqual(['default_sac parameter_invalid']);
  });

  it.each(['9984', '998431', '84713010'])('takes the code %s', async (sac) => {
    const plan = { name: 'Gold', amount: 49_900, interval: 'month', tax: { sac, rate_bps: 1_800 } };
    expect((await merchant.post('/v1/plans', plan)).json.tax).toMatchObject({ sac });
  });
});

describe('statement_descriptor', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it.each(['😀', 'a\nb', 'A<B>', 'एक', 'A*B', '"Acme"', "Asha's", 'a\\b', '12345', 'A'.repeat(23), 'A\u200bB', 'Ａcme'])(
    'refuses %j, which no card network prints, of a payment and of the account',
    async (statement_descriptor) => {
      const answers = [
        await merchant.post('/v1/payments', { ...PAYMENT, statement_descriptor }),
        await merchant.patch('/v1/account', { statement_descriptor }),
      ];
      for (const answer of answers) expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'statement_descriptor parameter_invalid']);
    },
  );

  it.each(['ACME SOFTWARE', 'Acme.in/orders #1', 'A&B, Co. (2)'])('takes %j', async (statement_descriptor) => {
    const { json } = await merchant.post('/v1/payments', { ...PAYMENT, statement_descriptor });
    expect(json.statement_descriptor).toBe(statement_descriptor);
  });
});
