import { EVENT_TOPIC } from '#contracts';
import { eventually, testDatabase } from '#testing';
import { migrateWebhooks } from '../src/index';
import { eventMessage as message } from './event-messages';
import { runWebhooks, type RunningWebhooks } from './webhooks-fixture';

describe('the webhooks service', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let webhooks: RunningWebhooks;

  const metric = (name: string): Promise<string | undefined> => webhooks.metric(name);

  beforeAll(async () => {
    database = await testDatabase('webhooks');
    await migrateWebhooks(database.url);
  });
  beforeEach(async () => {
    webhooks = await runWebhooks(database.url);
  });
  afterEach(() => webhooks.stop());
  afterAll(() => database.drop());

  it('answers health, and readiness with the state of its database', async () => {
    expect((await fetch(`${webhooks.app.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${webhooks.app.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ok',
      checks: { 'webhooks.database': { ok: true }, 'webhooks.intake': { ok: true } },
    });
  });

  it('finds nothing to migrate the second time', async () => {
    await expect(migrateWebhooks(database.url)).resolves.toBeUndefined();
  });

  it('takes each event once, however often it is delivered, and shows the lag', async () => {
    await webhooks.bus.publish(EVENT_TOPIC.payments, [message(2, 0), message(3, 2)]);
    await webhooks.bus.publish(EVENT_TOPIC.payments, [message(2, 0), message(3, 2), message(6, 3)]);
    expect(await metric('hundi_webhooks_events_seen_total')).toBe('hundi_webhooks_events_seen_total{topic="payments.events"} 3');
    expect(await metric('hundi_webhooks_event_lag_seconds{topic="payments.events"}')).toMatch(/ \d/);
  });

  it('remembers over a restart what it took, and keeps the topics apart', async () => {
    await webhooks.bus.publish(EVENT_TOPIC.payments, [message(6, 3), message(9, 6)]);
    await webhooks.bus.publish(EVENT_TOPIC.kyc, [message(1, 0)]);
    expect(await metric('hundi_webhooks_events_seen_total{topic="payments.events"}')).toMatch(/ 1$/);
    expect(await metric('hundi_webhooks_events_seen_total{topic="kyc.events"}')).toMatch(/ 1$/);
  });

  it('stops the shard at a hole, raises the alarm, and goes on as soon as the hole is filled', async () => {
    const behindTheHole = webhooks.bus.publish(EVENT_TOPIC.payments, [message(15, 12)]);
    await eventually(async () =>
      expect(await metric('hundi_webhooks_fanout_waiting_shards')).toBe('hundi_webhooks_fanout_waiting_shards 1'),
    );
    // Another instance of the service on the same database: what a rebalance leaves for a moment.
    const other = await runWebhooks(database.url);
    await other.bus.publish(EVENT_TOPIC.payments, [message(12, 9)]);
    await behindTheHole;
    expect(await metric('hundi_webhooks_events_seen_total{topic="payments.events"}')).toMatch(/ 1$/);
    await other.stop();
  });

  it('passes over a message that is no event, and says so', async () => {
    const broken = { ...message(16, 15), value: '{}' };
    await webhooks.bus.publish(EVENT_TOPIC.payments, [broken, message(17, 16)]);
    expect(await metric('hundi_webhooks_events_seen_total{topic="payments.events"}')).toMatch(/ 2$/);
    expect(await metric('hundi_webhooks_events_malformed_total{topic="payments.events"}')).toMatch(/ 1$/);
  });
});
