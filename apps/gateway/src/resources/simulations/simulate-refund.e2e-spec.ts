import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/test_helpers/refunds/{id}/simulate', () => {
  let merchant: Merchant;
  let payment: string;
  const simulate = (refund: string, body: unknown) => merchant.post(refund.replace('/v1/', '/v1/test_helpers/') + '/simulate', body);
  const refund = async (outcome: string): Promise<string> => {
    payment = await merchant.captured();
    const body = { payment_id: payment.split('/').at(-1), amount: 100, metadata: { sandbox_outcome: outcome } };
    return String((await merchant.post('/v1/refunds', body)).headers.location);
  };
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('200', () => {
    it.each<[string, string, object, object]>([
      ['pays out one that waits', 'pending', { outcome: 'processed' }, { status: 'processed' }],
      ['refuses one that waits', 'slow', { outcome: 'failed' }, { status: 'failed', failure_code: 'refund_failed' }],
      [
        'refuses one for a reason',
        'pending',
        { outcome: 'failed', reason: 'account_closed' },
        { status: 'failed', failure_code: 'account_closed' },
      ],
      ['returns one that was paid out', 'processed', { outcome: 'failed' }, { status: 'failed', failure_code: 'refund_returned' }],
      ['pays out one that had failed', 'failed', { outcome: 'processed' }, { status: 'processed', failure_code: null }],
    ])('%s', async (_what, before, body, expected) => {
      const answer = await simulate(await refund(before), body);
      expect([answer.status, answer.json]).toMatchObject([200, expected]);
      const isBack = answer.json.status === 'processed';
      expect((await merchant.get(payment)).json).toMatchObject({ amount_refunded: isBack ? 100 : 0 });
    });
  });

  describe('400', () => {
    it.each([
      ['no outcome', {}, 'outcome parameter_missing'],
      ['an outcome that banks do not know', { outcome: 'captured' }, 'outcome parameter_invalid'],
      ['an unknown reason', { outcome: 'failed', reason: 'because' }, 'reason parameter_invalid'],
      ['a reason without a failure', { outcome: 'processed', reason: 'account_closed' }, 'reason parameters_exclusive'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await simulate(await refund('pending'), body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });

  it('403: refuses live keys, whatever the refund is', async () => {
    const path = await refund('pending');
    const live = merchant.with(hundi.liveKey);
    const answer = await live.post(`${path.replace('/v1/', '/v1/test_helpers/')}/simulate`, { outcome: 'processed' });
    expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
  });

  it('404: refuses a refund that is not there', async () => {
    expect((await simulate('/v1/refunds/rfnd_0TgWzRaB00xK2mNq5Yd8Vf3L', { outcome: 'processed' })).status).toBe(404);
  });

  it('409: says of a refund that was paid out and came back that another one is needed', async () => {
    const path = await refund('processed');
    await simulate(path, { outcome: 'failed' });
    const { status, error } = await simulate(path, { outcome: 'processed' });
    expect([status, error]).toMatchObject([409, { code: 'state_conflict', current_status: 'failed', allowed_from: null }]);
    expect(error.message).toBe('The refund was paid out and came back: it cannot be paid out again. Create another refund.');
  });

  it('409: refuses what a bank cannot do any more', async () => {
    const answers = [
      await simulate(await refund('processed'), { outcome: 'processed' }),
      await simulate(await refund('failed'), { outcome: 'failed' }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [409, 'state_conflict'],
      [409, 'state_conflict'],
    ]);
  });
});
