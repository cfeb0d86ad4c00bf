import { ERRORS } from '#contracts';
import { hundiUnderTest } from '#testing';
import { Webhook } from 'standardwebhooks';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();

describe('POST /v1/webhook_endpoints/{id}/ping', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  const made: string[] = [];
  beforeAll(async () => {
    // Of its own: events of other suites would be sent to its endpoints as well.
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
    receiver = await Receiver.open();
  });
  afterAll(async () => {
    for (const path of made) await merchant.delete(path);
    await receiver.close();
  });
  const register = async (url = receiver.url(newKey())): Promise<{ path: string; secret: string }> => {
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', { url, enabled_events: ['refund.failed'] });
    made.push(String(headers.location));
    return { path: String(headers.location), secret: String(json.secret) };
  };

  it('200: sends one signed event at once, and says what came of it', async () => {
    const { path, secret } = await register();
    const before = receiver.received.length;
    const answer = await merchant.post(`${path}/ping`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      object: 'webhook_ping',
      status: 'succeeded',
      status_code: 200,
      error_code: null,
      event_type: 'webhook_endpoint.ping',
    });
    const [webhook, ...more] = receiver.received.slice(before);
    expect([webhook?.event.type, webhook?.event.livemode, more]).toEqual(['webhook_endpoint.ping', false, []]);
    new Webhook(secret).verify(webhook?.body ?? '', webhook?.headers as Record<string, string>);
    expect((await merchant.get(`${path}/deliveries`)).json.data).toEqual([]);
    expect((await merchant.get(`${path}/health`)).json).toMatchObject({ success_rate: { last_hour: null }, last_success_at: null });
  });

  it('200: sends the example of a type, to a disabled endpoint too, and tells a failure as such', async () => {
    const { path } = await register();
    await merchant.post(`${path}/disable`);
    receiver.status = 503;
    const answer = await merchant.post(`${path}/ping`, { type: 'payment.captured' });
    receiver.status = 200;
    expect(answer.json).toMatchObject({ status: 'failed', status_code: 503, error_code: 'http_5xx', event_type: 'payment.captured' });
    expect(receiver.received.at(-1)?.event.type).toBe('payment.captured');
  });

  it('200: once for each Idempotency-Key', async () => {
    const { path } = await register();
    const before = receiver.received.length;
    const key = { 'idempotency-key': newKey() };
    const [first, again] = [await merchant.post(`${path}/ping`, undefined, key), await merchant.post(`${path}/ping`, undefined, key)];
    expect([again.headers['idempotent-replayed'], again.json]).toEqual(['true', first.json]);
    expect(receiver.received.length).toBe(before + 1);
  });

  it('200: reveals nothing about a closed port but that', async () => {
    const closed = await Receiver.open();
    const url = closed.url();
    await closed.close();
    const { path } = await register(url);
    expect((await merchant.post(`${path}/ping`)).json).toMatchObject({
      status: 'failed',
      status_code: null,
      error_code: 'connect_refused',
    });
  });

  it.each([
    ['an unknown type', { type: 'order.paid' }],
    ['a pattern', { type: 'payment.*' }],
    ['no text', { type: 7 }],
  ])('400: refuses %s', async (_what, body) => {
    const { path } = await register();
    const answer = await merchant.post(`${path}/ping`, body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'type parameter_invalid']);
  });

  it('404: for an endpoint that is not the caller’s, or gone', async () => {
    const { path } = await register();
    const live = await merchant.with(hundi.liveKey).post(`${path}/ping`);
    expect([live.status, live.error]).toEqual([
      404,
      expect.objectContaining({ code: 'resource_missing', hint: expect.stringContaining('test') }),
    ]);
    expect((await merchant.with(hundi.otherTestKey).post(`${path}/ping`)).error).toMatchObject({
      code: 'resource_missing',
      hint: ERRORS.resource_missing.hint,
    });
    await merchant.delete(path);
    expect((await merchant.post(`${path}/ping`)).status).toBe(404);
    expect((await merchant.post('/v1/webhook_endpoints/we_x/ping')).status).toBe(404);
  });
});
