import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();
const byVpa = (vpa: string): object => ({ payment_method: 'upi', upi: { flow: 'collect', vpa } });

describe('POST /v1/payments/{id}/confirm', () => {
  let merchant: Merchant;
  let payment: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    payment = await merchant.open();
  });

  describe('200', () => {
    it('captures a payment whose method is given now', async () => {
      const answer = await merchant.post(`${payment}/confirm`, { payment_method: 'upi' });
      expect([answer.status, answer.json.status, answer.json.payment_method]).toEqual([200, 'captured', 'upi']);
      expect((await merchant.get(payment)).text).toBe(answer.text);
    });

    it('takes a card of the sandbox and shows nothing of its number but the end', async () => {
      const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
      const answer = await merchant.post(`${payment}/confirm`, { payment_method: 'card', card });
      expect([answer.status, answer.json.status]).toEqual([200, 'captured']);
      expect(answer.text).not.toContain('4999000000000005');
      expect(answer.json.payment_method_details).toMatchObject({ card: { last4: '0005', network: 'visa' } });
    });

    it('sends the customer where they have to act', async () => {
      const body = { payment_method: 'netbanking', netbanking: { bank: 'sbin' }, return_url: 'http://localhost:3000/back' };
      const answer = await merchant.post(`${payment}/confirm`, body);
      expect([answer.status, answer.json.status]).toEqual([200, 'requires_action']);
      expect(answer.json.next_action).toMatchObject({ type: 'redirect_to_url' });
    });

    it('tries a failed payment again, as a new attempt', async () => {
      await merchant.post(`${payment}/confirm`, byVpa('insufficient@sandbox'));
      const answer = await merchant.post(`${payment}/confirm`, byVpa('success@sandbox'));
      expect([answer.status, answer.json.status, answer.json.attempt_count]).toEqual([200, 'captured', 2]);
    });
  });

  describe('400', () => {
    it.each<[string, unknown, string[]]>([
      ['no body', undefined, ['payment_method parameter_missing']],
      ['null as the method', { payment_method: null }, ['payment_method parameter_missing']],
      ['an unknown method', { payment_method: 'cash' }, ['payment_method parameter_invalid']],
      ['an instrument of another method', { payment_method: 'upi', card: {} }, ['card parameters_exclusive']],
      ['collect without an address', { payment_method: 'upi', upi: { flow: 'collect' } }, ['upi.vpa parameter_missing']],
      ['an address the network does not know', byVpa('invalid@sandbox'), ['upi.vpa parameter_invalid']],
      ['an unknown bank', { payment_method: 'netbanking', netbanking: { bank: 'ZZZZ' } }, ['netbanking.bank bank_not_supported']],
      [
        'a real card',
        { payment_method: 'card', card: { number: '4539148803436467', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
        ['card.number parameter_invalid'],
      ],
      [
        'a card without the rest',
        { payment_method: 'card', card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030 } },
        ['card.cvv parameter_missing'],
      ],
    ])('refuses %s and keeps the payment open', async (_what, body, problems) => {
      const answer = await merchant.post(`${payment}/confirm`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
      expect(answer.text).not.toContain('4539148803436467');
      expect((await merchant.get(payment)).json).toMatchObject({ status: 'created', attempt_count: 0 });
    });

    it('refuses a method that the payment does not allow', async () => {
      const cardOnly = await merchant.open({ payment_methods: ['card'] });
      const answer = await merchant.post(`${cardOnly}/confirm`, { payment_method: 'upi' });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'payment_method parameter_invalid']);
      expect(answer.error.errors[0]?.reason).toBe('method_not_of_payment');
    });
  });

  describe('after a failure', () => {
    it('takes another method, also where the payment was created with one', async () => {
      const { json } = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', ...byVpa('insufficient@sandbox') });
      expect(json).toMatchObject({ status: 'failed', payment_methods: ['upi'] });
      const answer = await merchant.post(`/v1/payments/${String(json.id)}/confirm`, { payment_method: 'card' });
      expect([answer.status, answer.json.status, answer.json.payment_method]).toEqual([200, 'captured', 'card']);
    });

    it('but none that does not take the money, and none beside a list that was given', async () => {
      const inDollars = { amount: 5000, currency: 'USD', payment_method: 'card', metadata: { sandbox_outcome: 'failed' } };
      const abroad = await merchant.post('/v1/payments', inDollars);
      const listed = await merchant.open({ payment_methods: ['upi'] });
      await merchant.post(`${listed}/confirm`, byVpa('insufficient@sandbox'));
      const answers = [
        await merchant.post(`/v1/payments/${String(abroad.json.id)}/confirm`, { payment_method: 'upi' }),
        await merchant.post(`${listed}/confirm`, { payment_method: 'card' }),
      ];
      expect(answers.map(({ status, error }) => [status, error.errors[0]?.reason])).toEqual(Array(2).fill([400, 'method_not_of_payment']));
    });
  });

  describe('402', () => {
    it('names the decline, the payment and who said so, and stores the attempt', async () => {
      const answer = await merchant.post(`${payment}/confirm`, byVpa('insufficient@sandbox'));
      expect([answer.status, answer.error.code]).toEqual([402, 'payment_declined']);
      expect(answer.json.error).toMatchObject({
        type: 'payment_error',
        decline_code: 'insufficient_funds',
        reason: 'insufficient_funds',
        source: 'customer',
        payment_id: payment.split('/').at(-1),
        retryable: false,
      });
      expect(answer.headers['event-position']).toMatch(/^\d+$/);
      const { json } = await merchant.get(payment);
      expect(json).toMatchObject({ status: 'failed', attempt_count: 1, last_error: { payer_may_retry: true } });
      // One word, one meaning: whether the request may be repeated is said of requests alone.
      expect(json.last_error).not.toHaveProperty('retryable');
    });

    it('is the stored answer of its key: repeating it makes no second attempt', async () => {
      const headers = { 'idempotency-key': newKey() };
      await merchant.post(`${payment}/confirm`, byVpa('wrongpin@sandbox'), headers);
      const again = await merchant.post(`${payment}/confirm`, byVpa('wrongpin@sandbox'), headers);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([402, 'true']);
      expect(again.json.error).toMatchObject({ decline_code: 'incorrect_pin' });
      expect((await merchant.get(payment)).json.attempt_count).toBe(1);
    });
  });

  describe('404', () => {
    it('answers a foreign and a malformed id alike', async () => {
      const stranger = merchant.with(hundi.otherTestKey);
      const answers = await Promise.all([
        stranger.post(`${payment}/confirm`, byVpa('success@sandbox')),
        merchant.post('/v1/payments/x/confirm', byVpa('success@sandbox')),
      ]);
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(2).fill([404, 'resource_missing']));
    });
  });

  describe('409', () => {
    it('says in which state the payment is and from which it could be confirmed', async () => {
      const captured = await merchant.captured();
      const answer = await merchant.post(`${captured}/confirm`, { payment_method: 'upi' });
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
      expect(answer.json.error).toMatchObject({
        message:
          'This payment cannot be confirmed: its status is captured. Only a payment with the status created or requires_action or failed can be confirmed.',
        current_status: 'captured',
        allowed_from: ['created', 'requires_action', 'failed'],
        retryable: false,
      });
    });
  });
});
