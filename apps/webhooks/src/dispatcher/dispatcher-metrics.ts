import type { Metrics } from '#service';
import type { AttemptResult } from '../webhook-sender/attempt';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';

const LONG_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const ROWS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

export type DispatcherMetrics = ReturnType<typeof dispatcherMetrics>;

/** The figures of the dispatcher (docs/reference/metrics.md). No endpoint is a label; figures of one stand in its statistics. */
export function dispatcherMetrics(metrics: Metrics) {
  const attempts = metrics.counter({
    name: 'hundi_webhooks_attempts_total',
    help: 'Attempts to deliver, by verdict and class of the answer.',
    labels: ['outcome', 'code_class'],
  });
  const times = metrics.histogram({
    name: 'hundi_webhooks_attempt_seconds',
    help: 'Time of an attempt, by phase.',
    labels: ['phase'],
    buckets: LONG_SECONDS,
  });
  const first = metrics.histogram({
    name: 'hundi_webhooks_append_to_first_attempt_seconds',
    help: 'From the making of a delivery to its first attempt, by class: 0 new, 2 resend or replay.',
    labels: ['class'],
    buckets: LONG_SECONDS,
  });
  const observe = (phase: string, durationMs: number | null): void => {
    if (durationMs !== null) times.observe({ phase }, durationMs / 1_000);
  };
  return {
    ...queueMetrics(metrics),
    attempted(delivery: LeasedDelivery, result: AttemptResult): void {
      attempts.inc({ outcome: result.verdict, code_class: codeClassOf(result.statusCode) });
      if (result.verdict === 'internal') return;
      observe('total', result.totalMs);
      observe('dns', result.dnsMs);
      observe('connect', result.connectMs);
      observe('tls', result.tlsMs);
      observe('ttfb', result.ttfbMs);
      if (delivery.attemptsMade > 0) return;
      first.observe({ class: String(delivery.class) }, Math.max(0, result.startedAtMs - delivery.createdAtMs) / 1_000);
    },
  };
}

function queueMetrics(metrics: Metrics) {
  const gauge = (name: string, help: string) => metrics.gauge({ name, help });
  const counter = (name: string, help: string) => metrics.counter({ name, help });
  return {
    lag: metrics.histogram({ name: 'hundi_webhooks_due_lag_seconds', help: 'How late deliveries are claimed.', buckets: LONG_SECONDS }),
    due: gauge('hundi_webhooks_deliveries_due', 'Deliveries that are due now, counted up to 100,000.'),
    oldestDue: gauge('hundi_webhooks_oldest_due_seconds', 'The longest that a queue with a closed breaker has been due. Alarm above 60.'),
    inFlight: gauge('hundi_webhooks_in_flight', 'Requests to receivers under way in this process.'),
    openBreakers: gauge('hundi_webhooks_queue_open_breakers', 'Endpoints whose breaker is not closed.'),
    claim: metrics.histogram({ name: 'hundi_webhooks_claim_seconds', help: 'Time of one claim.' }),
    claimRows: metrics.histogram({ name: 'hundi_webhooks_claim_rows', help: 'Deliveries in one claim.', buckets: ROWS }),
    flush: metrics.histogram({ name: 'hundi_webhooks_flush_seconds', help: 'Time until one batch of results was written.' }),
    leaseExpired: counter('hundi_webhooks_lease_expired_total', 'Deliveries whose dispatcher went away: they are tried again.'),
    late: counter('hundi_webhooks_late_results_total', 'Results that came after their lease: only logged.'),
    breakersOpened: counter('hundi_webhooks_breakers_opened_total', 'Times a breaker opened.'),
    cancelled: counter('hundi_webhooks_deliveries_cancelled_total', 'Deliveries cancelled because their endpoint was disabled or deleted.'),
    disabled: metrics.counter({
      name: 'hundi_webhooks_endpoints_disabled_total',
      help: 'Endpoints that were disabled automatically.',
      labels: ['reason'],
    }),
    failing: metrics.counter({ name: 'hundi_webhooks_endpoints_failing_total', help: 'Notices of failing endpoints.', labels: ['level'] }),
    heartbeat: gauge(
      'hundi_webhooks_heartbeat_timestamp',
      'When the dispatcher last asked for due deliveries, seconds since the epoch. Alarm when stale.',
    ),
  };
}

function codeClassOf(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`;
}
