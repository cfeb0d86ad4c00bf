import { eventually, startHundi, type HundiProcess } from '#testing';
import { Receiver } from './receiver';

jest.setTimeout(240_000);

const PAYMENTS = 40;
/** Milliseconds after the answer at which the process is killed: about when the first stretch begins, and within it. */
const KILLED_AFTER_MS = [0, 15];

type Json = Record<string, unknown>;

describe('a replay whose process is killed', () => {
  let hundi: HundiProcess;
  let receiver: Receiver;
  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded' });
    receiver = await Receiver.open();
  });
  afterAll(async () => {
    await receiver?.close();
    await hundi?.stopAndRemove();
  });

  async function api(method: string, path: string, body?: object): Promise<Json> {
    const headers = { authorization: `Bearer ${hundi.testKey}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(hundi.baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await response.json()) as Json;
  }
  const dies = async (): Promise<void> => {
    const { dataDir } = hundi;
    await hundi.end('SIGKILL');
    hundi = await startHundi({ mode: 'embedded', dataDir });
  };
  /** Event ids of the deliveries that a replay made. */
  const madeBy = async (endpoint: string, replayId: string): Promise<unknown[]> => {
    const { data } = (await api('GET', `/v1/webhook_endpoints/${endpoint}/deliveries?limit=100`)) as { data: Json[] };
    return data.filter(({ webhook_replay_id: id }) => id === replayId).map(({ event_id: id }) => id);
  };

  it('goes on after the restart, and brings each event once', async () => {
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    for (let count = 0; count < PAYMENTS; count++) await api('POST', '/v1/payments', payment);
    // A replay brings the events that the feed has when it is asked for.
    await eventually(async () => {
      const { data } = (await api('GET', '/v1/events?type=payment.captured&limit=100')) as { data: Json[] };
      expect(data).toHaveLength(PAYMENTS);
    });
    const { id } = await api('POST', '/v1/webhook_endpoints', { url: receiver.url(), enabled_events: ['payment.captured'] });
    const endpoint = String(id);
    const since = Math.floor(Date.now() / 1000) - 3_600;
    for (const killedAfterMs of KILLED_AFTER_MS) {
      const asked = await api('POST', `/v1/webhook_endpoints/${endpoint}/replay`, { since, include: 'all' });
      const killAt = performance.now() + killedAfterMs;
      await eventually(() => expect(performance.now()).toBeGreaterThanOrEqual(killAt), { withinMs: 1_000 });
      await dies();
      await eventually(
        async () => expect(await api('GET', `/v1/webhook_replays/${String(asked.id)}`)).toMatchObject({ status: 'completed' }),
        { withinMs: 30_000 },
      );
      expect(await api('GET', `/v1/webhook_replays/${String(asked.id)}`)).toMatchObject({ matched: PAYMENTS, enqueued: PAYMENTS });
      const events = await madeBy(endpoint, String(asked.id));
      expect([events.length, new Set(events).size]).toEqual([PAYMENTS, PAYMENTS]);
      await eventually(async () => expect((await api('GET', `/v1/webhook_endpoints/${endpoint}/health`)).pending_deliveries).toBe(0), {
        withinMs: 60_000,
      });
    }
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(PAYMENTS);
  });
});
