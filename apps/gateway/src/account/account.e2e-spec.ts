import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';

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
      expect((feed.data as object[])[0]).toMatchObject({ livemode: true, data: { object: json } });
    });
    expect((await merchant.with(hundi.testKey).get('/v1/events?type=account.updated')).json.data).toEqual([]);
  });

  it('is changed once by one key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await merchant.patch(PATH, { name: 'Once' }, key), await merchant.patch(PATH, { name: 'Once' }, key)];
    expect([again.text, again.headers['idempotent-replayed'], first.json.sequence]).toEqual([first.text, 'true', 2]);
  });

  it('reports every wrong field at once, and keeps nothing', async () => {
    const answer = await merchant.patch(PATH, { name: 7, support: { email: 'nobody', phone: '1', url: 'example' }, metadata: { a: [] } });
    expect([answer.status, ...problemsOf(answer).toSorted()]).toEqual([
      400,
      ...['metadata metadata_invalid', 'name parameter_invalid', 'support.email email_invalid', 'support.phone phone_invalid'],
      'support.url url_invalid',
    ]);
    expect((await merchant.get(PATH)).json.sequence).toBe(1);
  });
});
