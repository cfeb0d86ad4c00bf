import type { Snapshot } from '#event-store';
import type { LiveEndpoint } from '../endpoint/state';
import { healthResource } from './render-health';
import type { EndpointHealth } from './health-reader';

const NOW_MS = 1_795_253_400_000;
const NOTHING = { ok: 0, failed: 0 };
const BOUNDS = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, null];
const endpoint = {
  head: { streamId: 'we_1', livemode: false },
  state: { status: 'enabled', disabledReason: null, failingSinceMs: null },
} as unknown as Snapshot<LiveEndpoint>;

function health(change: Partial<EndpointHealth> = {}, counts: number[] = []): EndpointHealth {
  const latencies = BOUNDS.map((boundMs, index) => ({ boundMs, count: counts[index] ?? 0 }));
  const idle = { hours: [], pending: 0, oldestPendingMs: null, nextAttemptMs: null, endpointQueue: null };
  return { hour: NOTHING, day: NOTHING, week: NOTHING, latencies, ...idle, ...change };
}

describe('health', () => {
  it('of an endpoint that never had a delivery says nothing that is not known', () => {
    expect(healthResource(endpoint, health(), NOW_MS)).toMatchObject({
      breaker: 'closed',
      success_rate: { last_hour: null, last_24_hours: null, last_7_days: null },
      response_time: { p50_ms: null, p95_ms: null },
      pending_deliveries: 0,
      oldest_pending_age: null,
      failure_streak: 0,
      last_success_at: null,
    });
  });

  it('counts shares of attempts', () => {
    const { success_rate } = healthResource(endpoint, health({ hour: { ok: 2, failed: 1 }, week: { ok: 0, failed: 5 } }), NOW_MS);
    expect(success_rate).toEqual({ last_hour: 0.6667, last_24_hours: null, last_7_days: 0 });
  });

  it.each([
    [[100], 50, 50],
    [[50, 50], 50, 100],
    [[94, 0, 0, 0, 6], 50, 1_000],
    [[0, 0, 0, 0, 0, 0, 0, 0, 1], 30_000, 30_000],
  ])('finds p50 and p95 of %j', (counts, p50, p95) => {
    expect(healthResource(endpoint, health({}, counts), NOW_MS).response_time).toEqual({ p50_ms: p50, p95_ms: p95 });
  });

  it('shows the last 24 hours one by one, those without attempts too', () => {
    const startMs = Math.floor(NOW_MS / 3_600_000) * 3_600_000;
    const hours = [
      { startMs, ok: 3, failed: 1 },
      { startMs: startMs - 24 * 3_600_000, ok: 9, failed: 9 },
    ];
    const { history } = healthResource(endpoint, health({ hours }), NOW_MS);
    expect(history).toHaveLength(24);
    expect(history.at(-1)).toEqual({ start_at: startMs / 1000, succeeded: 3, failed: 1 });
    expect(history.slice(0, -1).every(({ succeeded, failed }) => succeeded + failed === 0)).toBe(true);
  });

  it('tells ages and times in whole seconds', () => {
    const endpointQueue = {
      breaker: 'open',
      failStreak: 5,
      firstFailureMs: NOW_MS - 60_500,
      lastSuccessMs: null,
      lastFailureMs: NOW_MS,
    } as const;
    const shown = healthResource(endpoint, health({ pending: 2, oldestPendingMs: NOW_MS - 61_999, endpointQueue }), NOW_MS);
    expect(shown).toMatchObject({
      oldest_pending_age: 61,
      breaker: 'open',
      failure_streak: 5,
      failing_since_at: 1_795_253_339,
      last_failure_at: 1_795_253_400,
    });
  });
});
