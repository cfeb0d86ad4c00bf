import { spawnSync } from 'node:child_process';
import { SystemClock, SystemRandom } from '#service';
import { eventually, startHundi, type HundiMode, type HundiProcess } from '#testing';
import { ApiClient, type Answer } from './api-client';
import { AcquirerServer } from '../../standalone/src/acquirer/acquirer-server';

jest.setTimeout(180_000);

const KEY = 'key-of-the-acquirer-e2e-suite';
const SECRET = 'secret-of-the-acquirer-e2e-suite';
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
/** Questions come soon, but later than a callback would. */
const SOON = { PAYMENT_POLL_START_MS: '1500', PAYMENT_POLL_INTERVAL_MS: '1500', PROCESSOR_TIMEOUT_MS: '1000' };

type Payment = Record<string, unknown> & { id: string; status: string; last_error: { reason: string } | null };
type Moment = 'received' | 'answered';

describe.each<HundiMode>(['embedded', 'kafka'])('a slow, honest acquirer, %s', (mode) => {
  let acquirer: AcquirerServer;
  let acquirerUrl: string;
  let hundi: HundiProcess;
  let api: ApiClient;
  const made: Payment[] = [];
  /** What a crash test does when the acquirer is called. */
  let onCall: (moment: Moment, call: string) => void | Promise<void> = () => undefined;

  const environment = (): Record<string, string> => ({
    ACQUIRER_URL: acquirerUrl,
    ACQUIRER_KEY: KEY,
    ACQUIRER_WEBHOOK_SECRET: SECRET,
    RATE_LIMIT_ENABLED: 'false',
    ...SOON,
  });
  const start = async (dataDir?: string): Promise<void> => {
    hundi = await startHundi({ mode, environment: environment(), ...(dataDir !== undefined && { dataDir }) });
    acquirer.callbackUrl = `${hundi.baseUrl}/v1/processor_webhooks/acquirer`;
    api = await ApiClient.connect(hundi.baseUrl);
  };

  beforeAll(async () => {
    const clock = new SystemClock();
    const told = (moment: Moment, call: string): void | Promise<void> => onCall(moment, call);
    acquirer = new AcquirerServer({ clock, random: new SystemRandom(clock), key: KEY, secret: SECRET, port: 0, onCall: told });
    acquirerUrl = await acquirer.start();
    await start();
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await acquirer.stop();
  });
  beforeEach(() => {
    onCall = () => undefined;
  });

  const pay = async (words: string, change: object = {}): Promise<Payment> => {
    const asked = { processor: 'acquirer', metadata: { acquirer: words }, payment_method: 'card', card: CARD };
    const answer = await api.post('/v1/payments', { key: hundi.testKey, body: { amount: 50000, currency: 'INR', ...asked, ...change } });
    expect([answer.status, answer.json.status]).toEqual([201, 'processing']);
    made.push(answer.json as Payment);
    return answer.json as Payment;
  };
  const show = async ({ id }: Payment): Promise<Payment> => (await api.get(`/v1/payments/${id}`, { key: hundi.testKey })).json as Payment;
  const comesTo = (payment: Payment, expected: object, withinMs = 20_000): Promise<void> =>
    eventually(async () => expect(await show(payment)).toMatchObject(expected), { withinMs, everyMs: 50 });
  const act = (payment: Payment, action: string, body: object = {}, headers = {}): Promise<Answer> =>
    api.post(`/v1/payments/${payment.id}/${action}`, { key: hundi.testKey, body, headers });
  /** What moved at the acquirer for this payment: held, captured, released, in paise. */
  const moved = ({ id }: Payment): number[] => {
    const there = acquirer.bank.findPaymentByReference(`att_${id.slice(4, -2)}01`);
    return (['hold', 'capture', 'release'] as const).map((kind) => acquirer.bank.ledger.total(kind, there?.reference ?? 'none'));
  };

  it('tells by callbacks what became of a payment, before anybody has asked', async () => {
    const asked: string[] = [];
    onCall = (_moment, call) => void (call.startsWith('GET ') && asked.push(call));
    // A machine that is busy for longer than a question is put off asks first: then it is another payment's turn.
    await eventually(async () => {
      asked.length = 0;
      const payment = await pay('captured delay=50');
      await comesTo(payment, { status: 'captured', amount_captured: 50_000 });
      expect(moved(payment)).toEqual([50_000, 50_000, 0]);
      expect(asked).toEqual([]);
    });
  });

  it.each(['twice', 'late', 'reversed', 'before', 'lost', 'forged'])('callbacks %s: one payment, captured once', async (callback) => {
    const payment = await pay(`captured callback=${callback}`);
    await comesTo(payment, { status: 'captured', amount_captured: 50_000, attempt_count: 1 });
    const { sequence } = await show(payment);
    await acquirer.drain();
    // Whatever still comes changes nothing.
    expect(await show(payment)).toMatchObject({ status: 'captured', sequence });
    expect(moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it.each(['create=timeout_before', 'create=timeout_after', 'create=error_after', 'unknown=2 callback=lost'])(
    '%s: stays open, never fails, and takes the money once',
    async (words) => {
      const payment = await pay(`captured ${words}`);
      await comesTo(payment, { status: 'captured', last_error: null });
      expect(moved(payment)).toEqual([50_000, 50_000, 0]);
    },
  );

  it('declines with its reason, and the customer may try again', async () => {
    const payment = await pay('insufficient_funds');
    await comesTo(payment, { status: 'failed', last_error: { reason: 'insufficient_funds' } });
    expect(moved(payment)).toEqual([0, 0, 0]);
  });

  it('captures a part of what it held, whatever becomes of the call, and gives the rest back', async () => {
    const payment = await pay('captured capture=timeout_after', { capture_method: 'manual' });
    await comesTo(payment, { status: 'authorized', amount_capturable: 50_000 });
    const { status, json } = await act(payment, 'capture', { amount: 30_000 });
    expect([status, json.status]).toEqual([200, 'authorized']);
    await comesTo(payment, { status: 'captured', amount_captured: 30_000 });
    expect(moved(payment)).toEqual([50_000, 30_000, 20_000]);
  });

  it.each([
    ['capture', 'captured'],
    ['cancel', 'cancelled'],
  ])('answers %s with the outcome to a caller who prefers to wait', async (action, end) => {
    const payment = await pay('captured', { capture_method: 'manual' });
    await comesTo(payment, { status: 'authorized' });
    const waiting = { key: hundi.testKey, body: {}, headers: { prefer: 'wait=10' } };
    const { status, json, headers } = await api.post(`/v1/payments/${payment.id}/${action}`, waiting);
    expect([status, json.status, headers['preference-applied']]).toEqual([200, end, 'wait']);
  });

  it('answers a refund with its outcome to a caller who prefers to wait', async () => {
    const payment = await pay('captured');
    await comesTo(payment, { status: 'captured' });
    const waiting = { key: hundi.testKey, body: { payment_id: payment.id, amount: 20_000 }, headers: { prefer: 'wait=10' } };
    const { status, json } = await api.post('/v1/refunds', waiting);
    expect([status, json.status]).toEqual([201, 'processed']);
  });

  it('lets money go when the payment is cancelled', async () => {
    const payment = await pay('captured', { capture_method: 'manual' });
    await comesTo(payment, { status: 'authorized' });
    expect((await act(payment, 'cancel')).status).toBe(200);
    await comesTo(payment, { status: 'cancelled' });
    expect(moved(payment)).toEqual([50_000, 0, 50_000]);
  });

  it.each(['', 'refund=timeout_after'])('gives a part back once, whatever becomes of the call (%s)', async (fault) => {
    const payment = await pay(`captured ${fault}`);
    await comesTo(payment, { status: 'captured' });
    const refund = await api.post('/v1/refunds', { key: hundi.testKey, body: { payment_id: payment.id, amount: 20_000 } });
    expect(refund.status).toBe(201);
    await comesTo(payment, { amount_refunded: 20_000, refund_status: 'partial' }, 40_000);
    expect(acquirer.bank.ledger.total('refund', String(refund.json['id']))).toBe(20_000);
  });

  it('is asked at once by sync', async () => {
    const payment = await pay('captured delay=300 callback=lost');
    await eventually(async () => {
      await act(payment, 'sync');
      expect((await show(payment)).status).toBe('captured');
    });
  });

  it('checks a one-time password while the caller waits: a wrong one is a decline, the next may be right', async () => {
    const payment = await pay('otp delay=300');
    await comesTo(payment, { status: 'requires_action', next_action: { type: 'otp' } });
    const wrong = await act(payment, 'submit_otp', { otp: '000000' }, { prefer: 'wait=20' });
    const right = await act(payment, 'submit_otp', { otp: '111000' }, { prefer: 'wait=20' });
    expect([wrong.status, wrong.error.code, right.status, right.json.status]).toEqual([402, 'payment_declined', 200, 'captured']);
  });
  it('may bring money after the payment has expired: authorized late, and captured', async () => {
    const payment = await pay('otp', { expires_at: Math.floor(Date.now() / 1000) + 3 });
    await comesTo(payment, { status: 'requires_action', next_action: { type: 'otp' } });
    await comesTo(payment, { status: 'expired' });
    const there = acquirer.bank.findPaymentByReference(`att_${payment.id.slice(4, -2)}01`);
    acquirer.bank.act(there!, 'captured');
    await comesTo(payment, { status: 'captured', late_authorized: true });
    expect(moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it('that speaks of other money is not believed: nothing is captured, and the operator is told', async () => {
    const payment = await pay('captured off=1');
    await comesTo(payment, { status: 'processing', amount_captured: 0, last_error: { reason: 'payment_amount_tampered' } });
  });

  /** Ends the payments service as a power cut would; it is started again by whoever runs it. */
  const killPayments = (): void => {
    if (mode === 'embedded') process.kill(hundi.pid, 'SIGKILL');
    else process.kill(paymentsPid(hundi.pid), 'SIGKILL');
  };
  const comeBack = async (): Promise<void> => {
    if (mode === 'kafka') return;
    await hundi.ended;
    await start(hundi.dataDir);
  };

  it.each<[string, Moment, string]>([
    ['before the acquirer has done anything', 'received', 'captured delay=50'],
    ['while the call hangs, after the acquirer has acted', 'received', 'captured delay=50 create=timeout_after'],
    ['after the answer, before it is stored', 'answered', 'captured delay=50 callback=lost'],
  ])('kill -9 %s: the same call again, and no effect twice', async (_when, when, words) => {
    let hasDied = false;
    let letGo = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (letGo = resolve));
    onCall = async (moment, call) => {
      if (hasDied || call !== 'POST /v1/payments') return;
      // The merchant has the answer to the creation: that is when the call is on its way.
      if (moment === 'received') await isAnswered;
      if (moment !== when) return;
      hasDied = true;
      killPayments();
    };
    const payment = await pay(words);
    letGo();
    await eventually(() => expect(hasDied).toBe(true));
    await comeBack();
    await comesTo(payment, { status: 'captured', amount_captured: 50_000, attempt_count: 1 }, 40_000);
    expect(moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it('kill -9 in the middle of a capture: captured once', async () => {
    const payment = await pay('captured', { capture_method: 'manual' });
    await comesTo(payment, { status: 'authorized' });
    let hasDied = false;
    onCall = (moment, call) => {
      if (hasDied || moment !== 'answered' || !call.endsWith('/capture')) return;
      hasDied = true;
      killPayments();
    };
    await act(payment, 'capture', { amount: 20_000 });
    await eventually(() => expect(hasDied).toBe(true));
    await comeBack();
    await comesTo(payment, { status: 'captured', amount_captured: 20_000 }, 40_000);
    expect(moved(payment)).toEqual([50_000, 20_000, 30_000]);
  });

  it('agrees with Hundi to the paisa about everything it ever took', async () => {
    await acquirer.drain();
    const now = await Promise.all(made.map((payment) => show(payment)));
    const captured = now.reduce((sum, payment) => sum + Number(payment['amount_captured']), 0);
    expect(now.length).toBeGreaterThan(20);
    // The payment that was told of wrongly is held here, and was captured there.
    expect(acquirer.bank.ledger.total('capture')).toBe(captured + 50_000);
  });
});

function paymentsPid(parent: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  return Number(/^\s*(\d+) .*\/apps\/payments\/src\/main\.js/m.exec(stdout)?.[1]);
}
