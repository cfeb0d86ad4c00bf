import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/test_helpers/kyc_verifications/{id}/simulate', () => {
  let merchant: Merchant;
  let customer_id: string;
  const create = async (document_number: string, more: object = {}) =>
    (await merchant.post('/v1/kyc/verifications', { customer_id, document_type: 'aadhaar', document_number, ...more })).json;
  const simulate = (id: unknown, body: unknown, who = merchant) =>
    who.post(`/v1/test_helpers/kyc_verifications/${String(id)}/simulate`, body);
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer_id = (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1) ?? '';
  });

  const PENDING = '9999-0003-0008';
  const UNAVAILABLE = '9999-0051-0004';
  const REVIEW = '9999-0071-0002';
  const OTP = '9999-0004-0006';

  describe('200', () => {
    it.each([
      ['the register answers', PENDING, { outcome: 'verified' }, { status: 'verified', verification_reason_code: null }],
      [
        'the register says no',
        PENDING,
        { outcome: 'failed', reason: 'dob_mismatch' },
        { status: 'failed', verification_reason_code: 'dob_mismatch' },
      ],
      [
        'the register is not available',
        PENDING,
        { outcome: 'provider_unavailable' },
        { status: 'pending', verification_reason_code: 'provider_unavailable' },
      ],
      ['the provider is back', UNAVAILABLE, { outcome: 'verified' }, { status: 'verified' }],
      [
        'a person has to decide',
        PENDING,
        { outcome: 'watchlist_hit' },
        { status: 'processing', verification_reason_code: 'watchlist_hit' },
      ],
      ['the reviewer accepts', REVIEW, { outcome: 'verified' }, { status: 'verified' }],
      ['the reviewer rejects', REVIEW, { outcome: 'failed' }, { status: 'failed', verification_reason_code: 'manual_review_rejected' }],
      ['the customer enters the OTP', OTP, { outcome: 'approve' }, { status: 'verified' }],
      [
        'the customer enters a wrong OTP',
        OTP,
        { outcome: 'otp_incorrect' },
        { status: 'requires_input', verification_reason_code: 'otp_incorrect' },
      ],
      [
        'the customer is asked for an OTP',
        PENDING,
        { outcome: 'otp_required' },
        { status: 'requires_input', next_action: { type: 'otp' } },
      ],
      [
        'the customer does not act',
        PENDING,
        { outcome: 'session_expired' },
        { status: 'expired', verification_reason_code: 'session_expired' },
      ],
      ['the customer leaves', OTP, { outcome: 'cancelled' }, { status: 'cancelled', verification_reason_code: 'customer_cancelled' }],
    ])('%s', async (_what, number, body, expected) => {
      const answer = await simulate((await create(number)).id, body);
      expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({})]);
      expect(answer.json).toMatchObject(expected);
    });

    it('a penny drop is verified with the account holder, and a slow register takes its time', async () => {
      const account = { document_type: 'bank_account', document_details: { ifsc: 'SBOX0000001' } };
      expect(await create('00000000000001', account)).toMatchObject({ status: 'verified', method: 'penny_drop', name_match_score: 100 });
      expect(await create('00000000000021', account)).toMatchObject({ status: 'failed', verification_reason_code: 'account_not_found' });
      expect(await create('9999-0002-0004')).toMatchObject({ status: 'pending', verification_reason_code: 'awaiting_provider' });
    });

    it('metadata.sandbox_outcome goes before the number', async () => {
      expect(await create('9999-0001-0009', { metadata: { sandbox_outcome: 'document_expired' } })).toMatchObject({
        status: 'failed',
        verification_reason_code: 'document_expired',
      });
    });
  });

  describe('400', () => {
    it.each([
      ['no outcome', {}, ['outcome parameter_missing']],
      ['no word', { outcome: 'Very Good' }, ['outcome parameter_invalid']],
      ['a reason beside another outcome', { outcome: 'verified', reason: 'name_mismatch' }, ['reason parameters_exclusive']],
      ['a reason that no verification knows', { outcome: 'failed', reason: 'rich' }, ['reason parameter_invalid']],
      ['a reason that is no failure', { outcome: 'failed', reason: 'verified' }, ['reason parameter_invalid']],
      ['a word that no verification knows', { outcome: 'captured' }, ['outcome parameter_invalid']],
    ])('%s', async (_what, body, problems) => {
      const answer = await simulate((await create(PENDING)).id, body);
      expect([answer.status, problemsOf(answer)]).toEqual([400, problems]);
    });
  });

  it('403 for a live key', async () => {
    const answer = await simulate((await create(PENDING)).id, { outcome: 'verified' }, merchant.with(hundi.liveKey));
    expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
  });

  it('404 for a foreign verification', async () => {
    expect((await simulate((await create(PENDING)).id, { outcome: 'verified' }, merchant.with(hundi.otherTestKey))).status).toBe(404);
  });

  it('409 for one that has ended', async () => {
    const answer = await simulate((await create('9999-0001-0009')).id, { outcome: 'failed' });
    expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
  });
});
