import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

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

  describe('a payment whose customer still has to choose', () => {
    it.each([
      [{ outcome: 'captured' }, { status: 'captured', payment_method: 'card' }],
      [{ outcome: 'approve' }, { status: 'captured', payment_method: 'card' }],
      [
        { outcome: 'failed', reason: 'card_declined' },
        { status: 'failed', last_error: { reason: 'card_declined' } },
      ],
      [{ outcome: 'processing' }, { status: 'processing' }],
      [{ outcome: 'requires_action' }, { status: 'requires_action', next_action: { type: 'redirect_to_url' } }],
    ])('200: is completed by %j, by the first of its methods', async (body, expected) => {
      const open = await merchant.open({ payment_methods: ['card', 'upi'] });
      const answer = await simulate(body, open);
      expect([answer.status, answer.json]).toMatchObject([200, expected]);
      expect((await merchant.get(open)).json).toMatchObject(expected);
    });
  });

  describe('a payment that is cancelled', () => {
    const cancelled = async (path: string): Promise<string> => {
      expect((await merchant.post(`${path}/cancel`)).json.status).toBe('cancelled');
      return path;
    };
    const waiting = () => merchant.payment('requires_action', { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } });

    it('200: money turns up late, and its policy says what becomes of it', async () => {
      const path = await cancelled(await waiting());
      const answer = await simulate({ outcome: 'captured' }, path);
      expect([answer.status, answer.json.late_authorized]).toEqual([200, true]);
    });

    it.each([{ outcome: 'failed' }, { outcome: 'processing' }])('409: nothing else can happen to it: %j', async (body) => {
      const { status, error } = await simulate(body, await cancelled(await waiting()));
      expect([status, error]).toMatchObject([409, { code: 'state_conflict', current_status: 'cancelled' }]);
    });

    it('409: no money can come to one that was never attempted', async () => {
      const { status, error } = await simulate({ outcome: 'captured' }, await cancelled(await merchant.open()));
      expect([status, error]).toMatchObject([409, { code: 'state_conflict', current_status: 'cancelled' }]);
    });
  });

  describe('400', () => {
    it('names the outcomes there are', async () => {
      const { error } = await simulate({ outcome: 'rich' });
      expect(error.message).toMatch(/^outcome must be one of approve, captured, .*insufficient_funds/);
      expect(error.hint).toContain('/docs/testing#payment-outcomes');
    });

    it.each([
      ['no outcome', {}, 'outcome parameter_missing'],
      ['a word the sandbox does not know', { outcome: 'rich' }, 'outcome parameter_invalid'],
      ['no word at all', { outcome: 'Captured!' }, 'outcome parameter_invalid'],
      ['a reason without a failure', { outcome: 'captured', reason: 'insufficient_funds' }, 'reason parameters_exclusive'],
      ['a reason that the sandbox does not know', { outcome: 'failed', reason: 'rich' }, 'reason parameter_invalid'],
      ['a reason that is no failure', { outcome: 'failed', reason: 'captured' }, 'reason parameter_invalid'],
      ['a reason that leaves the outcome open', { outcome: 'failed', reason: 'payment_pending' }, 'reason parameter_invalid'],
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
        const allowed = ['created', 'requires_action', 'processing', 'failed', 'expired', 'cancelled'];
        expect(error).toMatchObject({ code: 'state_conflict', current_status: 'authorized', allowed_from: allowed });
        expect((await merchant.get(held)).json.status).toBe('authorized');
      },
    );
  });
});
