import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/test_helpers/payments/{id}/simulate', () => {
  let merchant: Merchant;
  let payment: string;
  const simulate = (body: unknown, path = payment) => merchant.post(path.replace('/v1/', '/v1/test_helpers/') + '/simulate', body);
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    payment = await merchant.payment('processing', { payment_method: 'upi', upi: { flow: 'collect', vpa: 'pending@sandbox' } });
  });

  describe('200', () => {
    it.each([
      ['captures it', { outcome: 'captured' }, { status: 'captured', last_error: null }],
      [
        'lets it fail for a reason',
        { outcome: 'failed', reason: 'insufficient_funds' },
        { status: 'failed', last_error: { reason: 'insufficient_funds' } },
      ],
      ['lets it fail', { outcome: 'bank_technical_error' }, { status: 'failed', last_error: { reason: 'bank_technical_error' } }],
    ])('%s', async (_what, body, expected) => {
      const answer = await simulate(body);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject(expected);
    });

    it('plays the customer at the page of the bank', async () => {
      const waiting = await merchant.payment('requires_action', { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } });
      expect((await simulate({ outcome: 'approve' }, waiting)).json.status).toBe('captured');
    });
  });

  describe('400', () => {
    it.each([
      ['no outcome', {}, 'outcome parameter_missing'],
      ['a word the sandbox does not know', { outcome: 'rich' }, 'outcome parameter_invalid'],
      ['no word at all', { outcome: 'Captured!' }, 'outcome parameter_invalid'],
      ['a reason without a failure', { outcome: 'captured', reason: 'insufficient_funds' }, 'reason parameters_exclusive'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await simulate(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
      expect((await merchant.get(payment)).json.status).toBe('processing');
    });
  });

  describe('403', () => {
    it('refuses live keys, whatever the payment is', async () => {
      merchant = merchant.with(hundi.liveKey);
      const answer = await simulate({ outcome: 'captured' });
      merchant = merchant.with(hundi.testKey);
      expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
    });
  });

  describe('409', () => {
    it('refuses a payment whose outcome is known', async () => {
      const answer = await simulate({ outcome: 'failed' }, await merchant.captured());
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
    });

    it.each([{ outcome: 'captured' }, { outcome: 'failed' }, { outcome: 'approve' }])(
      'refuses what cannot happen to money that is held, and changes nothing: %j',
      async (body) => {
        const held = await merchant.authorized();
        const { status, error } = await simulate(body, held);
        expect(status).toBe(409);
        const allowed = ['requires_action', 'processing', 'failed', 'expired', 'cancelled'];
        expect(error).toMatchObject({ code: 'state_conflict', current_status: 'authorized', allowed_from: allowed });
        expect((await merchant.get(held)).json.status).toBe('authorized');
      },
    );
  });
});
