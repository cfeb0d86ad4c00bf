import { Client } from 'pg';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { keysWithoutOwner } from '../../../test/stored-effects';

const hundi = hundiUnderTest();
const ASHA = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '09876543210',
  gstin: '29aagcb7383j1z4',
  address: { line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', postal_code: '560038', country: 'in' },
  description: 'Prefers the evening',
  metadata: { tier: 'gold', visits: 3, vip: true },
};

describe('POST /v1/customers', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('201', () => {
    it('answers the customer with everything that was sent, normalized, and where to find them', async () => {
      const reference = newKey();
      const answer = await merchant.post('/v1/customers', { ...ASHA, reference_id: reference });
      expect(answer.status).toBe(201);
      expect(answer.json).toMatchObject({
        object: 'customer',
        livemode: false,
        name: 'Asha Verma',
        email: 'asha@example.com',
        phone: '+919876543210',
        gstin: '29AAGCB7383J1Z4',
        address: { line1: '12 MG Road', line2: null, city: 'Bengaluru', state: '29', postal_code: '560038', country: 'IN' },
        gst_category: 'regular',
        description: 'Prefers the evening',
        reference_id: reference,
        default_payment_method_id: null,
        kyc_status: 'none',
        metadata: { tier: 'gold', visits: 3, vip: true },
        deleted: false,
        sequence: 1,
      });
      expect(answer.headers.location).toBe(`/v1/customers/${String(answer.json.id)}`);
      expect((await merchant.get(String(answer.headers.location))).text).toBe(answer.text);
    });

    it.each([{ name: 'Asha' }, { email: 'asha@example.com' }, { phone: '+14155552671' }, { reference_id: newKey() }])(
      'is enough to send %j',
      async (body) => {
        const answer = await merchant.post('/v1/customers', body);
        expect(answer.status).toBe(201);
        expect(answer.json).toMatchObject(body);
      },
    );

    it.each([
      [{ postal_code: '400 001', country: 'IN' }, '400001'],
      [{ postal_code: '५६००३८', country: 'in' }, '560038'],
      [{ postal_code: 'SW1A 1AA', country: 'GB' }, 'SW1A 1AA'],
      [{ postal_code: 'SW1A 1AA' }, 'SW1A 1AA'],
    ])('keeps the postal code of %j as %s', async (address, postal_code) => {
      const { json } = await merchant.post('/v1/customers', { name: 'Asha', address });
      expect(json.address).toMatchObject({ postal_code });
    });

    it.each([
      [{ state: 'KA' }, '29'],
      [{ state: 'in-mh', country: 'IN' }, '27'],
      [{ state: '07' }, '07'],
      [{ state: 'Bavaria' }, 'Bavaria'],
      [{ state: 'CA', country: 'US' }, 'CA'],
    ])('keeps the state of %j as %s', async (address, state) => {
      const { json } = await merchant.post('/v1/customers', { name: 'Asha', address, gst_category: 'sez' });
      expect(json).toMatchObject({ address: { state }, gst_category: 'sez' });
    });

    it('takes the same e-mail address twice', async () => {
      const [one, other] = [
        await merchant.customer({ email: 'twice@example.com' }),
        await merchant.customer({ email: 'twice@example.com' }),
      ];
      expect(one).not.toBe(other);
    });

    it('works in live mode without a processor', async () => {
      const answer = await merchant.with(hundi.liveKey).post('/v1/customers', { name: 'Asha' });
      expect([answer.status, answer.json.livemode]).toEqual([201, true]);
    });

    it('answers a repeated request with the stored answer, to the byte', async () => {
      const headers = { 'idempotency-key': newKey() };
      const [first, again] = [await merchant.post('/v1/customers', ASHA, headers), await merchant.post('/v1/customers', ASHA, headers)];
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    });
  });

  describe('what is personal', () => {
    it('leaves no key behind when the request is a repetition, or is refused', async () => {
      const headers = { 'idempotency-key': newKey() };
      const body = { ...ASHA, reference_id: newKey() };
      const first = await merchant.post('/v1/customers', body, headers);
      expect((await merchant.post('/v1/customers', body, headers)).headers['idempotent-replayed']).toBe('true');
      expect((await merchant.post('/v1/customers', body)).status).toBe(409);
      const database = new Client({ connectionString: hundi.databaseUrl });
      await database.connect();
      await eventually(async () => expect(await keysWithoutOwner(database)).toEqual([])).finally(() => database.end());
      expect((await merchant.get(String(first.headers.location))).json).toMatchObject({ name: ASHA.name, email: ASHA.email });
    });
  });

  describe('400', () => {
    it.each<[string, object, string[]]>([
      ['nothing to recognize them by', { description: 'Wholesale' }, ['name parameter_missing']],
      ['empty texts', { name: '', email: null }, ['name parameter_missing']],
      ['a wrong e-mail address', { email: 'asha' }, ['email email_invalid']],
      ['a wrong phone number', { phone: '12' }, ['phone phone_invalid']],
      ['an Indian number that is no mobile', { phone: '+915876543210' }, ['phone phone_invalid']],
      ['a toll-free number', { phone: '1800 123 456' }, ['phone phone_invalid']],
      ...['010001', '5600011', '56O001'].map((postal_code): [string, object, string[]] => [
        `the Indian postal code ${postal_code}`,
        { name: 'A', address: { postal_code, country: 'in' } },
        ['address.postal_code parameter_invalid'],
      ]),
      ['a GSTIN with a wrong check digit', { name: 'A', gstin: '29AAGCB7383J1Z5' }, ['gstin document_number_invalid']],
      ['a GSTIN of no state', { name: 'A', gstin: '40AAGCB7383J1Z4' }, ['gstin document_number_invalid']],
      ['a name of 101 characters', { name: 'a'.repeat(101) }, ['name parameter_invalid']],
      ['a country by its name', { name: 'A', address: { country: 'India' } }, ['address.country parameter_invalid']],
      ['an address as text', { name: 'A', address: '12 MG Road' }, ['address parameter_invalid']],
      ['nested metadata', { name: 'A', metadata: { a: {} } }, ['metadata metadata_invalid']],
      ['a card number as a name', { name: '4111 1111 1111 1111' }, ['name parameter_invalid']],
      ['what looks like a sealed value', { name: '~s1.acct_x.abc' }, ['name parameter_invalid']],
      [
        'several things at once',
        { name: 5, email: 'x', phone: 'y' },
        ['name parameter_invalid', 'email email_invalid', 'phone phone_invalid'],
      ],
    ])('refuses %s', async (_what, body, problems) => {
      const answer = await merchant.post('/v1/customers', body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
    });

    it('says by a reason of its own that there is nothing to recognize them by, as a change does', async () => {
      const { error } = await merchant.post('/v1/customers', { description: 'somebody' });
      expect(error).toMatchObject({ code: 'parameter_missing', reason: 'customer_unrecognizable' });
      expect(error.errors[0]).toMatchObject({ reason: 'customer_unrecognizable' });
    });
  });

  describe('403', () => {
    it('needs the scope of customers', async () => {
      const answer = await merchant.with(hundi.revokedKey).post('/v1/customers', ASHA);
      expect(answer.status).toBe(401);
    });
  });

  describe('409', () => {
    it('refuses a reference_id that another customer has, and names them', async () => {
      const reference_id = newKey();
      const first = await merchant.customer({ reference_id });
      const answer = await merchant.post('/v1/customers', { name: 'Ravi', reference_id });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([409, 'resource_already_exists', 'reference_id']);
      expect(answer.json.error).toMatchObject({ existing_id: first.split('/').at(-1) });
    });

    it('lets exactly one of fifty at once have it', async () => {
      const reference_id = newKey();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => merchant.post('/v1/customers', { name: `Asha ${index}`, reference_id })),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 201);
      expect([
        ...new Set(refused.map(({ status, json }) => `${status} ${String((json.error as { existing_id: string }).existing_id)}`)),
      ]).toEqual([`409 ${String(made[0]?.json.id)}`]);
    });

    it('keeps the references of the two modes apart', async () => {
      const reference_id = newKey();
      await merchant.customer({ reference_id });
      expect((await merchant.with(hundi.liveKey).post('/v1/customers', { reference_id })).status).toBe(201);
      expect((await merchant.with(hundi.otherTestKey).post('/v1/customers', { reference_id })).status).toBe(201);
    });
  });
});
