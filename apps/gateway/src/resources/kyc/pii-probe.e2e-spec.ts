import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, hundiMode, type HundiProcess, startHundi } from '#testing';
import type { Answer } from '../../../test/api-client';
import { everyRow } from '../../../test/every-row';
import { everyTopic } from '../../../test/every-topic';
import { IdentityProviders } from '../../../test/identity-providers';
import {
  AADHAAR,
  PII_PROBES,
  fieldsOf,
  FOREIGN_DIGITS,
  fullBody,
  NUMBERS,
  OTP,
  PAN,
  STRANGERS,
  withField,
} from '../../../test/kyc-pii-probes';
import { Merchant } from '../../../test/merchant';

jest.setTimeout(180_000);

const PATH = '/v1/kyc/verifications';
const CONSENT = { given: true, text_version: '1', captured_at: 1_795_253_400 };

/** Everything of an answer that a caller sees. */
const seenOf = ({ text, headers }: Pick<Answer, 'text' | 'headers'>): string => `${text} ${JSON.stringify(headers)}`;
const found = (text: string): string[] => [...PII_PROBES.foundIn(text), ...FOREIGN_DIGITS.filter((digits) => text.includes(digits))];

const mode = hundiMode();
describe(`a document number, ${mode}`, () => {
  const providers = new IdentityProviders();
  let hundi: HundiProcess;
  let merchants: Record<'test' | 'live', { merchant: Merchant; customer_id: string }>;

  beforeAll(async () => {
    await providers.start();
    const numbers = NUMBERS.map(([, written]) => written.replace(/[\s/-]/g, ''));
    providers.register(numbers, { name: 'ASHA CANARY', dateOfBirth: '1991-07-23' });
    const environment = { ...providers.environment(), KYC_TRIES_PER_DAY: '1000', METRICS_ON_PUBLIC_PORT: 'true' };
    hundi = await startHundi({ mode, environment });
    merchants = { test: await merchantOf(hundi.testKey), live: await merchantOf(hundi.liveKey) };
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await providers.stop();
  });

  async function merchantOf(key: string) {
    const merchant = await Merchant.connect(hundi.baseUrl, key);
    return { merchant, customer_id: (await merchant.customer({ name: 'Asha Canary' })).split('/').at(-1) ?? '' };
  }

  describe.each(['test', 'live'] as const)('with a %s key', (kind) => {
    const post = (path: string, body?: unknown, headers?: Record<string, string>) => merchants[kind].merchant.post(path, body, headers);
    const get = (path: string, headers?: Record<string, string>) => merchants[kind].merchant.get(path, headers);
    const create = (body: object, headers?: Record<string, string>) =>
      post(PATH, { customer_id: merchants[kind].customer_id, consent: CONSENT, ...body }, headers);
    const BODY = { document_type: 'aadhaar', document_number: AADHAAR };
    const [REFUSED, TAKEN] = [[400], [201]];

    it.each(NUMBERS)('%s is taken by its number, and shown as a mask at most', async (document_type, document_number, details) => {
      const answer = await create({ document_type, document_number, document_details: details });
      // Live mode has no provider for some of them: then they are refused by their kind.
      expect([answer.status, found(seenOf(answer))]).toEqual([kind === 'test' || answer.status === 201 ? 201 : 503, []]);
      if (answer.status === 201) expect(answer.json.document_number).toMatch(/^X/);
    });

    it('in any field of the body, as text, in a list, in an object or as a name, it is repeated nowhere', async () => {
      const body = fullBody(merchants[kind].customer_id);
      for (const field of fieldsOf(body)) {
        for (const stranger of STRANGERS) {
          for (const value of [stranger, [stranger], { [stranger]: stranger }]) {
            const answer = await post(PATH, withField(body, field, value));
            expect([field, value, answer.status, found(seenOf(answer))]).toEqual([field, value, expect.any(Number), []]);
          }
        }
      }
    });

    it.each(NUMBERS)('%s of the body itself is refused in every text that is kept', async (document_type, document_number, details) => {
      const compact = document_number.replace(/[\s/-]/g, '');
      const whole = { ...fullBody(merchants[kind].customer_id), document_type, document_number };
      const body = { ...whole, document_details: { redirect_url: 'https://shop.example/back', full_name: 'Asha Verma', ...details } };
      const kept = fieldsOf(body).filter((field) =>
        /^(?:metadata\.note|consent\.(?:text_version|purpose|channel|language)|.*name)$/.test(field),
      );
      const sent = kept.flatMap((field) => [document_number, compact, `my ${compact}`].map((text) => withField(body, field, text)));
      const links = [compact, encodeURIComponent(document_number), encodeURIComponent(encodeURIComponent(document_number))];
      sent.push(withField(body, `metadata`, { [document_number]: 1 }), withField(body, 'metadata', { note: [...compact].join('.') }));
      sent.push(...links.map((text) => withField(body, 'document_details.redirect_url', `https://shop.example/?n=${text}`)));
      for (const one of sent) {
        const answer = await post(PATH, one);
        expect([one, answer.status, found(seenOf(answer))]).toEqual([one, 400, []]);
      }
      const keyed = await post(PATH, body, { 'idempotency-key': `kyc ${compact}` });
      expect([keyed.status, keyed.error.param, found(seenOf(keyed))]).toEqual([400, 'Idempotency-Key', []]);
    });

    it.each<[string, () => Promise<Answer>, number[]]>([
      ['an unknown field', () => create({ ...BODY, [AADHAAR]: 1, [PAN]: 1 }), REFUSED],
      [
        'an unknown field, with leniency',
        () => create({ ...BODY, [AADHAAR]: AADHAAR, aadhaar_number: AADHAAR, [PAN]: { [PAN]: PAN } }, { prefer: 'handling=lenient' }),
        TAKEN,
      ],
      ['Idempotency-Key', () => create(BODY, { 'idempotency-key': `verify 9999-4105-7058 now` }), REFUSED],
      [
        'Idempotency-Key, of another account',
        () => create({ ...BODY, document_type: 'pan', document_number: 'ZZZPS0003V' }, { 'idempotency-key': AADHAAR }),
        REFUSED,
      ],
      [
        'X-Request-Id and others',
        () => create(BODY, { 'x-request-id': AADHAAR, 'user-agent': PAN, 'x-aadhaar': AADHAAR, traceparent: AADHAAR }),
        TAKEN,
      ],
      ['a number of the JSON', () => create({ ...BODY, document_number: Number(AADHAAR) }), REFUSED],
      ['broken JSON', () => post(PATH, `{"document_number":"${AADHAAR}","${PAN}"`), REFUSED],
      ['text behind the JSON', () => post(PATH, `{} ${AADHAAR}`), REFUSED],
      ['a name given twice', () => post(PATH, `{"${AADHAAR}":1,"${AADHAAR}":1}`), REFUSED],
      ['a PAN for a name given twice', () => post(PATH, `{"a":{"${PAN}":1,"${PAN}":1}}`), REFUSED],
      ['JSON that is no object', () => post(PATH, JSON.stringify(AADHAAR)), REFUSED],
      ['a form', () => post(PATH, `document_number=${AADHAAR}`, { 'content-type': 'application/x-www-form-urlencoded' }), [415]],
      ['plain text', () => post(PATH, AADHAAR, { 'content-type': 'text/plain' }), [415]],
      ['the media type', () => post(PATH, '{}', { 'content-type': `application/json; n=${AADHAAR}` }), [400, 415]],
      [
        'the query of a write',
        () => post(`${PATH}?document_number=${AADHAAR}&${PAN}=1`, { customer_id: merchants[kind].customer_id, consent: CONSENT, ...BODY }),
        REFUSED,
      ],
      ['a dry run', () => post(`${PATH}?dry_run=true`, { customer_id: merchants[kind].customer_id, consent: CONSENT, ...BODY }), [200]],
      [
        'dry_run',
        () => post(`${PATH}?dry_run=${AADHAAR}`, { customer_id: merchants[kind].customer_id, consent: CONSENT, ...BODY }),
        REFUSED,
      ],
      ['a filter', () => get(`${PATH}?customer_id=${AADHAAR}&document_type=${AADHAAR}&status=${PAN}`), REFUSED],
      ['an unknown filter', () => get(`${PATH}?${AADHAAR}=1&${PAN}=2&document_number=${PAN}`), REFUSED],
      ['a filter of metadata', () => get(`${PATH}?metadata[${AADHAAR}]=&metadata[${PAN}]=`), REFUSED],
      ['a filter by metadata', () => get(`${PATH}?metadata[note]=${AADHAAR}&metadata[${PAN}]=x`), [200, 400]],
      ['the limit', () => get(`${PATH}?limit=${AADHAAR}&order=${PAN}&created_at[gte]=${PAN}&include[]=${PAN}`), REFUSED],
      ['the path', () => get(`${PATH}/${AADHAAR}`), [404]],
      ['a path that is none', () => get(`${PATH}/kyc_0TgWzRaB07xK2mNq5Yd8Vf3L/${AADHAAR}`), [404]],
      ['an action of a path', () => post(`${PATH}/${AADHAAR}/submit`, { otp: OTP }), [404]],
      ['a cursor', () => get(`${PATH}?starting_after=${AADHAAR}&ending_before=${PAN}`), REFUSED],
      ['as_of', () => get(`${PATH}/kyc_0TgWzRaB07xK2mNq5Yd8Vf3L?as_of=${AADHAAR}&expand[]=${PAN}`), [400, 404]],
      ['the key that is looked up', () => get(`/v1/idempotency_keys/${AADHAAR}`), [404]],
    ])('in %s it is not repeated', async (_where, send, statuses) => {
      const answer = await send();
      expect(statuses).toContain(answer.status);
      expect(found(seenOf(answer))).toEqual([]);
    });

    it('and an OTP or share code go no further either, right or wrong; nor does a number beside any action', async () => {
      const { json } = await create({ document_type: 'aadhaar', document_number: kind === 'test' ? '9999-0004-0006' : AADHAAR });
      const verification = `${PATH}/${String(json.id)}`;
      await eventually(async () => expect((await get(verification)).json.status).toBe('requires_input'), { withinMs: 60_000 });
      const answers: [string, Answer][] = [];
      for (const body of [
        { otp: [OTP] },
        { otp: `${OTP}x`, [PAN]: OTP },
        { otp: OTP, share_code: 'Kz7Q' },
        { share_code: OTP },
        { otp: Number(OTP) },
        { otp: AADHAAR },
        { otp: OTP },
      ]) {
        answers.push(['submit', await post(`${verification}/submit`, body)]);
      }
      const late = { full_name: 'Asha Verma', date_of_birth: '1991-07-23', redirect_url: 'https://shop.example/back', file_number: null };
      for (const field of Object.keys(late)) {
        for (const stranger of [...STRANGERS, `https://shop.example/?n=${encodeURIComponent(STRANGERS[0] ?? '')}`, { [PAN]: AADHAAR }]) {
          const document_details = { ...late, [field]: stranger };
          answers.push([`late ${field}`, await post(`${verification}/submit`, { document_details })]);
        }
      }
      answers.push(['otp as key', await post(`${verification}/submit`, { otp: OTP }, { 'idempotency-key': `otp-${OTP}` })]);
      for (const action of ['resend', 'withdraw_consent', 'cancel', 'redact']) {
        const path = `${verification}/${action}?n=${AADHAAR}&${PAN}=1`;
        answers.push([`${action} as key`, await post(path, { [PAN]: AADHAAR }, { 'idempotency-key': `x ${AADHAAR}` })]);
        answers.push([`${action} with PAN as key`, await post(path, { [PAN]: AADHAAR }, { 'idempotency-key': PAN })]);
        answers.push([action, await post(path, { [PAN]: AADHAAR, reason: PAN })]);
        answers.push([`broken ${action}`, await post(path, `{"${PAN}`)]);
      }
      const simulate = `/v1/test_helpers/kyc_verifications/${String(json.id)}/simulate`;
      for (const body of [
        { outcome: OTP },
        { outcome: AADHAAR, reason: PAN },
        { outcome: 'failed', reason: AADHAAR },
        { outcome: `x${'a'.repeat(9)}`, [PAN]: PAN },
      ]) {
        answers.push(['simulate', await post(simulate, body)]);
      }
      answers.push(
        ['show', await get(verification)],
        ['events', await get(`${verification}/events`)],
        ['list', await get(`${PATH}?limit=100`)],
      );
      answers.push(
        ['history', await get(`${verification}/events?${PAN}=1&starting_after=${AADHAAR}`)],
        ['feed', await get('/v1/events?limit=100')],
      );
      for (const [where, answer] of answers) expect([where, found(seenOf(answer))]).toEqual([where, []]);
    });

    it('stays out of the consent page, its address and its form', async () => {
      const { json } = await create({ ...BODY, document_details: { method: 'digilocker', redirect_url: 'https://shop.example/back' } });
      const url = (json.next_action as { url?: string } | null)?.url ?? `${hundi.baseUrl}/sandbox/kyc/${String(json.id)}?x=1`;
      const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      for (const page of [url, `${url}&n=${AADHAAR}&${PAN}=1`, `${hundi.baseUrl}/sandbox/kyc/${AADHAAR}?client_secret=${PAN}`]) {
        expect(found(await (await fetch(page)).text())).toEqual([]);
        const sent = await fetch(page, { ...form, body: `decision=${AADHAAR}&${PAN}=1&client_secret=${PAN}`, redirect: 'manual' });
        expect(found(`${await sent.text()} ${String(sent.headers.get('location'))}`)).toEqual([]);
      }
    });
  });

  it.each<[string, unknown]>([
    ['an error', { type: PAN, code: PAN, message: `Invalid PAN ${PAN}`, reference_id: PAN }],
    ['an answer', { pan: PAN, reference_id: PAN, valid: true, registered_name: PAN, pan_status: 'VALID', message: PAN }],
    ['a word for a state', { pan: PAN, reference_id: `ref-${PAN}`, valid: false, pan_status: PAN, message: PAN }],
    ['no JSON of ours', PAN],
    ['a list', [PAN]],
  ])('that a provider repeats in %s goes no further', async (_where, body) => {
    const { merchant, customer_id } = merchants.live;
    for (const status of [200, 400, 422]) {
      // What is on its way from tests before is not to take the answer that is meant for this one.
      await eventually(async () => expect((await merchant.get(`${PATH}?status=pending`)).json.data).toEqual([]), { withinMs: 60_000 });
      providers.cashfree.answerNextWith({ status, body });
      const begun = await merchant.post(PATH, { customer_id, consent: CONSENT, document_type: 'pan', document_number: PAN });
      const read = () => merchant.get(String(begun.headers.location));
      await eventually(async () => expect((await read()).json.status).not.toBe('pending'), { withinMs: 60_000 });
      expect([status, found(seenOf(await read()))]).toEqual([status, []]);
    }
  });

  it('stands afterwards in no table, on no topic, in no metric and in no log; the verifications do', async () => {
    const { databaseUrl, brokers } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as Record<string, string>;
    const { data } = (await merchants.live.merchant.get(`${PATH}?limit=1`)).json as { data: { id: string }[] };
    const newest = data[0]?.id ?? 'none';
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const rows = await everyRow(client).finally(() => client.end());
    const topics = brokers === undefined ? newest : await everyTopic(brokers);
    const metrics = await (await fetch(`${hundi.baseUrl}/metrics`)).text();
    for (const text of [rows, topics]) expect(text).toContain(newest);
    expect(hundi.output()).toContain('/v1/kyc/verifications/:id');
    expect(metrics).toContain('hundi_http');
    expect([found(rows), found(topics), found(metrics), found(hundi.output())]).toEqual([[], [], [], []]);
  });
});
