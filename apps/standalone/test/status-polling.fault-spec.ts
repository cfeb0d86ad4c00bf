import { SystemClock, SystemRandom } from '#service';
import { eventually, startHundi, type HundiProcess } from '#testing';
import { FakeAcquirerServer } from '../../../tools/fake-acquirer/server';
import { lasting } from './cluster';

const KEY = 'key-of-the-status-polling-suite';
const SECRET = 'secret-of-the-status-polling-suite';
const PAYMENTS = 40;
/** Until the first question about a payment, in milliseconds, as it is set up here; the tenth of it is more than the pace of looking. */
const POLL_MS = 8_000;
/** Of every wait, at most, as jitter. */
const JITTER_SHARE = 0.1;
const CALLERS_EVERY_MS = 100;
const CALLERS_SECONDS = 5;
/** Status questions about a UPI payment in any two hours: the limit that NPCI sets for everybody. */
const PROMPTS_MAX = 3;

interface Asked {
  call: string;
  atMs: number;
}

/** Many callers want to know what became of payments that are open at a processor (F28). */
describe('status questions', () => {
  let acquirer: FakeAcquirerServer;
  let hundi: HundiProcess;
  const asked: Asked[] = [];
  beforeAll(async () => {
    const clock = new SystemClock();
    const onCall = (moment: 'received' | 'answered', call: string): void =>
      void (moment === 'received' && call.startsWith('GET') && asked.push({ call, atMs: performance.now() }));
    acquirer = new FakeAcquirerServer({ clock, random: new SystemRandom(clock), key: KEY, secret: SECRET, port: 0, onCall });
    const environment = {
      ...{ ACQUIRER_URL: await acquirer.start(), ACQUIRER_KEY: KEY, ACQUIRER_WEBHOOK_SECRET: SECRET, RATE_LIMIT_ENABLED: 'false' },
      ...{ PAYMENT_POLL_FIRST_MS: String(POLL_MS), PAYMENT_POLL_START_MS: String(POLL_MS), PAYMENT_POLL_INTERVAL_MS: String(POLL_MS) },
    };
    hundi = await startHundi({ mode: 'embedded', environment });
  }, 120_000);
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await acquirer.stop();
  });

  const call = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${hundi.baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return (await response.json()) as { id: string };
  };

  const payAll = (): Promise<{ id: string }[]> => {
    const payment = { amount: 50_000, currency: 'INR', processor: 'acquirer', payment_method: 'upi', metadata: { acquirer: 'pending' } };
    return Promise.all(Array.from({ length: PAYMENTS }, () => call('POST', '/v1/payments', payment)));
  };

  it('about payments of one moment are not put at one moment', async () => {
    await payAll();
    const firstMs = await eventually(() => {
      expect(asked.length).toBe(PAYMENTS);
      return Math.min(...asked.map(({ atMs }) => atMs));
    });
    expect(Math.max(...asked.map(({ atMs }) => atMs)) - firstMs).toBeGreaterThan((POLL_MS * JITTER_SHARE) / 4);
  }, 60_000);

  it('reach the processor no more often than its network allows, however often callers ask', async () => {
    asked.length = 0;
    const made = await payAll();
    const open: Promise<unknown>[] = [];
    const asking = setInterval(() => {
      for (const { id } of made) open.push(call('GET', `/v1/payments/${id}`), call('POST', `/v1/payments/${id}/sync`));
    }, CALLERS_EVERY_MS);
    await lasting(CALLERS_SECONDS);
    clearInterval(asking);
    await Promise.all(open);
    const times = new Map<string, number>();
    for (const input of asked) times.set(input.call, (times.get(input.call) ?? 0) + 1);
    expect([...times].filter(([, count]) => count > PROMPTS_MAX)).toEqual([]);
    expect(times.size).toBeGreaterThanOrEqual(PAYMENTS);
  }, 60_000);
});
