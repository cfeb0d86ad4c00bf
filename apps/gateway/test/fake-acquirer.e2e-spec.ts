import { eventually, hundiMode } from '#testing';
import { HundiAtFakeAcquirer } from './hundi-at-fake-acquirer';

jest.setTimeout(180_000);

const mode = hundiMode();

describe(`a slow, honest fake acquirer, ${mode}`, () => {
  const under = new HundiAtFakeAcquirer(mode);
  beforeAll(() => under.start());
  afterAll(() => under.end());
  beforeEach(() => {
    under.onCall = () => undefined;
  });

  it('tells by callbacks what became of a payment, before anybody has asked', async () => {
    const asked: string[] = [];
    under.onCall = (_moment, call) => void (call.startsWith('GET ') && asked.push(call));
    // A machine that is busy for longer than a question is put off asks first: then it is another payment's turn.
    await eventually(async () => {
      asked.length = 0;
      const payment = await under.pay('captured delay=50');
      await under.comesTo(payment, { status: 'captured', amount_captured: 50_000, fee: null, tax: null, net_amount: null });
      expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
      expect(asked).toEqual([]);
    });
  });

  it.each(['twice', 'late', 'reversed', 'before', 'lost', 'forged'])('callbacks %s: one payment, captured once', async (callback) => {
    const payment = await under.pay(`captured callback=${callback}`);
    await under.comesTo(payment, { status: 'captured', amount_captured: 50_000, attempt_count: 1 });
    const { sequence } = await under.show(payment);
    await under.acquirer.drain();
    // Whatever still comes changes nothing.
    expect(await under.show(payment)).toMatchObject({ status: 'captured', sequence });
    expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it.each(['create=timeout_before', 'create=timeout_after', 'create=error_after', 'unknown=2 callback=lost'])(
    '%s: stays open, never fails, and takes the money once',
    async (words) => {
      const payment = await under.pay(`captured ${words}`);
      await under.comesTo(payment, { status: 'captured', last_error: null });
      expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
    },
  );

  it('declines with its reason, and the customer may try again', async () => {
    const payment = await under.pay('insufficient_funds');
    await under.comesTo(payment, { status: 'failed', last_error: { reason: 'insufficient_funds' } });
    expect(under.moved(payment)).toEqual([0, 0, 0]);
  });

  it('captures a part of what it held, whatever becomes of the call, and gives the rest back', async () => {
    const payment = await under.pay('captured capture=timeout_after', { capture_method: 'manual' });
    await under.comesTo(payment, { status: 'authorized', amount_capturable: 50_000 });
    const { status, json } = await under.act(payment, 'capture', { amount: 30_000 });
    expect([status, json.status]).toEqual([200, 'authorized']);
    await under.comesTo(payment, { status: 'captured', amount_captured: 30_000 });
    expect(under.moved(payment)).toEqual([50_000, 30_000, 20_000]);
  });

  it.each([
    ['capture', 'captured'],
    ['cancel', 'cancelled'],
  ])('answers %s with the outcome to a caller who prefers to wait', async (action, end) => {
    const payment = await under.pay('captured', { capture_method: 'manual' });
    await under.comesTo(payment, { status: 'authorized' });
    const { status, json, headers } = await under.act(payment, action, {}, { prefer: 'wait=10' });
    expect([status, json.status, headers['preference-applied']]).toEqual([200, end, 'wait']);
  });

  it('answers a refund with its outcome to a caller who prefers to wait', async () => {
    const payment = await under.pay('captured');
    await under.comesTo(payment, { status: 'captured' });
    const asked = { payment_id: payment.id, amount: 20_000 };
    const { status, json } = await under.post('/v1/refunds', asked, { prefer: 'wait=10' });
    expect([status, json.status]).toEqual([201, 'processed']);
  });

  it('lets money go when the payment is cancelled', async () => {
    const payment = await under.pay('captured', { capture_method: 'manual' });
    await under.comesTo(payment, { status: 'authorized' });
    expect((await under.act(payment, 'cancel')).status).toBe(200);
    await under.comesTo(payment, { status: 'cancelled' });
    expect(under.moved(payment)).toEqual([50_000, 0, 50_000]);
  });

  it.each(['', 'refund=timeout_after'])('gives a part back once, whatever becomes of the call (%s)', async (fault) => {
    const payment = await under.pay(`captured ${fault}`);
    await under.comesTo(payment, { status: 'captured' });
    const refund = await under.post('/v1/refunds', { payment_id: payment.id, amount: 20_000 });
    expect(refund.status).toBe(201);
    await under.comesTo(payment, { amount_refunded: 20_000, refund_status: 'partial' }, 40_000);
    expect(under.acquirer.bank.ledger.total('refund', String(refund.json['id']))).toBe(20_000);
  });

  it('is asked at once by sync', async () => {
    const payment = await under.pay('captured delay=300 callback=lost');
    await eventually(async () => {
      await under.act(payment, 'sync');
      expect((await under.show(payment)).status).toBe('captured');
    });
  });

  it('checks a one-time password while the caller waits: a wrong one is a decline, the next may be right', async () => {
    const payment = await under.pay('otp delay=300');
    await under.comesTo(payment, { status: 'requires_action', next_action: { type: 'otp' } });
    const wrong = await under.act(payment, 'submit_otp', { otp: '000000' }, { prefer: 'wait=20' });
    const right = await under.act(payment, 'submit_otp', { otp: '111000' }, { prefer: 'wait=20' });
    expect([wrong.status, wrong.error.code, right.status, right.json.status]).toEqual([402, 'payment_declined', 200, 'captured']);
  });
  it.each([
    ['cancel', {}],
    ['confirm', { payment_method: 'card', card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } }],
  ])('refuses %s while a one-time password is being checked: the money is taken once, and stays', async (action, body) => {
    const payment = await under.pay('otp otp=timeout_after callback=lost');
    await under.comesTo(payment, { status: 'requires_action', next_action: { type: 'otp' } });
    const checked = under.act(payment, 'submit_otp', { otp: '111000' });
    await under.comesTo(payment, { next_action: { type: 'wait' } });
    const refused = await under.act(payment, action, body);
    expect([refused.status, refused.json.error]).toMatchObject([
      409,
      { code: 'state_conflict', message: 'A one-time password is being checked.' },
    ]);
    expect((await checked).status).toBe(200);
    await under.comesTo(payment, { status: 'captured', attempt_count: 1, amount_refunded: 0, late_authorized: false });
    expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it('may bring money after the payment has expired: authorized late, and captured', async () => {
    const payment = await under.pay('otp', { expires_at: Math.floor(Date.now() / 1000) + 10 });
    await under.comesTo(payment, { status: 'requires_action', next_action: { type: 'otp' } });
    await under.comesTo(payment, { status: 'expired' });
    const there = under.acquirer.bank.findPaymentByReference(`att_${payment.id.slice(4, -2)}01`);
    under.acquirer.bank.act(there!, 'captured');
    await under.comesTo(payment, { status: 'captured', late_authorized: true });
    expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it('that reports another amount is not trusted: nothing is captured, and an alarm is raised', async () => {
    const payment = await under.pay('captured off=1');
    await under.comesTo(payment, { status: 'processing', amount_captured: 0, last_error: { reason: 'payment_amount_tampered' } });
  });

  it('agrees with Hundi to the paisa about everything it ever took', async () => {
    const { hundi, acquirer } = await under.captured();
    expect(under.made.length).toBeGreaterThan(20);
    // The payment with the wrong report is held here, and was captured there.
    expect(acquirer).toBe(hundi + 50_000);
  });
});
