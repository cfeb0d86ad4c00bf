import type { Clock } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { Logger } from '#service';
import { NOTHING_CAME, type AttemptRequest, type AttemptResult, type WebhookSender } from '../webhook-sender/attempt';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';
import type { ResultRow } from '../delivery-queue/result-row';
import type { Destination, Destinations } from './destinations';
import { keptReply } from './kept-reply';
import { classifyAttempt, classifyAttemptAt, expire, releaseClaimed, type Unit } from './classify-attempt';

export interface DeliveryRunParts {
  webhookSender: Pick<WebhookSender, 'attempt'>;
  destinations: Pick<Destinations, 'find'>;
  personalData: Pick<PersonalData, 'unseal' | 'sealLike'>;
  clock: Clock;
  logger: Logger;
  unit: Unit;
  onAttempt: (delivery: LeasedDelivery, result: AttemptResult) => void;
}

/** Makes the next attempt of one delivery. Never rejects: a fault of ours puts the delivery off and costs it no attempt. */
export async function runDelivery(delivery: LeasedDelivery, parts: DeliveryRunParts): Promise<ResultRow> {
  const { clock, logger, unit } = parts;
  if (delivery.body === null) return expire(delivery, 'event_not_kept', unit);
  if (delivery.expiresAtMs !== null && delivery.expiresAtMs <= clock.nowMs()) return expire(delivery, 'age', unit);
  try {
    const destination = await parts.destinations.find(delivery);
    // Disabled since the claim: the next claim sees it and has the delivery cancelled.
    if (destination === null) return releaseClaimed(delivery, unit);
    // Most bodies hold nothing personal and come back at once.
    const unsealed = parts.personalData.unseal(delivery.body, delivery.accountId);
    const body = typeof unsealed === 'string' ? unsealed : await unsealed;
    const result = await parts.webhookSender.attempt(requestOf(delivery, destination, body));
    parts.onAttempt(delivery, result);
    const { accountId, body: sealed } = delivery;
    const responseBody = await keptReply(result.responseBody, { accountId, body: sealed, personalData: parts.personalData });
    const kept = responseBody === result.responseBody ? result : { ...result, responseBody };
    return classifyAttemptAt(destination.url, delivery, kept, unit);
  } catch (error) {
    logger.error({ deliveryId: delivery.deliveryId, error: String(error) }, 'delivery preparation failed, retrying later');
    const result = internalFault(clock.nowMs());
    parts.onAttempt(delivery, result);
    return classifyAttempt(delivery, result, unit);
  }
}

function requestOf(delivery: LeasedDelivery, destination: Destination, body: string): AttemptRequest {
  return {
    deliveryId: delivery.deliveryId,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    attemptNo: delivery.attemptsMade + 1,
    livemode: delivery.livemode,
    body,
    url: destination.url,
    timeoutMs: destination.timeoutMs,
    customHeaders: destination.customHeaders,
    keys: destination.keys,
  };
}

function internalFault(startedAtMs: number): AttemptResult {
  const counts = { countsForBreaker: false, countsForDisable: false };
  return { ...NOTHING_CAME, ...counts, verdict: 'internal', errorCode: 'internal', startedAtMs, keyFingerprints: [] };
}
