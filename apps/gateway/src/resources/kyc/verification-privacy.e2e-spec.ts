import { hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();
const PATH = '/v1/kyc/verifications';
const CONSENT = { given: true, text_version: '2026-04', captured_at: 1_795_253_400, purpose: 'Account opening', channel: 'web' };

describe('a verification and those whom it does not concern', () => {
  let merchant: Merchant;
  let customer_id: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer_id = (await merchant.customer({ name: 'Canary Kumari' })).split('/').at(-1) ?? '';
  });
  const create = (document_number: string, headers?: Record<string, string>) =>
    merchant.post(PATH, { customer_id, document_type: 'aadhaar', document_number, consent: CONSENT }, headers);

  it.each([
    ['another account', () => hundi.otherTestKey],
    ['another account in live mode', () => hundi.otherLiveKey],
    ['its own account in live mode', () => hundi.liveKey],
  ])('is not there for %s, on any route, and nothing happens to it', async (_whose, key) => {
    const path = String((await create('9999-0004-0006')).headers.location);
    const before = (await merchant.get(path)).text;
    const stranger = merchant.with(key());
    for (const read of [path, `${path}/events`, `${path}?as_of=1`]) {
      const { status, error, text } = await stranger.get(read);
      expect([read, status, error.code, error.message, text.includes('Kumari')]).toEqual([
        read,
        404,
        'resource_missing',
        expect.any(String),
        false,
      ]);
    }
    for (const [action, body] of [['submit', { otp: '111000' }], ['resend'], ['cancel'], ['redact'], ['withdraw_consent']] as const) {
      const { status, error } = await stranger.post(`${path}/${action}`, body, { 'idempotency-key': newKey() });
      expect([action, status, error.code]).toEqual([action, 404, 'resource_missing']);
    }
    const listed = await stranger.get(`${PATH}?customer_id=${customer_id}`);
    expect([listed.status, (listed.json.data as unknown[] | undefined) ?? []]).toEqual([listed.status, []]);
    const alien = { customer_id, document_type: 'aadhaar', document_number: '9999-0001-0009', consent: CONSENT };
    const live = { ...alien, document_type: 'pan', document_number: 'ABCPV1234D' };
    const made = await stranger.post(PATH, live);
    expect([made.status, made.error.code, made.error.param]).toEqual([404, 'resource_missing', 'customer_id']);
    expect((await merchant.get(path)).text).toBe(before);
    expect((await merchant.get(`${path}/events`)).json.data).toHaveLength(2);
  });

  it('is not found by its number or anything made of it: lists know no such filter', async () => {
    await create('9999-0001-0009');
    for (const name of ['document_number', 'document_hash', 'number']) {
      const answer = await merchant.get(`${PATH}?${name}=999900010009`, { prefer: 'handling=strict' });
      expect([answer.status, answer.error.errors[0]?.code]).toEqual([400, 'parameter_unknown']);
    }
  });

  it('does not come back by a repeated request or its key once it is redacted, from the first answer on', async () => {
    const headers = { 'idempotency-key': newKey() };
    const first = await create('9999-0001-0009', headers);
    expect(first.json).toMatchObject({ status: 'verified', customer_name: 'Canary Kumari', document_number: 'XXXX-XXXX-0009' });
    const path = String(first.headers.location);
    await merchant.post(`${path}/redact`);
    const copies = [
      () => create('9999-0001-0009', headers),
      () => merchant.get(`/v1/idempotency_keys/${headers['idempotency-key']}`),
      () => merchant.get(`${path}?as_of=2`),
      () => merchant.get(`${path}/events`),
      () => merchant.get(`${PATH}?customer_id=${customer_id}&limit=100`),
    ];
    for (const copy of copies) {
      const { status, text } = await copy();
      expect([status < 300, text.includes(path.split('/').at(-1) ?? '')]).toEqual([true, true]);
      expect(recordOf(text, path)).not.toMatch(/Kumari|XXXX-XXXX-0009/);
    }
  });

  it('keeps which text was agreed to, for what, and since when no more, and says so in the record alone', async () => {
    const { json, headers } = await create('9999-0001-0009');
    const path = String(headers.location);
    const { given: _given, ...kept } = CONSENT;
    expect(json.consent).toEqual({ ...kept, language: null, withdrawn_at: null });
    const { json: withdrawn } = await merchant.post(`${path}/withdraw_consent`);
    expect(withdrawn).toMatchObject({ customer_name: null, redacted_at: expect.any(Number), consent: kept });
    expect((withdrawn.consent as { withdrawn_at: unknown }).withdrawn_at).toEqual(expect.any(Number));
    expect((await merchant.get(`${path}/events`)).text).not.toContain('Account opening');
  });
});

/** What a list or an answer holds about one verification. */
function recordOf(text: string, path: string): string {
  const { data } = JSON.parse(text) as { data?: { id?: string }[] };
  const id = path.split('/').at(-1);
  const isList = Array.isArray(data) && data.some((one) => one.id === id);
  return isList ? JSON.stringify(data.filter((one) => one.id === id)) : text;
}
