import type { AttemptResult } from '../webhook-sender/attempt';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';
import type { ResultRow } from '../delivery-queue/result-row';
import { urlDigest } from '../delivery-queue/url-digests';
import { attemptsMax, DELIVERY_AGE_MS_MAX, internalDelayMs, retryDelayMs } from './retry-schedule';

/** How far the time of an open breaker is spread, each way (docs/reference/webhooks.md, Circuit breaker). */
const BREAKER_JITTER = 0.2;

/** Uniform from 0 to below 1. */
export type Unit = () => number;

type Verdict = Pick<ResultRow, 'attempt_no' | 'final_state' | 'reason' | 'next_attempt_at_ms'>;

/**
 * What becomes of a delivery after an attempt (docs/reference/webhooks.md), as the flush writes it. One literal, made at once:
 * a row that is put together out of parts costs ten times as much, with every delivery.
 */
export function classifyAttempt(delivery: LeasedDelivery, result: AttemptResult, unit: Unit): ResultRow {
  const isAttempt = result.verdict !== 'internal';
  const firstAttemptAtMs = delivery.firstAttemptAtMs ?? result.startedAtMs;
  const expiresAtMs = delivery.expiresAtMs ?? firstAttemptAtMs + DELIVERY_AGE_MS_MAX;
  const next = verdictOf(delivery, result, { expiresAtMs, unit });
  return {
    delivery_id: delivery.deliveryId,
    lease_token: delivery.leaseToken,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    trigger: delivery.trigger,
    open_factor: openFactor(unit),
    kind: result.verdict,
    is_attempt: isAttempt,
    attempt_no: next.attempt_no,
    final_state: next.final_state,
    reason: next.reason,
    next_attempt_at_ms: next.next_attempt_at_ms,
    first_attempt_at_ms: isAttempt ? firstAttemptAtMs : delivery.firstAttemptAtMs,
    expires_at_ms: isAttempt ? expiresAtMs : delivery.expiresAtMs,
    started_at_ms: result.startedAtMs,
    total_ms: Math.round(result.totalMs),
    dns_ms: rounded(result.dnsMs),
    connect_ms: rounded(result.connectMs),
    tls_ms: rounded(result.tlsMs),
    ttfb_ms: rounded(result.ttfbMs),
    status_code: result.statusCode,
    error_code: result.errorCode,
    response_headers: result.responseHeaders,
    response_body: result.responseBody,
    response_bytes: result.responseBytes,
    truncated: result.isTruncated,
    remote_ip: result.remoteIp,
    key_fingerprints: result.keyFingerprints,
    retry_after_s: result.retryAfterS,
    counts_for_breaker: result.countsForBreaker,
    counts_for_disable: result.countsForDisable,
  };
}

/**
 * The same of an attempt at this URL. That an address is gone or refused says nothing of another one: an endpoint that has one by
 * the time this is written is not disabled for it, and the delivery is tried again there.
 */
export function classifyAttemptAt(url: string, delivery: LeasedDelivery, result: AttemptResult, unit: Unit): ResultRow {
  const row = classifyAttempt(delivery, result, unit);
  if (result.verdict !== 'gone' && result.verdict !== 'blocked') return row;
  const elsewhere = classifyAttempt(delivery, { ...result, verdict: 'failed' }, unit);
  return { ...row, if_url_changed: { url_digest: urlDigest(url), result: elsewhere } };
}

/** A delivery that was taken and not tried: ready again as it was. */
export function releaseClaimed(delivery: LeasedDelivery, unit: Unit): ResultRow {
  const { deliveryId, leaseToken, endpointId, eventId, trigger, attemptsMade, firstAttemptAtMs, expiresAtMs, dueAtMs } = delivery;
  return {
    delivery_id: deliveryId,
    lease_token: leaseToken,
    endpoint_id: endpointId,
    event_id: eventId,
    trigger,
    open_factor: openFactor(unit),
    kind: 'returned',
    is_attempt: false,
    attempt_no: attemptsMade,
    final_state: null,
    reason: null,
    next_attempt_at_ms: dueAtMs,
    first_attempt_at_ms: firstAttemptAtMs,
    expires_at_ms: expiresAtMs,
  };
}

/** A delivery that ends without another attempt: too old, or the feed no longer has its event. */
export function expire(delivery: LeasedDelivery, reason: 'age' | 'event_not_kept', unit: Unit): ResultRow {
  return { ...releaseClaimed(delivery, unit), final_state: 'expired', reason, next_attempt_at_ms: null };
}

function openFactor(unit: Unit): number {
  return 1 - BREAKER_JITTER + 2 * BREAKER_JITTER * unit();
}

function verdictOf(
  { attemptsMade, livemode }: LeasedDelivery,
  { verdict, startedAtMs, totalMs, retryAfterS }: AttemptResult,
  { expiresAtMs, unit }: { expiresAtMs: number; unit: Unit },
): Verdict {
  const endedAtMs = startedAtMs + totalMs;
  const ends = (final_state: Verdict['final_state'], reason: string | null): Verdict => {
    return { attempt_no: attemptsMade + 1, final_state, reason, next_attempt_at_ms: null };
  };
  if (verdict === 'delivered') return ends('succeeded', null);
  if (verdict === 'gone') return ends('exhausted', 'gone');
  const isAttempt = verdict !== 'internal';
  const attempts = attemptsMade + (isAttempt ? 1 : 0);
  const delayMs = isAttempt ? retryDelayMs(attempts, livemode, unit(), retryAfterS) : internalDelayMs(unit());
  if (delayMs === null || attempts >= attemptsMax(livemode)) return ends('exhausted', 'attempts');
  if (isAttempt && endedAtMs + delayMs >= expiresAtMs) return ends('expired', 'age');
  return { attempt_no: attempts, final_state: null, reason: null, next_attempt_at_ms: endedAtMs + delayMs };
}

function rounded(durationMs: number | null): number | null {
  return durationMs === null ? null : Math.round(durationMs);
}
