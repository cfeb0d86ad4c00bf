import type { StoreObserver } from '#event-store';
import { observeClockSkew } from './clock-skew';
import type { Metrics } from './metrics';

/** Puts the work of one service's event store into metrics. Hand the result to the store as `observe`. */
export function observeStore(metrics: Metrics, service: string): Required<StoreObserver> {
  const labels = ['service'];
  const counter = (name: string, help: string) => metrics.counter({ name, help, labels }).labels({ service });
  const commands = counter('hundi_store_commands_total', 'Commands settled by an append, refused ones included.');
  const events = counter('hundi_store_events_total', 'Events appended.');
  const published = counter('hundi_relay_published_total', 'Public events acknowledged by the bus.');
  const stopped = counter(
    'hundi_relay_stopped_shards_total',
    'Times the relay of a shard stopped, at a hole in the log or before an event the bus refuses. Page the on-call engineer.',
  );
  const lost = counter('hundi_store_writers_lost_total', 'Times a writer lost its connection and with it its partitions.');
  const commit = metrics
    .histogram({ name: 'hundi_store_commit_duration_seconds', help: 'Time of one append.', labels })
    .labels({ service });
  const buckets = [1, 2, 5, 10, 20, 50, 100, 200];
  const batch = metrics
    .histogram({ name: 'hundi_store_batch_commands', help: 'Commands in one append.', labels, buckets })
    .labels({ service });
  const byWriter = ['service', 'writer'];
  const queued = metrics.gauge({ name: 'hundi_store_queued_commands', help: 'Commands waiting for a writer.', labels: byWriter });
  const held = metrics.gauge({ name: 'hundi_store_partitions_held', help: 'Command partitions this process serves.', labels });
  return {
    batchCommitted(done) {
      commands.inc(done.commands);
      events.inc(done.events);
      batch.observe(done.commands);
      commit.observe(done.commitMs / 1_000);
      queued.set({ service, writer: String(done.writer) }, done.queued);
    },
    relayed: (page) => published.inc(page.published),
    relayStarted: (lagMs) => observeRelayLag(metrics, service, lagMs),
    relayStopped: () => stopped.inc(),
    writerLost: () => lost.inc(),
    taskEnded: observeTasks(metrics, service),
    timerEnded: observeTimers(metrics, service),
    databaseClock: observeClockSkew(metrics, service),
    partitionsHeld: (count) => held.set({ service }, count),
  };
}

/** In the embedded mode the relays of several services are asked at one scrape. */
const relayLags = new WeakMap<Metrics, Map<string, () => number>>();

function observeRelayLag(metrics: Metrics, service: string, lagMs: () => number): void {
  const lags = relayLags.get(metrics) ?? new Map<string, () => number>();
  relayLags.set(metrics, lags.set(service, lagMs));
  metrics.gauge({
    name: 'hundi_relay_lag_seconds',
    help: 'Age of the oldest event that was not handed over to the bus yet; 0 when there is none. It grows while the relay stands still.',
    labels: ['service'],
    collect: (gauge) => {
      for (const [name, ask] of lags) gauge.set({ service: name }, ask() / 1_000);
    },
  });
}

/** From a wake-up in time to one after a day without a process. */
const LATE_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400];

function observeTimers(metrics: Metrics, service: string): Required<StoreObserver>['timerEnded'] {
  const late = metrics.histogram({
    name: 'hundi_timer_delay_seconds',
    help: 'How much later than it was due what waits for a time was woken, by what it is.',
    labels: ['service', 'kind'],
    buckets: LATE_SECONDS,
  });
  return ({ streamType, lateMs }) => late.observe({ service, kind: streamType }, lateMs / 1_000);
}

function observeTasks(metrics: Metrics, service: string): Required<StoreObserver>['taskEnded'] {
  const runs = metrics.counter({
    name: 'hundi_tasks_total',
    help: 'Runs of tasks, by how they ended.',
    labels: ['service', 'task', 'ending'],
  });
  const time = metrics.histogram({ name: 'hundi_task_duration_seconds', help: 'Time of one run of a task.', labels: ['service', 'task'] });
  return ({ name, ending, tookMs }) => {
    runs.inc({ service, task: name, ending });
    time.observe({ service, task: name }, tookMs / 1_000);
  };
}
