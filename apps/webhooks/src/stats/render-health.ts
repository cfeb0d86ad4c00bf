import { toSeconds, type HealthHour, type WebhookHealthResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { LiveEndpoint } from '../endpoint/state';
import type { AttemptCounts, EndpointHealth, QueueHealth } from './health-reader';

/** How an endpoint does, as the API shows it. @param nowMs milliseconds since the epoch. */
export function healthResource({ head, state }: Snapshot<LiveEndpoint>, health: EndpointHealth, nowMs: number): WebhookHealthResource {
  const endpointQueue = health.endpointQueue ?? { ...IDLE, firstFailureMs: state.failingSinceMs };
  return {
    object: 'webhook_endpoint_health',
    livemode: head.livemode,
    webhook_endpoint_id: head.streamId,
    status: state.status,
    disabled_reason: state.disabledReason,
    breaker: endpointQueue.breaker,
    success_rate: { last_hour: rateOf(health.hour), last_24_hours: rateOf(health.day), last_7_days: rateOf(health.week) },
    response_time: { p50_ms: quantileOf(health.latencies, 0.5), p95_ms: quantileOf(health.latencies, 0.95) },
    history: historyOf(health.hours, nowMs),
    pending_deliveries: health.pending,
    oldest_pending_age: ageOf(health.oldestPendingMs, nowMs),
    failure_streak: endpointQueue.failStreak,
    failing_since_at: toSeconds(endpointQueue.firstFailureMs),
    next_attempt_at: toSeconds(health.nextAttemptMs),
    last_success_at: toSeconds(endpointQueue.lastSuccessMs),
    last_failure_at: toSeconds(endpointQueue.lastFailureMs),
  };
}

/** An endpoint that never had a delivery. */
const IDLE: QueueHealth = { breaker: 'closed', failStreak: 0, firstFailureMs: null, lastSuccessMs: null, lastFailureMs: null };

const HOUR_MS = 3_600_000;
const HOURS_SHOWN = 24;

/** Every hour of the last day, also those in which nothing was tried. */
function historyOf(hours: EndpointHealth['hours'], nowMs: number): HealthHour[] {
  const counted = new Map(hours.map((hour) => [hour.startMs, hour]));
  const lastMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const startMs = lastMs - (HOURS_SHOWN - 1 - index) * HOUR_MS;
    const { ok, failed } = counted.get(startMs) ?? { ok: 0, failed: 0 };
    return { start_at: startMs / 1000, succeeded: ok, failed };
  });
}

/** Whole seconds. */
function ageOf(sinceMs: number | null, nowMs: number): number | null {
  return sinceMs === null ? null : Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
}

/** Four digits are more than anybody needs. */
function rateOf({ ok, failed }: AttemptCounts): number | null {
  return ok + failed === 0 ? null : Math.round((ok / (ok + failed)) * 10_000) / 10_000;
}

/** The upper bound of the class in which the attempt lies that so many of all were not slower than. */
function quantileOf(classes: EndpointHealth['latencies'], share: number): number | null {
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const { boundMs, count } of classes) {
    seen += count;
    if (seen >= share * total) return boundMs ?? SLOWEST_MS;
  }
  return SLOWEST_MS;
}

/** The longest time-out an endpoint may have. */
const SLOWEST_MS = 30_000;
