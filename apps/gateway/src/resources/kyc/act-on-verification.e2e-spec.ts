import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const PATH = '/v1/kyc/verifications';

describe('a verification under way', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Rao' })).json.id);
  });
  const begun = async (document_number: string): Promise<string> => {
    const answer = await merchant.post(PATH, { customer_id: customer, document_type: 'aadhaar', document_number });
    return String(answer.headers.location);
  };

  describe('POST /{id}/submit', () => {
    it('200: the right OTP verifies', async () => {
      const verification = await begun('9999-0004-0006');
      const answer = await merchant.post(`${verification}/submit`, { otp: '111000' });
      expect([answer.status, answer.json.status, answer.json.customer_name]).toEqual([200, 'verified', 'Asha Rao']);
      expect((await merchant.get(verification)).text).toBe(answer.text);
    });

    it('200: a wrong one may be tried again, three times in all', async () => {
      const verification = await begun('9999-0004-0006');
      for (const left of [2, 1]) {
        const { json } = await merchant.post(`${verification}/submit`, { otp: '000000' });
        expect(json).toMatchObject({
          status: 'requires_input',
          verification_reason_code: 'otp_incorrect',
          next_action: { tries_left: left },
        });
      }
      const last = await merchant.post(`${verification}/submit`, { otp: '000000' });
      expect(last.json).toMatchObject({ status: 'failed', verification_reason_code: 'attempts_exhausted', next_action: null });
      // The OTP that was asked for, and the three that were tried.
      expect(last.json.attempts).toBe(4);
    });

    it('400: an OTP that is a number has to be sent as a string', async () => {
      const answer = await merchant.post(`${await begun('9999-0004-0006')}/submit`, { otp: 123456 });
      expect(answer.error).toMatchObject({ param: 'otp', message: 'otp must be a string.', reason: 'invalid_type' });
    });

    it.each([
      [{}, 'otp parameter_missing'],
      [{ otp: 'abc' }, 'otp parameter_invalid'],
      [{ otp: 111000 }, 'otp parameter_invalid'],
      [{ otp: '111000', share_code: 'Ab12' }, 'otp parameters_exclusive'],
    ])('400: %j', async (body, problem) => {
      const answer = await merchant.post(`${await begun('9999-0004-0006')}/submit`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('409: no OTP was asked for', async () => {
      const answer = await merchant.post(`${await begun('9999-0001-0009')}/submit`, { otp: '111000' });
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
      expect(answer.json.error).toMatchObject({ current_status: 'verified', allowed_from: ['requires_input'] });
    });

    it('404: of another account', async () => {
      const verification = await begun('9999-0004-0006');
      expect((await merchant.with(hundi.otherTestKey).post(`${verification}/submit`, { otp: '111000' })).status).toBe(404);
      expect((await merchant.get(verification)).json.status).toBe('requires_input');
    });
  });

  it('POST /{id}/resend: not within a minute of the last OTP', async () => {
    const answer = await merchant.post(`${await begun('9999-0004-0006')}/resend`);
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({ code: 'state_conflict', reason: 'otp_request_too_soon' });
  });

  it('POST /{id}/resend: names the page that a verification waits for instead of an OTP', async () => {
    const { json } = await merchant.post('/v1/kyc/verifications', {
      customer_id: (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1),
      document_type: 'pan',
      document_number: 'ZZZPS0001V',
      metadata: { sandbox_outcome: 'redirect_required' },
    });
    const answers = await Promise.all(
      [['resend', {}] as const, ['submit', { otp: '111000' }] as const].map(([action, body]) =>
        merchant.post(`/v1/kyc/verifications/${String(json.id)}/${action}`, body),
      ),
    );
    for (const { status, error } of answers) {
      expect([status, error]).toMatchObject([409, { reason: 'redirect_awaited', current_status: 'requires_input', allowed_from: null }]);
    }
  });

  it('POST /{id}/cancel: while it is undecided', async () => {
    const pending = await begun('9999-0003-0008');
    const cancelled = await merchant.post(`${pending}/cancel`);
    expect(cancelled.json).toMatchObject({ status: 'cancelled', verification_reason_code: 'cancelled_by_account' });
    expect((await merchant.post(`${pending}/cancel`)).error.code).toBe('state_conflict');
  });

  it('POST /{id}/redact: the person goes, the fact stays', async () => {
    const verification = await begun('9999-0001-0009');
    const { json } = await merchant.post(`${verification}/redact`);
    expect(json).toMatchObject({ status: 'verified', document_number: null, customer_name: null, date_of_birth: null });
    expect(json.redacted_at).toEqual(expect.any(Number));
    const again = await merchant.post(`${verification}/redact`);
    expect(again.json.redacted_at).toBe(json.redacted_at);
  });

  describe('withdraw_consent', () => {
    const consent = { given: true, text_version: '2026-04', captured_at: 1795253400, purpose: 'Account opening', channel: 'web' };

    it('keeps the proof of the consent, and lets go of the person', async () => {
      const { json } = await merchant.post('/v1/kyc/verifications', {
        customer_id: (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1),
        document_type: 'aadhaar',
        document_number: '1234-5678-9012',
        consent,
      });
      const { given: _given, ...kept } = consent;
      expect(json).toMatchObject({
        status: 'verified',
        customer_name: 'Asha Verma',
        consent: { ...kept, language: null, withdrawn_at: null },
      });
      const answer = await merchant.post(`/v1/kyc/verifications/${String(json.id)}/withdraw_consent`);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ status: 'verified', customer_name: null, document_number: null, consent: kept });
      expect((answer.json.consent as { withdrawn_at: number }).withdrawn_at).toBeGreaterThan(0);
      const again = await merchant.post(`/v1/kyc/verifications/${String(json.id)}/withdraw_consent`);
      expect([again.status, again.json.sequence]).toEqual([200, answer.json.sequence]);
    });

    it('409 when none is on record', async () => {
      const { json } = await merchant.post('/v1/kyc/verifications', {
        customer_id: (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1),
        document_type: 'aadhaar',
        document_number: '1234-5678-9012',
      });
      const answer = await merchant.post(`/v1/kyc/verifications/${String(json.id)}/withdraw_consent`);
      expect(answer.status).toBe(409);
      expect(answer.json.error).toMatchObject({ code: 'state_conflict', reason: 'consent_missing' });
    });
  });

  it('GET /{id}/events and as_of: its history is thin, and an older state shows nothing that was redacted since', async () => {
    const verification = await begun('9999-0004-0006');
    await merchant.post(`${verification}/submit`, { otp: '111000' });
    const { data } = (await merchant.get(`${verification}/events?order=asc`)).json as {
      data: { type: string; data: { object: object } }[];
    };
    expect(data.map(({ type }) => type.replace('kyc.verification.', ''))).toEqual(['created', 'requires_input', 'processing', 'verified']);
    expect(JSON.stringify(data)).not.toMatch(/Asha|0004-?0006|X-?0006|customer_name|document_number/);
    const before = await merchant.get(`${verification}?as_of=2`);
    expect(before.json).toMatchObject({ status: 'requires_input', document_number: 'XXXX-XXXX-0006', customer_name: null });
    expect((await merchant.get(`${verification}?as_of=4`)).json).toMatchObject({ status: 'verified', customer_name: 'Asha Rao' });
    await merchant.post(`${verification}/redact`);
    const old = async () => (await merchant.get(`${verification}?as_of=4`)).json;
    await eventually(async () => expect(await old()).toMatchObject({ status: 'verified', customer_name: null, document_number: null }));
    expect((await merchant.with(hundi.otherTestKey).get(`${verification}/events`)).status).toBe(404);
    expect((await merchant.get(`${verification}?as_of=2020-01-01T00:00:00Z`)).status).toBe(404);
  });

  it('answers under the other spelling of its path too, which is not documented', async () => {
    const verification = await begun('9999-0001-0009');
    const { text } = await merchant.get(verification);
    const path = verification.replace('kyc/verifications', 'kyc_verifications');
    const answer = await fetch(`${hundi.baseUrl}${path}`, { headers: { authorization: `Bearer ${hundi.testKey}` } });
    expect([answer.status, await answer.text()]).toEqual([200, text]);
  });

  it('an erased customer takes its verifications along', async () => {
    const customer = await merchant.customer({ name: 'Asha Verma' });
    const { json } = await merchant.post('/v1/kyc/verifications', {
      customer_id: customer.split('/').at(-1),
      document_type: 'aadhaar',
      document_number: '1234-5678-9012',
    });
    expect(json).toMatchObject({ customer_name: 'Asha Verma', document_number: 'XXXX-XXXX-9012' });
    await merchant.delete(customer);
    const read = async () => (await merchant.get(`/v1/kyc/verifications/${String(json.id)}`)).json;
    await eventually(async () => expect(await read()).toMatchObject({ status: 'verified', customer_name: null, document_number: null }));
    expect((await read()).redacted_at).not.toBeNull();
  });
});
