import type { EventSpan } from '#service';
import { FixedClock } from '#testing';
import { attemptResult } from '../delivery-queue/test/attempt-result';
import type { AttemptResult } from '../webhook-sender/attempt';
import { traceAttempt, traceTaken } from './event-spans';
import type { FeedEvent } from './feed-event';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';

const NOW_MS = 1_795_219_200_000;
const DELIVERY = {
  deliveryId: 'whd_1',
  endpointId: 'we_1',
  eventId: 'evt_1',
  accountId: 'acct_1',
  livemode: true,
  trigger: 'replay',
  attemptsMade: 3,
  body: 'a canary',
} as LeasedDelivery;

describe('the trace of a webhook', () => {
  const reported: EventSpan[] = [];
  const tracing = { record: (span: EventSpan) => void reported.push(span) };
  beforeEach(() => (reported.length = 0));
  const attempted = (changes: Partial<AttemptResult>): EventSpan | undefined => {
    traceAttempt(tracing, DELIVERY, attemptResult({ startedAtMs: NOW_MS, totalMs: 20, ...changes }));
    return reported.at(-1);
  };

  it('goes on where an event is taken, with nothing of its content', () => {
    const event = {
      eventId: 'evt_1',
      accountId: 'acct_1',
      livemode: false,
      type: 'payment.captured',
      resourceType: 'payment',
      resourceId: 'pay_canary',
      body: 'a canary',
    } as FeedEvent;
    traceTaken(tracing, [event], { topic: 'payments.events', system: 'kafka', startedAtMs: NOW_MS - 7, clock: new FixedClock(NOW_MS) });
    expect(reported).toEqual([
      {
        eventId: 'evt_1',
        step: 'taken by webhooks',
        after: 'published',
        name: 'process payments.events',
        kind: 'consumer',
        startedAtMs: NOW_MS - 7,
        endedAtMs: NOW_MS,
        attributes: {
          'messaging.system': 'kafka',
          'messaging.destination.name': 'payments.events',
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
          'messaging.consumer.group.name': 'webhooks',
          'messaging.message.id': 'evt_1',
          'hundi.event.type': 'payment.captured',
          'hundi.resource.type': 'payment',
          'hundi.account.id': 'acct_1',
          'hundi.livemode': false,
        },
      },
    ]);
  });

  it('ends with each attempt, with nothing of where it went and what was said there', () => {
    const attributes = { responseBody: 'a canary', responseHeaders: { server: 'a canary' }, remoteIp: '192.0.2.1' };
    expect(attempted({ verdict: 'delivered', statusCode: 204, ...attributes })).toEqual({
      eventId: 'evt_1',
      step: 'attempt whd_1 4',
      after: 'taken by webhooks',
      name: 'POST',
      kind: 'client',
      startedAtMs: NOW_MS,
      endedAtMs: NOW_MS + 20,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 204,
        'messaging.message.id': 'evt_1',
        'hundi.delivery.id': 'whd_1',
        'hundi.delivery.trigger': 'replay',
        'hundi.attempt.number': 4,
        'hundi.attempt.outcome': 'delivered',
        'hundi.account.id': 'acct_1',
        'hundi.livemode': true,
      },
      failure: undefined,
    });
  });

  it.each([
    ['http_5xx', { verdict: 'failed', errorCode: 'http_5xx', statusCode: 503 }],
    ['rate_limited', { verdict: 'rate_limited', errorCode: 'rate_limited', statusCode: 429 }],
    ['gone', { verdict: 'gone', errorCode: 'gone', statusCode: 410 }],
    ['destination_blocked', { verdict: 'blocked', errorCode: 'destination_blocked' }],
  ] as const)('says why an attempt failed: %s', (failure, result) => {
    expect(attempted(result)).toMatchObject({ failure, step: 'attempt whd_1 4' });
  });

  it('tells the attempt that was put off apart from the one that has its number next', () => {
    expect(attempted({ verdict: 'internal', errorCode: 'internal' })).toMatchObject({
      step: `put off whd_1 ${NOW_MS}`,
      failure: 'internal',
    });
  });
});
