import type { Clock } from '#contracts';
import { PUBLISHED, TAKEN_BY_WEBHOOKS, type Tracing } from '#service';
import type { AttemptResult } from '../webhook-sender/attempt';
import type { FeedEvent } from './feed-event';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';

/** Whence events came, and when the batch that held them was taken. */
export interface TakenBatch {
  topic: string;
  /** What carried them. */
  system: string;
  startedAtMs: number;
  clock: Clock;
}

/** Tells that events were taken into the feed, with the deliveries for them. */
export function traceTaken(tracing: Tracing, events: readonly FeedEvent[], { topic, system, startedAtMs, clock }: TakenBatch): void {
  const endedAtMs = clock.nowMs();
  for (const { eventId, type, resourceType, accountId, livemode } of events) {
    tracing.record({
      eventId,
      step: TAKEN_BY_WEBHOOKS,
      after: PUBLISHED,
      name: `process ${topic}`,
      kind: 'consumer',
      startedAtMs,
      endedAtMs,
      attributes: {
        'messaging.system': system,
        'messaging.destination.name': topic,
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.consumer.group.name': 'webhooks',
        'messaging.message.id': eventId,
        'hundi.event.type': type,
        'hundi.resource.type': resourceType,
        'hundi.account.id': accountId,
        'hundi.livemode': livemode,
      },
    });
  }
}

/** Tells of one attempt to deliver. Where it went and what was said there stays here: receivers are the account's affair. */
export function traceAttempt(tracing: Tracing, delivery: LeasedDelivery, result: AttemptResult): void {
  const { deliveryId, eventId, accountId, livemode, trigger, attemptsMade } = delivery;
  const { verdict, statusCode, errorCode, startedAtMs, totalMs } = result;
  const attempt = attemptsMade + 1;
  tracing.record({
    eventId,
    // What was put off for a fault of ours is no attempt: the next one has its number again.
    step: verdict === 'internal' ? `put off ${deliveryId} ${startedAtMs}` : `attempt ${deliveryId} ${attempt}`,
    after: TAKEN_BY_WEBHOOKS,
    name: 'POST',
    kind: 'client',
    startedAtMs,
    endedAtMs: startedAtMs + totalMs,
    attributes: {
      'http.request.method': 'POST',
      ...(statusCode !== null && { 'http.response.status_code': statusCode }),
      'messaging.message.id': eventId,
      'hundi.delivery.id': deliveryId,
      'hundi.delivery.trigger': trigger,
      'hundi.attempt.number': attempt,
      'hundi.attempt.outcome': verdict,
      'hundi.account.id': accountId,
      'hundi.livemode': livemode,
    },
    failure: verdict === 'delivered' ? undefined : (errorCode ?? verdict),
  });
}
