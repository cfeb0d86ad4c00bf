import { Client } from 'pg';
import { eventually, hundiUnderTest } from '#testing';
import { everyTopic } from '../../test/every-topic';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();

/** One number of each document; none of them stands anywhere else. With the IFSC or file number that goes with it. */
const NUMBERS: [type: string, written: string, details?: object][] = [
  ['aadhaar', '9999 4105 7058'],
  ['pan', 'CNRPK-4821-F'],
  ['passport', 'K 7391846', { file_number: 'CN4839201746583' }],
  ['driving_licence', 'KA-05/2019/4837261'],
  ['voter_id', 'CNR8473625'],
  ['gstin', '29ZZZCS0001V1ZB'],
  ['cin', 'U72900KA2020PTC483726'],
  ['llpin', 'CNR-4837'],
  ['udyam', 'UDYAM-KA-07-4837261'],
  ['bank_account', '4837 2610 9548', { ifsc: 'SBOX0000001' }],
  ['vpa', 'canary.kumari.4837@okbank'],
];
const [OTP, SHARE_CODE, FILE_NUMBER] = ['48372695', 'Kz7Q', 'CN4839201746583'];
const AADHAAR = '999941057058';

/** How a number may have been written down: as it came, and without its separators. */
const spellings = (written: string): string[] => [written, written.replace(/[\s/-]/g, ''), written.replace(/[\s/.@-]/g, '')];
const CANARIES = [...NUMBERS.flatMap(([, written]) => spellings(written)), '9999-4105-7058', OTP, FILE_NUMBER];

describe('a document number', () => {
  let merchant: Merchant;
  let customer_id: string;

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer_id = (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1) ?? '';
  });

  const PATH = '/v1/kyc/verifications';
  const BODY = { document_type: 'aadhaar', document_number: AADHAAR };
  const create = (body: object, headers?: Record<string, string>, who = merchant) => who.post(PATH, { customer_id, ...body }, headers);
  const found = (text: string): string[] => CANARIES.filter((canary) => text.includes(canary));

  /** Every row of every table of every schema. */
  async function everyRow(): Promise<string> {
    const client = new Client({ connectionString: hundi.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of rows)
      texts.push(...(await client.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row));
    await client.end();
    return texts.join('\n');
  }

  it.each(NUMBERS.map(([type, written, details]) => [type, written, details ?? null] as const))(
    '%s is verified by its number, and shown as a mask',
    async (document_type, document_number, document_details) => {
      const answer = await create({ document_type, document_number, ...(document_details && { document_details }) });
      expect([answer.status, answer.json.error ?? null]).toEqual([201, null]);
      expect(found(answer.text)).toEqual([]);
      expect(answer.json.document_number).toMatch(/^X/);
      const live = merchant.with(hundi.liveKey);
      const consent = { given: true, text_version: '1', captured_at: 1_795_253_400 };
      const refused = await create({ document_type, document_number, consent, ...(document_details && { document_details }) }, {}, live);
      expect(found(refused.text)).toEqual([]);
    },
  );

  it.each<[string, () => Promise<{ status: number; text: string }>, number]>([
    ['metadata', () => create({ ...BODY, metadata: { note: `my ${AADHAAR}` } }), 400],
    ['a key of metadata', () => create({ ...BODY, metadata: { [AADHAAR]: 1 } }), 400],
    ['the consent', () => create({ ...BODY, consent: { given: true, text_version: AADHAAR, captured_at: 1 } }), 400],
    ['the way back', () => create({ ...BODY, document_details: { redirect_url: `https://shop.example/?n=${AADHAAR}` } }), 400],
    ['the IFSC', () => create({ ...BODY, document_details: { ifsc: AADHAAR } }), 400],
    ['the date of birth', () => create({ ...BODY, document_details: { date_of_birth: AADHAAR } }), 400],
    ['the name', () => create({ ...BODY, document_details: { full_name: AADHAAR } }), 400],
    ['the method', () => create({ ...BODY, document_details: { method: AADHAAR } }), 400],
    ['the document type', () => create({ document_type: AADHAAR, document_number: AADHAAR }), 400],
    ['the customer', () => create({ ...BODY, customer_id: AADHAAR }), 400],
    ['an unknown field', () => create({ ...BODY, [AADHAAR]: AADHAAR, aadhaar_number: AADHAAR }), 201],
    ['Idempotency-Key', () => create(BODY, { 'idempotency-key': `verify 9999-4105-7058 now` }), 400],
    ['X-Request-Id and others', () => create(BODY, { 'x-request-id': AADHAAR, 'user-agent': AADHAAR, 'x-aadhaar': AADHAAR }), 201],
    ['a number of the JSON', () => create({ ...BODY, document_number: Number(AADHAAR) }), 400],
    ['broken JSON', () => merchant.post(PATH, `{"document_number":"${AADHAAR}"`), 400],
    ['a name given twice', () => merchant.post(PATH, `{"document_number":"${AADHAAR}","document_number":"${AADHAAR}"}`), 400],
    ['a form', () => merchant.post(PATH, `document_number=${AADHAAR}`, { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['plain text', () => merchant.post(PATH, AADHAAR, { 'content-type': 'text/plain' }), 415],
    ['the query of a write', () => merchant.post(`${PATH}?document_number=${AADHAAR}`, { customer_id, ...BODY }), 201],
    ['a dry run', () => merchant.post(`${PATH}?dry_run=true`, { customer_id, ...BODY }), 200],
    ['a filter', () => merchant.get(`${PATH}?customer_id=${AADHAAR}&document_type=${AADHAAR}`), 400],
    ['the path', () => merchant.get(`${PATH}/${AADHAAR}`), 404],
    ['an action of a path', () => merchant.post(`${PATH}/${AADHAAR}/submit`, { otp: OTP }), 404],
    ['a cursor', () => merchant.get(`${PATH}?starting_after=${AADHAAR}`), 400],
  ])('in %s is not repeated', async (_where, send, status) => {
    const answer = await send();
    expect([answer.status, found(answer.text)]).toEqual([status, []]);
  });

  it('and an OTP or share code go no further either, right or wrong', async () => {
    const { json } = await create({ document_type: 'aadhaar', document_number: '9999-0004-0006' });
    const submit = `${PATH}/${String(json.id)}/submit`;
    for (const body of [
      { otp: OTP },
      { share_code: SHARE_CODE },
      { otp: OTP, share_code: SHARE_CODE },
      { otp: [OTP] },
      { otp: `${OTP}x`, note: OTP },
    ]) {
      const answer = await merchant.post(submit, body);
      expect(found(answer.text)).toEqual([]);
    }
    expect((await merchant.post(submit, { otp: OTP }, { 'idempotency-key': `otp-${OTP}` })).status).toBe(400);
    const simulated = await merchant.post(`/v1/test_helpers/kyc_verifications/${String(json.id)}/simulate`, { outcome: OTP });
    expect([simulated.status, found(simulated.text)]).toEqual([400, []]);
  });

  it('stands in no table and on no topic afterwards; the verifications do', async () => {
    const { data } = (await merchant.get(`${PATH}?limit=1`)).json as { data: { id: string }[] };
    const newest = data[0]?.id ?? 'none';
    await eventually(async () => expect(await everyRow()).toContain(newest));
    const rows = await everyRow();
    expect(rows).toContain('kyc.verification.verified');
    expect(found(rows)).toEqual([]);
    if (hundi.brokers === undefined) return;
    const topics = await everyTopic(hundi.brokers);
    expect(topics).toContain(newest);
    expect(found(topics)).toEqual([]);
  });
});
