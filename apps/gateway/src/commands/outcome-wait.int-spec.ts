import { accepted, startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import { Merchant } from '../../test/merchant';
import { paymentOf } from '../../test/payment-of';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };

describe('Prefer: wait', () => {
  let gateway: GatewayUnderTest;
  let merchant: Merchant;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    merchant = await Merchant.connect(gateway.url, gateway.testKey);
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.answer = async (command) => {
      const status = command.type === 'payments.create' ? 201 : 200;
      return accepted(command, { status, body: JSON.stringify(paymentOf(command.streamId, 'processing')) });
    };
  });

  it('shows the outcome as soon as it is there', async () => {
    gateway.found = (id) => JSON.stringify(paymentOf(id, 'captured'));
    const answer = await merchant.post('/v1/payments', PAYMENT, { prefer: 'handling=strict, wait=5' });
    expect([answer.status, answer.json.status, answer.headers['preference-applied']]).toEqual([201, 'captured', 'wait']);
    expect(answer.headers.location).toBe(`/v1/payments/${String(answer.json.id)}`);
  });

  it('answers 402 for a call that acts on what there was, when it turns out declined', async () => {
    gateway.found = (id) => JSON.stringify(paymentOf(id, 'failed'));
    const payment = String((await merchant.post('/v1/payments', PAYMENT)).headers.location);
    const answer = await merchant.post(`${payment}/confirm`, { payment_method: 'upi' }, { prefer: 'wait=5' });
    expect([answer.status, answer.error.code, answer.json.error]).toEqual([
      402,
      'payment_declined',
      expect.objectContaining({ decline_code: 'insufficient_funds' }),
    ]);
  });

  it('answers the present state when the outcome is unknown at the end', async () => {
    gateway.found = (id) => JSON.stringify(paymentOf(id, 'processing'));
    const startedAt = performance.now();
    const answer = await merchant.post('/v1/payments', PAYMENT, { prefer: 'wait=1' });
    expect([answer.status, answer.json.status, answer.headers['preference-applied']]).toEqual([201, 'processing', undefined]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  });

  it('is not asked for without the header, or with a wait that is no number', async () => {
    const answers = await Promise.all([
      merchant.post('/v1/payments', PAYMENT),
      merchant.post('/v1/payments', PAYMENT, { prefer: 'wait=soon' }),
    ]);
    expect(answers.map(({ json }) => json.status)).toEqual(['processing', 'processing']);
  });

  describe('for what is asked of a processor', () => {
    const asked = { next_action: { type: 'wait', expires_at: 1 } };
    const held = (id: string, more: object = {}): string => JSON.stringify({ ...paymentOf(id, 'authorized'), ...more });

    it.each([
      ['capture', 'captured'],
      ['cancel', 'cancelled'],
    ] as const)('%s: until the money is taken, or let go', async (action, end) => {
      const payment = String((await merchant.post('/v1/payments', PAYMENT)).headers.location);
      gateway.answer = async (command) => accepted(command, { status: 200, body: held(command.streamId, asked) });
      let looks = 0;
      gateway.found = (id) => (++looks < 2 ? held(id, asked) : JSON.stringify(paymentOf(id, end)));
      const answer = await merchant.post(`${payment}/${action}`, {}, { prefer: 'wait=5' });
      expect([answer.status, answer.json.status, answer.headers['preference-applied']]).toEqual([200, end, 'wait']);
    });

    it('create: past the moment when the money is held, until it is taken', async () => {
      let looks = 0;
      gateway.found = (id) => (++looks < 3 ? held(id, asked) : JSON.stringify(paymentOf(id, 'captured')));
      const answer = await merchant.post('/v1/payments', PAYMENT, { prefer: 'wait=5' });
      expect([answer.status, answer.json.status, answer.headers['preference-applied']]).toEqual([201, 'captured', 'wait']);
    });

    it('capture: until it is refused, which answers 402', async () => {
      const payment = String((await merchant.post('/v1/payments', PAYMENT)).headers.location);
      gateway.answer = async (command) => accepted(command, { status: 200, body: held(command.streamId, asked) });
      gateway.found = (id) => held(id, { last_error: paymentOf(id, 'failed').last_error });
      const answer = await merchant.post(`${payment}/capture`, {}, { prefer: 'wait=5' });
      expect([answer.status, answer.error.code, answer.headers['preference-applied']]).toEqual([402, 'payment_declined', 'wait']);
      expect(answer.json.error).toMatchObject({ decline_code: 'insufficient_funds', payment_id: payment.split('/').at(-1) });
    });
  });

  describe('for a one-time password', () => {
    const checked = { next_action: { type: 'wait', expires_at: 1 } };
    const asked = { next_action: { type: 'otp', expires_at: 1 } };
    const waiting = (id: string, more: object): string =>
      JSON.stringify({ ...paymentOf(id, 'requires_action'), last_error: null, ...more });
    const submit = async (found: (id: string) => string) => {
      const payment = String((await merchant.post('/v1/payments', PAYMENT)).headers.location);
      gateway.answer = async (command) => accepted(command, { status: 200, body: waiting(command.streamId, checked) });
      let looks = 0;
      gateway.found = (id) => (++looks < 2 ? waiting(id, checked) : found(id));
      return merchant.post(`${payment}/submit_otp`, { otp: '111000' }, { prefer: 'wait=5' });
    };

    it('answers what the right one did', async () => {
      const answer = await submit((id) => JSON.stringify(paymentOf(id, 'captured')));
      expect([answer.status, answer.json.status, answer.headers['preference-applied']]).toEqual([200, 'captured', 'wait']);
    });

    it('answers 402 for a wrong one, after which the payment waits for another', async () => {
      const { last_error } = paymentOf('pay_1', 'failed');
      const answer = await submit((id) => waiting(id, { ...asked, last_error }));
      expect([answer.status, answer.error.code]).toEqual([402, 'payment_declined']);
    });
  });

  it('survives a service that cannot be asked meanwhile', async () => {
    gateway.found = () => undefined;
    const answer = await merchant.post('/v1/payments', PAYMENT, { prefer: 'wait=1' });
    expect([answer.status, answer.json.status]).toEqual([201, 'processing']);
  });
});
