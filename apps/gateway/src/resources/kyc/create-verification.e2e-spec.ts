import { Client } from 'pg';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { keysWithoutOwner } from '../../../test/stored-effects';

const hundi = hundiUnderTest();
const PATH = '/v1/kyc/verifications';
/** Begins 9999 and passes Verhoeff: no person has it, and no other test uses it. */
const PII_PROBE = '999941057058';

describe('POST /v1/kyc/verifications', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const made = await merchant.post('/v1/customers', { name: 'Asha Rao', email: 'asha@example.com' });
    customer = String(made.json.id);
  });
  const verify = (body: Record<string, unknown>, headers?: Record<string, string>) =>
    merchant.post(PATH, { customer_id: customer, document_type: 'aadhaar', ...body }, headers);

  describe('201', () => {
    it('verifies with four fields, and answers the name of the customer', async () => {
      const answer = await verify({ document_number: '1234-5678-9012', verify_address: false });
      expect(answer.status).toBe(201);
      expect(answer.json).toMatchObject({
        object: 'kyc.verification',
        customer_id: customer,
        document_number: 'XXXX-XXXX-9012',
        status: 'verified',
        customer_name: 'Asha Rao',
        verification_reason: null,
        verification_reason_code: null,
      });
      expect((await merchant.get(String(answer.headers.location))).text).toBe(answer.text);
    });

    it.each([
      ['aadhaar', '9999-0002-0004', 'pending', 'awaiting_provider'],
      ['aadhaar', '9999-0004-0006', 'requires_input', 'otp_required'],
      ['pan', 'ZZZPS0011V', 'failed', 'name_mismatch'],
      ['gstin', '36ZZZCS0021V1ZC', 'failed', 'document_not_found'],
      ['aadhaar', '9999-0071-0002', 'processing', 'watchlist_hit'],
      ['aadhaar', '9999-0001-0000', 'failed', 'invalid_checksum'],
      ['driving_license', 'KA-01 2020 0000030', 'failed', 'document_expired'],
    ])('%s %s is %s, and says why', async (document_type, document_number, status, code) => {
      const { status: http, json } = await verify({ document_type, document_number });
      expect([http, json.status, json.verification_reason_code]).toEqual([201, status, code]);
      expect(json).toMatchObject({ verification_reason: expect.any(String), customer_name: null });
    });

    it('is found by why it is not verified', async () => {
      const { json } = await merchant.post('/v1/customers', { name: 'Asha Rao' });
      const of = { customer_id: String(json.id) };
      const failed = await verify({ ...of, document_type: 'pan', document_number: 'ZZZPS0011V' });
      const refused = await verify({ ...of, document_number: '9999-0001-0000' });
      await verify({ ...of, document_number: '1234-5678-9012' });
      const found = async (code: string): Promise<unknown> =>
        (await merchant.get(`${PATH}?customer_id=${of.customer_id}&verification_reason_code=${code}`)).json.data;
      expect(await found('name_mismatch')).toEqual([failed.json]);
      expect(await found('invalid_checksum')).toEqual([refused.json]);
      expect(await found('dob_mismatch')).toEqual([]);
    });

    it('takes metadata.sandbox_outcome before the number', async () => {
      const answer = await verify({ document_number: '1234-5678-9012', metadata: { sandbox_outcome: 'document_expired' } });
      expect(answer.json).toMatchObject({ status: 'failed', verification_reason_code: 'document_expired' });
    });

    it('acts once for one Idempotency-Key, and answers the same to the byte', async () => {
      const headers = { 'idempotency-key': newKey() };
      const first = await verify({ document_number: '9999-0001-0009' }, headers);
      const again = await verify({ document_number: '9999-0001-0009' }, headers);
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
      expect((await verify({ document_number: '9999-0011-0007' }, headers)).error.code).toBe('idempotency_key_reused');
    });

    it('never shows the number again, nor in the list', async () => {
      const answer = await verify({ document_number: PII_PROBE });
      const list = await merchant.get(
        `${PATH}?customer_id=${customer}&document_type=aadhaar&min_position=${String(answer.headers['event-position'])}`,
      );
      expect(list.status).toBe(200);
      expect(list.text).toContain(String(answer.json.id));
      for (const { text } of [answer, list]) expect(text).not.toContain(PII_PROBE);
    });
  });

  describe('400', () => {
    it.each([
      ['nothing', {}, ['document_number parameter_missing']],
      ['a number of the wrong length', { document_number: PII_PROBE.slice(1) }, ['document_number document_number_invalid']],
      ['letters in an Aadhaar number', { document_number: `${PII_PROBE.slice(0, 11)}A` }, ['document_number document_number_invalid']],
      ['a number that is no text', { document_number: Number(PII_PROBE) }, ['document_number parameter_invalid']],
      ['an unknown document', { document_type: 'library_card', document_number: '1' }, ['document_type document_type_unsupported']],
      [
        'an address that the source does not have',
        { document_type: 'pan', document_number: 'ZZZPS0001V', verify_address: true },
        ['verify_address parameter_invalid'],
      ],
      [
        'a bad branch',
        { document_number: PII_PROBE, document_details: { ifsc: 'HDFC1000001' } },
        ['document_details.ifsc document_number_invalid'],
      ],
      [
        'no date',
        { document_number: PII_PROBE, document_details: { date_of_birth: '1990-02-30' } },
        ['document_details.date_of_birth parameter_invalid'],
      ],
      [
        'a birth in the future',
        { document_number: PII_PROBE, document_details: { date_of_birth: '2999-01-01' } },
        ['document_details.date_of_birth parameter_invalid'],
      ],
      [
        'another method',
        { document_number: PII_PROBE, document_details: { method: 'penny_drop' } },
        ['document_details.method parameter_invalid'],
      ],
      [
        'an outcome that the sandbox does not know',
        { document_number: PII_PROBE, metadata: { sandbox_outcome: 'nonsense' } },
        ['metadata.sandbox_outcome parameter_invalid'],
      ],
      ['the number in metadata', { document_number: PII_PROBE, metadata: { note: `no. ${PII_PROBE}` } }, ['metadata metadata_invalid']],
      [
        'consent that was not given',
        { document_number: PII_PROBE, consent: { given: false, text_version: '1', captured_at: 1 } },
        ['consent.given parameter_invalid'],
      ],
    ])('refuses %s, names the field and does not repeat the number', async (_what, body, problems) => {
      const answer = await verify(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
      expect(answer.text).not.toContain(PII_PROBE.slice(1, 11));
      expect(answer.error.message).toMatch(/^[a-z_.]+ |^[A-Z]/);
    });
  });

  describe('404', () => {
    it.each([
      ['does not exist', 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L'],
      ['is of another account', ''],
    ])('refuses a customer that %s', async (_what, id) => {
      const foreign = id || String((await merchant.with(hundi.otherTestKey).post('/v1/customers', { name: 'Somebody' })).json.id);
      const answer = await verify({ customer_id: foreign, document_number: '1234-5678-9012' });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'customer_id']);
    });

    it('says that the customer is in the other mode', async () => {
      const { id } = (await merchant.with(hundi.liveKey).post('/v1/customers', { name: 'Asha Rao' })).json;
      const { error } = await verify({ customer_id: id, document_number: '1234-5678-9012' });
      const hint = 'The object exists in live mode. Use a live key.';
      expect(error).toMatchObject({ code: 'resource_missing', param: 'customer_id', hint });
    });

    it('refuses a customer who was erased', async () => {
      const gone = String((await merchant.post('/v1/customers', { name: 'Gone Soon' })).json.id);
      await merchant.api.send('DELETE', `/v1/customers/${gone}`, { key: merchant.key });
      const { error } = await verify({ customer_id: gone, document_number: '1234-5678-9012' });
      expect([error.code, error.message]).toEqual(['resource_missing', `No such customer: '${gone}'. The customer is deleted.`]);
    });
  });

  describe('a verification that does not come to be leaves no data key behind', () => {
    const consent = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };
    let database: Client;
    beforeAll(async () => {
      database = new Client({ connectionString: hundi.databaseUrl });
      await database.connect();
    });
    afterAll(() => database.end());

    it.each<[string, () => Promise<number>, number]>([
      [
        'because its customer is unknown',
        async () => (await verify({ customer_id: 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L', document_number: '1234-5678-9012' })).status,
        404,
      ],
      [
        'because no provider verifies it',
        async () => {
          const live = merchant.with(hundi.liveKey);
          const person = String((await live.post('/v1/customers', { name: 'Asha Rao' })).json.id);
          const body = { customer_id: person, document_type: 'pan', document_number: 'ZZZPS0001V', consent };
          return (await live.post(PATH, body)).status;
        },
        503,
      ],
      [
        'because its key is another request’s',
        async () => {
          const key = { 'idempotency-key': newKey() };
          await merchant.post('/v1/customers', { name: 'Asha Rao' }, key);
          return (await verify({ document_number: '1234-5678-9012' }, key)).status;
        },
        422,
      ],
    ])('%s', async (_why, create, status) => {
      expect(await create()).toBe(status);
      await eventually(async () => expect(await keysWithoutOwner(database)).toEqual([]));
    });

    it('because it is a repeat', async () => {
      const key = { 'idempotency-key': newKey() };
      await verify({ document_number: '1234-5678-9012' }, key);
      expect((await verify({ document_number: '1234-5678-9012' }, key)).headers['idempotent-replayed']).toBe('true');
      await eventually(async () => expect(await keysWithoutOwner(database)).toEqual([]));
    });
  });

  describe('live mode', () => {
    it('needs consent and a number that passes its check', async () => {
      const live = merchant.with(hundi.liveKey);
      const person = String((await live.post('/v1/customers', { name: 'Asha Rao' })).json.id);
      const answer = await live.post(PATH, { customer_id: person, document_type: 'aadhaar', document_number: '1234-5678-9012' });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'document_number document_number_invalid', 'consent parameter_missing']);
    });

    it('answers 503 while no provider is configured, and names the setting', async () => {
      const live = merchant.with(hundi.liveKey);
      const person = String((await live.post('/v1/customers', { name: 'Asha Rao' })).json.id);
      const consent = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };
      const answer = await live.post(PATH, { customer_id: person, document_type: 'pan', document_number: 'ZZZPS0001V', consent });
      expect([answer.status, answer.error.code]).toEqual([503, 'processor_not_configured']);
      expect(answer.error.hint).toContain('CASHFREE_SECURE_ID_CLIENT_ID');
    });
  });
});
