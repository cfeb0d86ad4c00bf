import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const PATH = '/v1/account';

describe('/v1/account', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });

  it('is the account of the key', async () => {
    expect((await merchant.get(PATH)).json).toMatchObject({
      ...{ id: expect.stringMatching(/^acct_[0-9A-Za-z]{24}$/), object: 'account', livemode: null, name: 'New here', status: 'active' },
      ...{ live_enabled: true, country: 'IN', timezone: 'Asia/Kolkata', support: { email: null, phone: null, url: null }, sequence: 1 },
    });
  });

  it('is changed field by field, and shows what it was', async () => {
    const { json: before } = await merchant.get(PATH);
    const support = { email: 'help@example.com', phone: '080 1234 5678' };
    const changed = await merchant.patch(PATH, { name: 'Acme', support, statement_descriptor: 'ACME', metadata: { crm: 'A-17' } });
    expect(changed.json).toMatchObject({
      ...{ id: before.id, name: 'Acme', support: { email: 'help@example.com', phone: '+918012345678', url: null }, sequence: 2 },
      ...{ statement_descriptor: 'ACME', metadata: { crm: 'A-17' } },
    });
    const emptied = await merchant.patch(PATH, { support: { email: null }, statement_descriptor: null, metadata: null });
    expect(emptied.json).toMatchObject({ support: { email: null, phone: '+918012345678' }, statement_descriptor: null, metadata: {} });
    expect((await merchant.get(`${PATH}?as_of=2`)).json).toEqual(changed.json);
  });

  it('is the same with keys of both modes, and its events are live ones', async () => {
    const live = merchant.with(hundi.liveKey);
    const { json } = await live.patch(PATH, { metadata: { changed: crypto.randomUUID() } });
    expect((await merchant.with(hundi.testKey).get(PATH)).json).toEqual(json);
    await eventually(async () => {
      const { json: feed } = await live.get('/v1/events?type=account.updated');
      const { developer_contacts: _inNoEvent, ...settings } = json.settings as Record<string, unknown>;
      expect((feed.data as object[])[0]).toMatchObject({ livemode: true, data: { object: { ...json, settings } } });
      expect(JSON.stringify((feed.data as object[])[0])).not.toContain('developer_contacts');
    });
    expect((await merchant.with(hundi.testKey).get('/v1/events?type=account.updated')).json.data).toEqual([]);
  });

  it('empties what is set to null', async () => {
    const settings = {
      late_authorization: 'hold',
      payment_methods: ['card'],
      request_log_days: 3,
    };
    const branding = { display_name: 'Acme', color: '#0A5CFF' };
    const { json } = await merchant.patch(PATH, { settings, branding });
    expect(json).toMatchObject({ settings, branding: { display_name: 'Acme', color: '#0a5cff' } });
    expect((await merchant.get(PATH)).json).toEqual(json);
    const { json: emptied } = await merchant.patch(PATH, { settings: null, branding: { color: null } });
    expect(emptied.settings).toEqual({
      ...{ request_log_days: 7, late_authorization: null, payment_methods: ['upi', 'card', 'netbanking'], developer_contacts: [] },
      ...{ after_dunning: 'halt', unique_reference_id: false, require_two_factor: false, on_leak: 'revoke' },
    });
    expect(emptied.branding).toEqual({ display_name: 'Acme', color: null, logo_file_id: null });
  });

  it('puts settings in force with the answer, for payments and their late money, and again when they are emptied', async () => {
    const card = { payment_method: 'card', card: { number: '4111111111111111', expiry_month: 12, expiry_year: 2035, cvv: '123' } };
    const pay = (): Promise<Answer> => merchant.post('/v1/payments', { amount: 50000, currency: 'INR', ...card });
    expect((await pay()).json).toMatchObject({ status: 'captured', statement_descriptor: null });
    await merchant.patch(PATH, { settings: { payment_methods: ['upi'] } });
    expect((await pay()).error).toMatchObject({ reason: 'method_not_offered' });
    await merchant.patch(PATH, { statement_descriptor: 'AT ONCE', settings: { payment_methods: null, late_authorization: 'refund' } });
    expect((await pay()).json).toMatchObject({ status: 'captured', statement_descriptor: 'AT ONCE' });
    const failed = await merchant.payment('failed', { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } });
    await merchant.post(failed.replace('/v1', '/v1/test_helpers') + '/simulate', { outcome: 'captured' });
    await eventually(async () =>
      expect((await merchant.get(failed)).json).toMatchObject({ amount_refunded: 50000, late_authorized: true }),
    );
  });

  it('is changed once by one key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await merchant.patch(PATH, { name: 'Once' }, key), await merchant.patch(PATH, { name: 'Once' }, key)];
    expect([again.text, again.headers['idempotent-replayed'], first.json.sequence]).toEqual([first.text, 'true', 2]);
  });

  it('reports every wrong field at once, and keeps nothing', async () => {
    const settings = { payment_methods: [], late_authorization: 'keep', developer_contacts: ['no address'] };
    const support = { email: 'no address', phone: '1', url: 'example' };
    const answer = await merchant.patch(PATH, { name: 7, support, branding: { color: 'blue' }, settings, metadata: { a: [] } });
    expect([answer.status, ...problemsOf(answer).toSorted()]).toEqual([
      400,
      ...['branding.color parameter_invalid', 'metadata metadata_invalid', 'name parameter_invalid'],
      ...['settings.developer_contacts email_invalid', 'settings.late_authorization parameter_invalid'],
      ...['settings.payment_methods parameter_invalid', 'support.email email_invalid', 'support.phone phone_invalid'],
      'support.url url_invalid',
    ]);
    expect((await merchant.get(PATH)).json.sequence).toBe(1);
  });
});
