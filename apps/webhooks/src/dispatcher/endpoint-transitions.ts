import type { FailingLevel, WebhookEndpointCommandPayloads } from '#contracts';
import type { PendingTransition } from '../delivery-queue/pending-transitions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When notice is given of deliveries that fail, after the first failure (docs/reference/webhooks.md, Disabling and notices). */
const NOTICES: readonly { level: FailingLevel; afterMs: number }[] = [
  { level: 3, afterMs: 72 * HOUR_MS },
  { level: 2, afterMs: 24 * HOUR_MS },
  { level: 1, afterMs: 15 * MINUTE_MS },
];
/** A younger streak of failures is not notified. */
export const FIRST_NOTICE_MS = 15 * MINUTE_MS;

/** When an endpoint is disabled for failing: so long without a success, and so many deliveries on so many days. */
const DISABLE = {
  live: { afterMs: 120 * HOUR_MS, deliveries: 20, days: 3 },
  test: { afterMs: 24 * HOUR_MS, deliveries: 10, days: 1 },
} as const;

type Reported = 'webhook_endpoints.disable' | 'webhook_endpoints.note_failing' | 'webhook_endpoints.note_recovered';

/** The transition to record on an endpoint. */
export type TransitionCommand = { [TType in Reported]: { type: TType; payload: WebhookEndpointCommandPayloads[TType] } }[Reported];

/** The transition that the endpoint of this queue needs now, or null. Disabling goes before a warning. */
export function transitionCommand(endpointQueue: PendingTransition, nowMs: number): TransitionCommand | null {
  if (endpointQueue.transition === 'gone' || endpointQueue.transition === 'url_blocked')
    return { type: 'webhook_endpoints.disable', payload: { reason: endpointQueue.transition } };
  if (endpointQueue.transition === 'recovered') return { type: 'webhook_endpoints.note_recovered', payload: {} };
  if (endpointQueue.firstFailureAtMs === null) return null;
  const failingSinceMs = endpointQueue.firstFailureAtMs;
  if (hasFailedForGood(endpointQueue, nowMs - failingSinceMs)) return { type: 'webhook_endpoints.disable', payload: { reason: 'failing' } };
  const notice = NOTICES.find(({ afterMs }) => nowMs - failingSinceMs >= afterMs);
  if (!notice || notice.level <= endpointQueue.notifiedLevel) return null;
  return { type: 'webhook_endpoints.note_failing', payload: { level: notice.level, failingSinceMs } };
}

function hasFailedForGood({ livemode, failedCount, failedDays }: PendingTransition, failingForMs: number): boolean {
  const { afterMs, deliveries, days } = livemode ? DISABLE.live : DISABLE.test;
  return failingForMs >= afterMs && failedCount >= deliveries && failedDays >= days;
}
