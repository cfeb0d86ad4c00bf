import { createHash } from 'node:crypto';
import { type CollectedSpan, eventually, hundiMode, type HundiProcess, startHundi, TraceCollector } from '#testing';
import { ApiClient } from './api-client';
import { PiiProbes } from './pii-probes';
import { Receiver } from './receiver';

jest.setTimeout(240_000);

const CLIENT = 3;
const PRODUCER = 4;
const CONSUMER = 5;
/** Personal and secret values of a payment and an endpoint: none may stand in a trace. */
const PERSONAL = {
  name: 'Padmavathi Quartzwick',
  email: 'padmavathi.quartzwick@example.com',
  phone: '+919876501234',
  description: 'Zephyranthes bulbs',
  order: 'order-vexillology-77',
  path: 'hook-kaleidophone-42',
  header: 'header-gallimaufry-99',
};
const ALLOWED = /^(messaging|http|hundi|error)\./;

function digest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/** docs/reference/metrics.md, Traces: they link the producer span, the fan-out and the attempt. */
const mode = hundiMode();

describe(`the trace of a payment webhook, ${mode}`, () => {
  let collector: TraceCollector;
  let receiver: Receiver;
  let hundi: HundiProcess;
  let api: ApiClient;
  let url: string;
  let secret: string;
  beforeAll(async () => {
    collector = new TraceCollector();
    await collector.start();
    receiver = await Receiver.open();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RATE_LIMIT_ENABLED: 'false' };
    hundi = await startHundi({ mode, environment });
    api = await ApiClient.connect(hundi.baseUrl);
    url = receiver.url(PERSONAL.path);
    const headers = { 'x-team': PERSONAL.header };
    ({ secret } = (await post('/v1/webhook_endpoints', { url, enabled_events: ['payment.captured'], headers })) as { secret: string });
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await receiver?.close();
    await collector?.stop();
  });

  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const { status, json } = await api.post(path, { key: hundi.testKey, body });
    expect([path, status]).toEqual([path, 201]);
    return json;
  };
  /** Each once: what a collector was slow to acknowledge is sent again, as the same span. */
  const ofEvent = (eventId: string): CollectedSpan[] => {
    const sent = collector.spans.filter(({ traceId }) => traceId === digest(eventId, 32));
    return [...new Map(sent.map((span) => [span.spanId, span])).values()];
  };

  it('is one, from publishing to the answer of the receiver, retries included, and holds nothing of theirs', async () => {
    receiver.status = 503;
    const { name, email, phone, description, order } = PERSONAL;
    const paid = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    const payment = await post('/v1/payments', { ...paid, customer: { name, email, phone }, description, metadata: { order } });
    const [webhook] = await receiver.about(String(payment.id), secret, 1);
    receiver.status = 200;
    await receiver.about(String(payment.id), secret, 2);
    const eventId = webhook?.event.id ?? '';

    // However often it was tried: the last attempt is the one that arrived, and it is recorded after all others.
    const isDone = (): boolean => ofEvent(eventId).some(({ kind, hasFailed }) => kind === CLIENT && !hasFailed);
    await eventually(() => expect(isDone()).toBe(true));
    await eventually(() => expect(ofEvent(eventId).map(({ kind }) => kind)).toEqual(expect.arrayContaining([PRODUCER, CONSUMER])));
    const spans = ofEvent(eventId);
    const [published] = spans.filter(({ kind }) => kind === PRODUCER);
    const [taken] = spans.filter(({ kind }) => kind === CONSUMER);
    const attempts = spans.filter(({ kind }) => kind === CLIENT).toSorted((a, b) => a.startedAtMs - b.startedAtMs);
    const system = { embedded: 'in-process', kafka: 'kafka' }[mode];
    const event = { 'hundi.event.type': 'payment.captured', 'hundi.resource.type': 'payment', 'hundi.livemode': false };
    const topic = { 'messaging.system': system, 'messaging.destination.name': 'payments.events', 'messaging.message.id': eventId };
    const { correlation_id: correlationId } = JSON.parse(webhook?.body ?? '{}') as { correlation_id?: string };
    const first = { service: 'payments', name: 'publish payments.events', parentSpanId: '', spanId: digest(`${eventId} published`, 16) };
    expect(published).toMatchObject({ ...first, attributes: { ...event, ...topic, 'hundi.correlation_id': correlationId } });
    const second = { service: 'webhooks', name: 'process payments.events', parentSpanId: published?.spanId };
    expect(taken).toMatchObject({ ...second, attributes: { ...event, ...topic } });
    const deliveryId = webhook?.headers['webhook-delivery-id'];
    for (const [index, { service, name, parentSpanId, attributes }] of attempts.entries()) {
      expect({ service, name, parentSpanId }).toEqual({ service: 'webhooks', name: 'POST', parentSpanId: taken?.spanId });
      expect(attributes).toMatchObject({ 'hundi.delivery.id': deliveryId, 'hundi.attempt.number': index + 1 });
    }
    const failed = { 'http.response.status_code': 503, 'hundi.attempt.outcome': 'failed', 'error.type': 'http_5xx' };
    expect(attempts[0]).toMatchObject({ hasFailed: true, attributes: failed });
    expect(attempts.at(-1)).toMatchObject({ hasFailed: false, attributes: { 'http.response.status_code': 200 } });
    expect(attempts.length).toBeGreaterThan(1);
    expect(spans).toHaveLength(2 + attempts.length);

    const reported = collector.requests.map(({ text }) => text).join('\n');
    expect(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)).filter((key) => !ALLOWED.test(key))).toEqual([]);
    const secrets = [secret, hundi.testKey, `127.0.0.1:${new URL(url).port}`, receiver.text];
    expect(new PiiProbes([...Object.values(PERSONAL), ...secrets]).foundIn(reported)).toEqual([]);
  });

  it('costs nothing but the spans when the collector is away: payments are captured and delivered, and each process says so once', async () => {
    await collector.stop();
    for (let count = 0; count < 3; count++) {
      const payment = await post('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' });
      await receiver.about(String(payment.id), secret, 1);
    }
    const problems = (): number => hundi.output().split('trace export failed').length - 1;
    const reporting = { embedded: 1, kafka: 2 }[mode];
    await eventually(() => expect(problems()).toBe(reporting), { withinMs: 30_000 });
  });
});
