import { observeBus } from './bus-metrics';
import { Metrics } from './metrics';
import { observeStore } from './store-metrics';

describe('observeStore', () => {
  const metrics = new Metrics();
  afterAll(() => metrics.registry.clear());

  it('shows two services of one process apart, with seconds as the unit', async () => {
    observeStore(metrics, 'payments').batchCommitted({ writer: 0, commands: 3, events: 7, commitMs: 4, queued: 2 });
    observeStore(metrics, 'kyc').batchCommitted({ writer: 1, commands: 1, events: 1, commitMs: 1, queued: 0 });
    observeStore(metrics, 'payments').relayed({ events: 7, published: 5 });
    observeStore(metrics, 'payments').taskEnded({ name: 'ask-processor', ending: 'done', tookMs: 120 });
    observeStore(metrics, 'payments').timerEnded({ streamType: 'subscription', lateMs: 1_500 });
    observeStore(metrics, 'kyc').databaseClock(-1_500);
    const { text } = await metrics.expose();
    expect(text).toContain('hundi_database_clock_skew_seconds{service="kyc"} 1.5');
    expect(text).toContain('hundi_tasks_total{service="payments",task="ask-processor",ending="done"} 1');
    expect(text).toContain('hundi_task_duration_seconds_sum{service="payments",task="ask-processor"} 0.12');
    expect(text).toContain('hundi_timer_delay_seconds_sum{service="payments",kind="subscription"} 1.5');
    expect(text).toContain('hundi_store_commands_total{service="payments"} 3');
    expect(text).toContain('hundi_store_commands_total{service="kyc"} 1');
    expect(text).toContain('hundi_store_events_total{service="payments"} 7');
    expect(text).toContain('hundi_store_commit_duration_seconds_sum{service="payments"} 0.004');
    expect(text).toContain('hundi_store_queued_commands{service="payments",writer="0"} 2');
    expect(text).toContain('hundi_relay_published_total{service="payments"} 5');
  });

  it('asks the relay of each service for its lag at every scrape', async () => {
    let lagMs = 250;
    observeStore(metrics, 'payments').relayStarted(() => lagMs);
    observeStore(metrics, 'kyc').relayStarted(() => 0);
    expect((await metrics.expose()).text).toContain('hundi_relay_lag_seconds{service="payments"} 0.25');
    lagMs = 60_000;
    const { text } = await metrics.expose();
    expect(text).toContain('hundi_relay_lag_seconds{service="payments"} 60');
    expect(text).toContain('hundi_relay_lag_seconds{service="kyc"} 0');
  });

  it('counts what an operator must look at', async () => {
    observeStore(metrics, 'webhooks').relayStopped(7);
    observeStore(metrics, 'webhooks').writerLost(1);
    observeBus(metrics).deadLettered({ topic: 'kyc.commands', consumer: 'kyc', reason: 'unreadable', key: null });
    observeBus(metrics).settled('kyc.commands', 3, 12n, 5n);
    const { text } = await metrics.expose();
    expect(text).toContain('hundi_relay_stopped_shards_total{service="webhooks"} 1');
    expect(text).toContain('hundi_store_writers_lost_total{service="webhooks"} 1');
    expect(text).toContain('hundi_bus_dead_letters_total{topic="kyc.commands",consumer="kyc"} 1');
    expect(text).toContain('hundi_bus_unsettled_messages{topic="kyc.commands",partition="3"} 5');
  });
});
