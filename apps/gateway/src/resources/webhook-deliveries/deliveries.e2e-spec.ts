import { Webhook } from 'standardwebhooks';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver, type ReceivedWebhook } from '../../../test/receiver';

const hundi = hundiUnderTest();
const MISSING = 'whd_0TgWzRaB0000000000000000';
type Delivery = Record<string, unknown> & { id: string };

describe('what became of events', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let endpoint: string;
  let secret: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
    ({ path: endpoint, secret } = await register({ headers: { 'x-team': 'payments' } }));
  });
  afterAll(async () => {
    await merchant.delete(endpoint);
    await receiver.close();
  });

  async function register(more: object = {}): Promise<{ path: string; secret: string }> {
    const body = { url: receiver.url(newKey()), enabled_events: ['payment.captured'], ...more };
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', body);
    return { path: String(headers.location), secret: String(json.secret) };
  }
  const list = async (query = '', path = endpoint): Promise<Delivery[]> =>
    (await merchant.get(`${path}/deliveries?${query}`)).json.data as Delivery[];
  /** A payment is captured and its event arrives. */
  const delivered = async (): Promise<{ delivery: Delivery; webhook: ReceivedWebhook; paymentId: string }> => {
    const paymentId = (await merchant.captured()).split('/').at(-1) ?? '';
    const [webhook] = await receiver.about(paymentId, secret, 1);
    await eventually(async () => expect(await list(`resource=${paymentId}&status=succeeded`)).toHaveLength(1));
    const [delivery] = await list(`resource=${paymentId}`);
    if (webhook === undefined || delivery === undefined) throw new Error('nothing arrived');
    return { delivery, webhook, paymentId };
  };

  describe('GET /v1/webhook_endpoints/{id}/deliveries', () => {
    it('200: shows what went there, newest first, page by page', async () => {
      const first = await delivered();
      const second = await delivered();
      const page = await merchant.get(`${endpoint}/deliveries?limit=1`);
      expect(page.json).toMatchObject({
        object: 'list',
        has_more: true,
        data: [{ id: second.delivery.id, status: 'succeeded', trigger: 'auto' }],
      });
      const next = await merchant.get(`${endpoint}/deliveries?limit=1&cursor=${String(page.json.next_cursor)}`);
      expect((next.json.data as Delivery[])[0]?.id).toBe(first.delivery.id);
      const back = await merchant.get(`${endpoint}/deliveries?limit=1&ending_before=${first.delivery.id}`);
      expect((back.json.data as Delivery[])[0]?.id).toBe(second.delivery.id);
    });

    it('200: finds the delivery of an event', async () => {
      const { delivery } = await delivered();
      await delivered();
      expect((await list(`event_id=${String(delivery.event_id)}`)).map(({ id }) => id)).toEqual([delivery.id]);
      expect((await merchant.get(`${endpoint}/deliveries?event_id=pay_1`)).error.param).toBe('event_id');
    });

    it('200: finds by state, type, object and time', async () => {
      const { delivery, paymentId } = await delivered();
      const idsOf = async (query: string): Promise<string[]> => (await list(`resource=${paymentId}&${query}`)).map(({ id }) => id);
      expect((await list(`resource_id=${paymentId}`)).map(({ id }) => id)).toEqual([delivery.id]);
      const soon = Math.floor(Date.now() / 1000) + 60;
      expect(await idsOf(`state=succeeded&type=payment.*&since=${soon - 600}&until=${soon}`)).toEqual([delivery.id]);
      for (const other of ['state=exhausted', 'type=refund.created', `since=${soon}`, 'until=2020-01-01T00:00:00Z']) {
        expect(await idsOf(other)).toEqual([]);
      }
    });

    it.each([
      ['state=lost', 'state parameter_invalid'],
      ['since=yesterday', 'since parameter_invalid'],
      ['type=order.paid', 'type parameter_invalid'],
      ['starting_after=pay_1', 'starting_after cursor_invalid'],
      [`starting_after=${MISSING}`, 'starting_after cursor_invalid'],
      [`ending_before=${MISSING}`, 'ending_before cursor_invalid'],
    ])('400: refuses %s', async (query, problem) => {
      const answer = await merchant.get(`${endpoint}/deliveries?${query}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('404: for another account', async () => {
      for (const key of [hundi.liveKey, hundi.otherTestKey])
        expect((await merchant.with(key).get(`${endpoint}/deliveries`)).status).toBe(404);
      expect((await merchant.get('/v1/webhook_endpoints/we_0TgWzRaB0000000000000000/deliveries')).status).toBe(404);
    });
  });

  describe('GET /v1/events/{id}/deliveries', () => {
    it('200: shows to which endpoints an event went', async () => {
      const { delivery, webhook } = await delivered();
      const found = await merchant.get(`/v1/events/${webhook.event.id}/deliveries`);
      expect(
        (found.json.data as Delivery[]).filter(({ webhook_endpoint_id: id }) => endpoint.endsWith(String(id))).map(({ id }) => id),
      ).toEqual([delivery.id]);
    });

    it('404: for an unknown event', async () => {
      expect((await merchant.get('/v1/events/evt_0TgWzRaB0000000000000000/deliveries')).status).toBe(404);
    });
  });

  describe('GET /v1/webhook_deliveries/{id} and its attempts', () => {
    it('200: shows one delivery as it is', async () => {
      const { delivery, webhook } = await delivered();
      expect((await merchant.get(`/v1/webhook_deliveries/${delivery.id}`)).json).toEqual(delivery);
      expect(delivery).toMatchObject({
        event_id: webhook.event.id,
        attempt_count: 1,
        last_status_code: 200,
        last_error_code: null,
        held: false,
      });
    });

    it('200: shows what was sent, to the byte, with the signature and without the values of own headers', async () => {
      const { delivery, webhook } = await delivered();
      const { json } = await merchant.get(`/v1/webhook_deliveries/${delivery.id}/attempts`);
      const [attempt] = json.data as { request: { headers: Record<string, string>; body: string }; [name: string]: unknown }[];
      expect(attempt).toMatchObject({
        object: 'webhook_attempt',
        number: 1,
        status: 'succeeded',
        error_code: null,
        response: { status_code: 200, body: 'thank you', truncated: false },
      });
      const { headers = {}, body } = attempt?.request ?? {};
      expect(body).toBe(webhook.body);
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'user-agent', 'webhook-delivery-id']) {
        expect([name, headers[name]]).toEqual([name, webhook.headers[name]]);
      }
      new Webhook(secret).verify(String(body), headers);
      expect(webhook.headers['x-team']).toBe('payments');
      expect(headers['x-team']).not.toContain('payments');
    });

    it('200: shows what the receiver said as it is, also when it looks like a sealed value', async () => {
      const usual = receiver.text;
      receiver.text = `~s1.cust_1.${'A'.repeat(60)}`;
      const { delivery } = await delivered();
      const { json } = await merchant.get(`/v1/webhook_deliveries/${delivery.id}/attempts`);
      expect(json.data).toMatchObject([{ response: { body: receiver.text } }]);
      receiver.text = usual;
    });

    it('404: for another account', async () => {
      const { delivery } = await delivered();
      for (const path of ['', '/attempts']) {
        for (const key of [hundi.liveKey, hundi.otherTestKey]) {
          expect((await merchant.with(key).get(`/v1/webhook_deliveries/${delivery.id}${path}`)).status).toBe(404);
        }
        expect((await merchant.get(`/v1/webhook_deliveries/${MISSING}${path}`)).status).toBe(404);
      }
    });
  });

  describe('POST /v1/webhook_deliveries/{id}/resend', () => {
    it('202: sends it again after a success, under the same event id', async () => {
      const { delivery, webhook, paymentId } = await delivered();
      const answer = await merchant.post(`/v1/webhook_deliveries/${delivery.id}/resend`);
      expect(answer.status).toBe(202);
      expect(answer.json).toMatchObject({ object: 'webhook_delivery', event_id: webhook.event.id, trigger: 'manual' });
      expect(answer.json.id).not.toBe(delivery.id);
      expect((await merchant.get(String(answer.headers.location))).json.id).toBe(answer.json.id);
      const both = await receiver.about(paymentId, secret, 2);
      expect(both.map(({ event, body }) => [event.id, body])).toEqual([0, 1].map(() => [webhook.event.id, webhook.body]));
    });

    it('202: once for each Idempotency-Key', async () => {
      const { delivery, paymentId } = await delivered();
      const key = { 'idempotency-key': newKey() };
      const first = await merchant.post(`/v1/webhook_deliveries/${delivery.id}/resend`, undefined, key);
      await receiver.about(paymentId, secret, 2);
      const again = await merchant.post(`/v1/webhook_deliveries/${delivery.id}/resend`, undefined, key);
      const known = await merchant.get(`/v1/idempotency_keys/${key['idempotency-key']}`);
      expect(known.json).toMatchObject({ status: 'completed', http_status: 202, object_id: first.json.id, result: { id: first.json.id } });
      expect([again.status, again.headers['idempotent-replayed'], again.json.id]).toEqual([202, 'true', first.json.id]);
      expect(await list(`resource=${paymentId}`)).toHaveLength(2);
    });

    it('202: makes one that is still open due now, and no second one', async () => {
      receiver.status = 500;
      try {
        const paymentId = (await merchant.captured()).split('/').at(-1) ?? '';
        await eventually(async () => expect(await list(`resource=${paymentId}&status=retrying`)).toHaveLength(1));
        const [open] = await list(`resource=${paymentId}`);
        receiver.status = 200;
        const answer = await merchant.post(`/v1/webhook_deliveries/${String(open?.id)}/resend`);
        expect([answer.status, answer.json.id]).toEqual([202, open?.id]);
        await eventually(async () =>
          expect((await list(`resource=${paymentId}`)).map(({ id, status }) => [id, status])).toEqual([[open?.id, 'succeeded']]),
        );
      } finally {
        receiver.status = 200;
      }
    });

    it('200: a dry run sends nothing', async () => {
      const { delivery, paymentId } = await delivered();
      const answer = await merchant.post(`/v1/webhook_deliveries/${delivery.id}/resend?dry_run=true`);
      expect(answer.json).toEqual({ object: 'dry_run', status: 202, resource: null, events: [] });
      expect(await list(`resource=${paymentId}`)).toHaveLength(1);
    });

    it('404: for another account', async () => {
      const { delivery } = await delivered();
      for (const key of [hundi.liveKey, hundi.otherTestKey]) {
        expect((await merchant.with(key).post(`/v1/webhook_deliveries/${delivery.id}/resend`)).status).toBe(404);
      }
      for (const id of [MISSING, 'whd_x', 'pay_1']) expect((await merchant.post(`/v1/webhook_deliveries/${id}/resend`)).status).toBe(404);
    });

    it('409: to an endpoint that is disabled meanwhile', async () => {
      const { path, secret: own } = await register();
      const paymentId = (await merchant.captured()).split('/').at(-1) ?? '';
      await eventually(async () => expect(await list(`resource=${paymentId}&status=succeeded`, path)).toHaveLength(1));
      const [delivery] = await list(`resource=${paymentId}`, path);
      await merchant.post(`${path}/disable`);
      const answer = await merchant.post(`/v1/webhook_deliveries/${String(delivery?.id)}/resend`);
      expect([answer.status, answer.error.code, own.slice(0, 6)]).toEqual([409, 'state_conflict', 'whsec_']);
      await merchant.delete(path);
    });
  });

  describe('GET /v1/webhook_endpoints/{id}/health', () => {
    it('200: tells how it does', async () => {
      await delivered();
      await eventually(async () => {
        const { json } = await merchant.get(`${endpoint}/health`);
        expect(json).toMatchObject({ object: 'webhook_endpoint_health', status: 'enabled', breaker: 'closed', pending_deliveries: 0 });
        expect((json.success_rate as { last_hour: number }).last_hour).toBeGreaterThan(0.5);
        expect(json.last_success_at).toBeGreaterThan(1_700_000_000);
      });
    });

    it('404: for another account', async () => {
      expect((await merchant.with(hundi.liveKey).get(`${endpoint}/health`)).status).toBe(404);
      expect((await merchant.get('/v1/webhook_endpoints/we_0TgWzRaB0000000000000000/health')).status).toBe(404);
    });
  });
});
