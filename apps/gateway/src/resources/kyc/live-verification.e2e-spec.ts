import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, hundiMode, type HundiProcess, SECURE_ID_OTP, FakeSecureId, startHundi } from '#testing';
import { everyRow } from '../../../test/every-row';
import { everyTopic } from '../../../test/every-topic';
import { IdentityProviders } from '../../../test/identity-providers';
import { Merchant, newKey } from '../../../test/merchant';

jest.setTimeout(180_000);

const PATH = '/v1/kyc/verifications';
const AADHAAR = '999941057058';
const PAN = 'ABCPV1234D';
/** Not tried before: three tries a day. */
const OTHER_PAN = 'ABCPV4321D';
const PASSPORT_FILE = 'BN1081000000000';
/** Nothing of these may be found anywhere outside the two providers. */
const PII_PROBES = [
  AADHAAR,
  '9999-4105-7058',
  '9999 4105 7058',
  PAN,
  OTHER_PAN,
  PASSPORT_FILE,
  'ABCPV9876D',
  'J8369854',
  'ASHA CANARY',
  '1991-07-23',
];

const mode = hundiMode();

describe(`identity verification with live keys, ${mode}`, () => {
  const providers = new IdentityProviders();
  const { cashfree, setu } = providers;
  let hundi: HundiProcess;
  let merchant: Merchant;
  let customerId: string;

  beforeAll(async () => {
    await providers.start();
    providers.register([AADHAAR, PAN, OTHER_PAN, PASSPORT_FILE], { name: 'ASHA CANARY', dateOfBirth: '1991-07-23' });
    hundi = await startHundi({ mode, environment: providers.environment() });
    merchant = await Merchant.connect(hundi.baseUrl, hundi.liveKey);
    customerId = String((await merchant.customer({ name: 'Asha Canary' })).split('/').at(-1));
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await providers.stop();
  });
  beforeEach(() => cashfree.reset());

  const begin = async (order: object): Promise<string> => {
    const consent = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };
    const { status, json } = await merchant.post(PATH, { customer_id: customerId, consent, ...order });
    expect([status, json.status, json.customer_name]).toEqual([201, 'pending', null]);
    return `${PATH}/${String(json.id)}`;
  };
  const comesTo = (verification: string, expected: object): Promise<void> =>
    eventually(async () => expect((await merchant.get(verification)).json).toMatchObject(expected), { everyMs: 50 });
  const pan = { document_type: 'pan', document_number: PAN };

  it('a PAN is verified, with the name as the register has it', async () => {
    const verification = await begin({ ...pan, document_details: { date_of_birth: '1991-07-23' } });
    await comesTo(verification, {
      status: 'verified',
      customer_name: 'ASHA CANARY',
      document_number: 'XXXXXX234D',
      provider: 'cashfree',
      method: 'database',
    });
  });

  it('Aadhaar by OTP: sent, submitted, verified', async () => {
    const verification = await begin({ document_type: 'aadhaar', document_number: '9999-4105-7058' });
    await comesTo(verification, { status: 'requires_input', verification_reason_code: 'otp_required', next_action: { type: 'otp' } });
    const { status, json } = await merchant.post(`${verification}/submit`, { otp: SECURE_ID_OTP });
    expect([status, json.status]).toEqual([200, 'processing']);
    await comesTo(verification, { status: 'verified', date_of_birth: '1991-07-23' });
  });

  it('Aadhaar by consent in DigiLocker: the page, and back', async () => {
    const details = { method: 'digilocker', redirect_url: 'https://merchant.example/back' };
    const verification = await begin({ document_type: 'aadhaar', document_number: AADHAAR, document_details: details });
    await comesTo(verification, { status: 'requires_input', next_action: { type: 'redirect', url: expect.stringMatching(/^https:/) } });
    cashfree.consent(String((await merchant.get(verification)).json.provider_reference), AADHAAR);
    await comesTo(verification, { status: 'verified', method: 'digilocker' });
  });

  it('a webhook of a provider is taken when it is signed, about whatever it is, and refused when it is not', async () => {
    const id = String((await begin({ document_type: 'passport', document_number: 'J8369854' })).split('/').at(-1));
    const post = async (provider: string, reported: object, secret?: string): Promise<(string | number)[]> => {
      const { headers, rawBody } = FakeSecureId.webhook(reported, Date.now(), secret);
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: rawBody };
      const response = await fetch(`${hundi.baseUrl}/v1/kyc_webhooks/${provider}`, init);
      const { object, error } = (await response.json()) as { object?: string; error?: { code: string } };
      return [response.status, object ?? error?.code ?? ''];
    };
    const about = { verification_id: `${id}.1`, name: 'ASHA CANARY' };
    for (const reported of [about, about, { verification_id: 'kyc_000000000000000000000000.1' }, {}]) {
      expect(await post('cashfree', reported)).toEqual([200, 'kyc_webhook']);
    }
    expect(await post('cashfree', about, 'another secret')).toEqual([401, 'webhook_signature_invalid']);
    expect(await post('setu', about)).toEqual([404, 'resource_missing']);
    expect(await post('nobody', about)).toEqual([404, 'resource_missing']);
    expect((await merchant.post(`${PATH}/${id}/cancel`)).status).toBe(200);
  });

  it('another provider is asked when the first does not take it on, and none after a no', async () => {
    cashfree.failNext('unauthorized');
    await comesTo(await begin(pan), { status: 'verified', provider: 'setu' });
    const asked = setu.requests.length;
    await comesTo(await begin({ document_type: 'pan', document_number: 'AAAPZ1234C' }), {
      status: 'failed',
      verification_reason_code: 'document_not_found',
      provider: 'cashfree',
    });
    expect(setu.requests.length).toBe(asked);
  });

  it('a call that never comes back is made again under the same id: the provider charges once', async () => {
    cashfree.failNext('hang');
    const charged = cashfree.charged;
    const verification = await begin({
      document_type: 'passport',
      document_number: 'J8369854',
      document_details: { file_number: PASSPORT_FILE, date_of_birth: '1991-07-23' },
    });
    await eventually(() => expect(cashfree.count(/passport/)).toBe(1));
    await comesTo(verification, { status: 'verified', provider: 'cashfree' });
    expect(cashfree.charged - charged).toBe(1);
  });

  it('details that a provider needs are asked for, refused by their names while some are missing, and put the question at last', async () => {
    const asked = cashfree.requests.length;
    const verification = await begin({ document_type: 'passport', document_number: 'J8369854' });
    await comesTo(verification, { status: 'requires_input', next_action: { missing: ['file_number', 'date_of_birth'] } });
    const half = await merchant.post(`${verification}/submit`, { document_details: { date_of_birth: '1991-07-23' } });
    expect([half.status, half.error.code, half.error.param]).toEqual([400, 'parameter_missing', 'document_details.file_number']);
    expect(cashfree.requests.length).toBe(asked);
    const document_details = { date_of_birth: '1991-07-23', file_number: PASSPORT_FILE };
    const { status, json } = await merchant.post(`${verification}/submit`, { document_details });
    expect([status, json.status]).toEqual([200, 'processing']);
    await comesTo(verification, { status: 'verified', customer_name: 'ASHA CANARY' });
  });

  it('is answered 503 for a document that none of the providers verifies, and 400 without consent', async () => {
    const consent = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };
    const llpin = { customer_id: customerId, document_type: 'llpin', document_number: 'AAA-1234' };
    const none = await merchant.post(PATH, { ...llpin, consent });
    expect([none.status, none.error.code]).toEqual([503, 'processor_not_configured']);
    const bare = await merchant.post(PATH, { ...pan, customer_id: customerId });
    expect([bare.status, bare.error.code, bare.error.param]).toEqual([400, 'parameter_missing', 'consent']);
  });

  it('a request that is repeated or refused leaves nothing of its number behind', async () => {
    const body = {
      customer_id: customerId,
      consent: { given: true, text_version: '2026-04', captured_at: 1_795_000_000 },
      ...pan,
      document_number: OTHER_PAN,
    };
    const headers = { 'idempotency-key': newKey() };
    const [first, again] = [await merchant.post(PATH, body, headers), await merchant.post(PATH, body, headers)];
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await merchant.post(PATH, { ...body, metadata: { n: 1 } }, headers)).error.code).toBe('idempotency_key_reused');
    await comesTo(String(first.headers.location), { status: 'verified' });
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    // Every flow of this file has ended: the vault is empty, and no hash stands for a verification that is none.
    const left = `SELECT (SELECT count(*) FROM kyc.vault)::int AS numbers, (SELECT count(*) FROM kyc.document_customers h
      WHERE NOT EXISTS (SELECT 1 FROM kyc.streams s WHERE s.stream_id = h.verification_id))::int AS hashes`;
    await eventually(async () => expect((await client.query(left)).rows).toEqual([{ numbers: 0, hashes: 0 }]), {
      withinMs: 20_000,
    }).finally(() => client.end());
  });

  it('the fourth try of one document on a day is refused: 429 with the time to wait, and nothing of it is stored', async () => {
    const tried = { customer_id: customerId, document_type: 'pan', document_number: 'ABCPV9876D' };
    const consent = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };
    for (let tries = 0; tries < 3; tries++) {
      const { headers } = await merchant.post(PATH, { ...tried, consent });
      await comesTo(String(headers.location), { status: 'failed', verification_reason_code: 'document_not_found' });
    }
    const answer = await merchant.post(PATH, { ...tried, consent });
    expect([answer.status, answer.error.code, answer.error.param]).toEqual([429, 'rate_limited', 'document_number']);
    expect(answer.headers['ratelimit-reason']).toBe('document_tries');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // The next test looks for the number in every row.
    expect(answer.text).not.toContain('ABCPV9876D');
  });

  it('leaves no number, name or birth date in a table, on a topic or in the log', async () => {
    const { databaseUrl, brokers } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as {
      databaseUrl: string;
      brokers?: string;
    };
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const rows = await everyRow(client).finally(() => client.end());
    const topics = brokers === undefined ? '' : await everyTopic(brokers);
    const foundIn = (text: string): string[] => PII_PROBES.filter((probe) => text.includes(probe));
    expect(rows).toContain('kyc.verification.verified');
    expect([foundIn(rows), foundIn(topics), foundIn(hundi.output())]).toEqual([[], [], []]);
    if (mode === 'kafka') expect(topics).toContain('kyc.verification.verified');
  });
});
