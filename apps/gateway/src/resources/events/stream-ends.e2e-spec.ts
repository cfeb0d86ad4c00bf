import { eventually, startHundi, type HundiProcess } from '#testing';
import { Merchant } from '../../../test/merchant';
import { StreamReader } from '../../../test/stream-reader';

const DURATION_MS = 4_000;

describe('an event stream', () => {
  let hundi: HundiProcess;
  let merchant: Merchant;
  const follow = (headers: Record<string, string> = {}): Promise<StreamReader> =>
    StreamReader.connect(`${hundi.baseUrl}/v1/events/stream`, { authorization: `Bearer ${hundi.testKey}`, ...headers });

  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded', environment: { EVENT_STREAM_DURATION_MS: String(DURATION_MS) } });
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  }, 120_000);
  afterAll(() => hundi.stopAndRemove(), 60_000);

  it('ends when its time is up, and a reader that connects again has missed nothing', async () => {
    const startedAtMs = performance.now();
    const first = await follow();
    await eventually(() => expect(first.isEnded).toBe(true), { withinMs: 30_000 });
    expect(performance.now() - startedAtMs).toBeGreaterThan(DURATION_MS - 200);
    const payment = (await merchant.captured()).split('/').at(-1);
    const second = await follow({ 'last-event-id': first.lastEventId });
    await eventually(() => expect(second.events.map(({ event }) => event)).toContain('payment.captured'));
    expect(second.events.every(({ json }) => json.resource.id === payment)).toBe(true);
    await second.close();
  });

  it('ends when the gateway stops, which does not wait for its reader', async () => {
    const reader = await follow();
    const exit = await hundi.end('SIGTERM');
    expect([exit, reader.isEnded]).toEqual([0, true]);
  });
});
