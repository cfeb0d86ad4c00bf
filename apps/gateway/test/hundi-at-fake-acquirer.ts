import { SystemClock, SystemRandom } from '#service';
import { eventually, startHundi, type HundiMode, type HundiProcess } from '#testing';
import { ApiClient, type Answer } from './api-client';
import { FakeAcquirerServer } from '../../../tools/fake-acquirer/server';

const KEY = 'key-of-the-acquirer-suites';
const SECRET = 'secret-of-the-acquirer-suites';
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
/** Questions come soon, but later than a callback would. */
const SOON = { PAYMENT_POLL_START_MS: '1500', PAYMENT_POLL_INTERVAL_MS: '1500', PROCESSOR_TIMEOUT_MS: '1000' };

export type Payment = Record<string, unknown> & { id: string; status: string; last_error: { reason: string } | null };
export type Moment = 'received' | 'answered';

/** A Hundi, and the acquirer that it sends payments to: a server that acts late, twice or not at all on request. */
export class HundiAtFakeAcquirer {
  /** Every payment that a suite made. */
  readonly made: Payment[] = [];
  /** What happens when the acquirer is called. */
  onCall: (moment: Moment, call: string) => void | Promise<void> = () => undefined;
  readonly acquirer: FakeAcquirerServer;
  private url = '';
  private running: HundiProcess | undefined;
  private api: ApiClient | undefined;

  constructor(private readonly mode: HundiMode) {
    const clock = new SystemClock();
    const onCall = (moment: Moment, call: string): void | Promise<void> => this.onCall(moment, call);
    this.acquirer = new FakeAcquirerServer({ clock, random: new SystemRandom(clock), key: KEY, secret: SECRET, port: 0, onCall });
  }

  async start(): Promise<void> {
    this.url = await this.acquirer.start();
    await this.startHundi();
  }

  /** Again, on what it wrote before, when a folder is given. */
  async startHundi(dataDir?: string): Promise<void> {
    const environment = {
      ACQUIRER_URL: this.url,
      ACQUIRER_KEY: KEY,
      ACQUIRER_WEBHOOK_SECRET: SECRET,
      RATE_LIMIT_ENABLED: 'false',
      ...SOON,
    };
    this.running = await startHundi({ mode: this.mode, environment, ...(dataDir !== undefined && { dataDir }) });
    this.acquirer.callbackUrl = `${this.running.baseUrl}/v1/processor_webhooks/acquirer`;
    this.api = await ApiClient.connect(this.running.baseUrl);
  }

  async end(): Promise<void> {
    await this.running?.stopAndRemove();
    await this.acquirer.stop();
  }

  get hundi(): HundiProcess {
    if (!this.running) throw new Error('Hundi was not started.');
    return this.running;
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    if (!this.api) throw new Error('Hundi was not started.');
    return this.api.post(path, { key: this.hundi.testKey, body, headers });
  }

  async pay(words: string, change: object = {}): Promise<Payment> {
    const asked = { processor: 'acquirer', metadata: { acquirer: words }, payment_method: 'card', card: CARD };
    const answer = await this.post('/v1/payments', { amount: 50000, currency: 'INR', ...asked, ...change });
    expect([answer.status, answer.json.status]).toEqual([201, 'processing']);
    this.made.push(answer.json as Payment);
    return answer.json as Payment;
  }

  async show({ id }: Payment): Promise<Payment> {
    return (await this.api?.get(`/v1/payments/${id}`, { key: this.hundi.testKey }))?.json as Payment;
  }

  comesTo(payment: Payment, expected: object, withinMs = 20_000): Promise<void> {
    return eventually(async () => expect(await this.show(payment)).toMatchObject(expected), { withinMs, everyMs: 50 });
  }

  act(payment: Payment, action: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/v1/payments/${payment.id}/${action}`, body, headers);
  }

  /** What moved at the acquirer for this payment: held, captured, released, in paise. */
  moved({ id }: Payment): number[] {
    const there = this.acquirer.bank.findPaymentByReference(`att_${id.slice(4, -2)}01`);
    return (['hold', 'capture', 'release'] as const).map((kind) => this.acquirer.bank.ledger.total(kind, there?.reference ?? 'none'));
  }

  /** Captured in paise, by Hundi and by the acquirer, of all payments that were made; once nothing is under way any more. */
  async captured(): Promise<{ hundi: number; acquirer: number }> {
    await this.acquirer.drain();
    const now = await Promise.all(this.made.map((payment) => this.show(payment)));
    const hundi = now.reduce((sum, payment) => sum + Number(payment['amount_captured']), 0);
    return { hundi, acquirer: this.acquirer.bank.ledger.total('capture') };
  }
}
