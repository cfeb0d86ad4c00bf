import { eventually, hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();
const MISSING = 'whd_0TgWzRaB0000000000000000';
type Delivery = Record<string, unknown> & { id: string };

describe('POST /v1/webhook_deliveries/{id}/cancel', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let endpoint: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
    // Whatever goes there stays open, and no breaker opens.
    receiver.status = 404;
    const body = { url: receiver.url(newKey()), enabled_events: ['payment.captured'] };
    endpoint = String((await merchant.post('/v1/webhook_endpoints', body)).headers.location);
  });
  afterAll(async () => {
    await merchant.delete(endpoint);
    await receiver.close();
  });

  /** The delivery of a new event, once it has this status. */
  const deliveryThatIs = async (status: string): Promise<Delivery> => {
    const paymentId = (await merchant.captured()).split('/').at(-1) ?? '';
    let found: Delivery[] = [];
    await eventually(async () => {
      found = (await merchant.get(`${endpoint}/deliveries?resource=${paymentId}&status=${status}`)).json.data as Delivery[];
      expect(found).toHaveLength(1);
    });
    return found[0] ?? { id: '' };
  };
  /** How often the receiver got an event. */
  const timesReported = (eventId: unknown): number => receiver.received.filter(({ event }) => event.id === eventId).length;
  const waiting = () => deliveryThatIs('retrying');
  const cancel = (id: string, headers = {}, query = '') => merchant.post(`/v1/webhook_deliveries/${id}/cancel${query}`, undefined, headers);

  it('200: ends one that waits for its next attempt, and a resend brings it again', async () => {
    const delivery = await waiting();
    const answer = await cancel(delivery.id);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id: delivery.id, status: 'cancelled', cancellation_reason: 'requested', next_attempt_at: null });
    expect(answer.json.ended_at).toBeGreaterThan(1_700_000_000);
    expect((await merchant.get(`/v1/webhook_deliveries/${delivery.id}`)).json).toEqual(answer.json);
    const again = await merchant.post(`/v1/webhook_deliveries/${delivery.id}/resend`);
    expect([again.status, again.json.event_id === delivery.event_id, again.json.id === delivery.id]).toEqual([202, true, false]);
    await eventually(() => expect(timesReported(delivery.event_id)).toBeGreaterThan(1));
  });

  it('200: ends one that is under way; what the receiver answers stands among its attempts, and nothing is due any more', async () => {
    let answer = (): void => undefined;
    receiver.answersWhen = new Promise<void>((resolve) => (answer = resolve));
    const delivery = await deliveryThatIs('pending');
    await eventually(() => expect(timesReported(delivery.event_id)).toBe(1));
    const cancelled = await cancel(delivery.id);
    expect(cancelled.json).toMatchObject({ status: 'cancelled', cancellation_reason: 'requested', attempt_count: 0 });
    answer();
    const attempts = await eventually(async () => {
      const { data } = (await merchant.get(`/v1/webhook_deliveries/${delivery.id}/attempts`)).json;
      expect(data).toHaveLength(1);
      return data as object[];
    });
    const made = { number: 1, status: 'failed', error_code: 'http_4xx', next_attempt_at: null };
    expect(attempts).toMatchObject([{ ...made, response: { status_code: 404, body: 'thank you' } }]);
    expect((await merchant.get(`/v1/webhook_deliveries/${delivery.id}`)).json).toEqual(cancelled.json);
  });

  it('200: once for each Idempotency-Key, and the key tells what came of it', async () => {
    const delivery = await waiting();
    const key = { 'idempotency-key': newKey() };
    const first = await cancel(delivery.id, key);
    const again = await cancel(delivery.id, key);
    expect([again.status, again.headers['idempotent-replayed'], again.json]).toEqual([200, 'true', first.json]);
    const known = await merchant.get(`/v1/idempotency_keys/${key['idempotency-key']}`);
    expect(known.json).toMatchObject({ status: 'completed', http_status: 200, object_id: delivery.id, result: { status: 'cancelled' } });
  });

  it('200: a dry run ends nothing', async () => {
    const delivery = await waiting();
    const answer = await cancel(delivery.id, {}, '?dry_run=true');
    expect(answer.json).toEqual({ object: 'dry_run', status: 200, resource: null, events: [] });
    expect((await merchant.get(`/v1/webhook_deliveries/${delivery.id}`)).json.status).not.toBe('cancelled');
  });

  it('409: refuses one that has ended, in a dry run too, and says how', async () => {
    receiver.status = 200;
    const delivery = await deliveryThatIs('succeeded');
    receiver.status = 404;
    for (const query of ['', '?dry_run=true']) {
      const { status, error } = await cancel(delivery.id, {}, query);
      expect([status, error]).toEqual([
        409,
        expect.objectContaining({ code: 'state_conflict', current_status: 'succeeded', allowed_from: ['pending', 'retrying'] }),
      ]);
    }
    const ended = await waiting();
    await cancel(ended.id);
    expect((await cancel(ended.id)).error).toMatchObject({ code: 'state_conflict', current_status: 'cancelled' });
  });

  it('404: for another account', async () => {
    const delivery = await waiting();
    const route = `/v1/webhook_deliveries/${delivery.id}/cancel`;
    const otherMode = await merchant.with(hundi.liveKey).post(route);
    expect([otherMode.status, otherMode.error.hint]).toEqual([404, expect.stringContaining('test')]);
    expect((await merchant.with(hundi.otherTestKey).post(route)).status).toBe(404);
    for (const id of [MISSING, 'whd_x', 'pay_1']) expect((await cancel(id)).status).toBe(404);
    expect((await merchant.get(`/v1/webhook_deliveries/${delivery.id}`)).json.status).not.toBe('cancelled');
  });
});
