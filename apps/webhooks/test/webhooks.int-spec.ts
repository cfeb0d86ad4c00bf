import { EVENT_TOPIC, type EventMessage } from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, type AppDeps, type RunningApp } from '#service';
import { eventually, testDatabase, testPersonalData } from '#testing';
import { WebhooksConfig, migrateWebhooks, startWebhooks } from '../src/index';

const SHARD = 5;

function message(position: number, prev: number): EventMessage {
  const cloudEvent = {
    id: `evt_${position}`,
    source: 'hundi/payments',
    type: 'payment.captured',
    subject: 'pay_1',
    time: '2026-11-21T00:00:00Z',
  };
  return { key: 'pay_1', shard: SHARD, position: BigInt(position), prev: BigInt(prev), cloudEvent, value: '{}' };
}

function configFor(databaseUrl: string): WebhooksConfig {
  return Object.assign(new WebhooksConfig(), { databaseUrl, internalToken: 'development-only-internal-token' });
}

describe('the webhooks service', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let deps: AppDeps;
  let bus: Bus;
  let app: RunningApp;

  async function start(): Promise<void> {
    const clock = new SystemClock();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    bus = createInProcessBus({ clock, logger });
    await bus.start();
    const random = new SystemRandom();
    const personalData = testPersonalData(database.url, { clock, random });
    deps = { bus, logger, clock, random, health: new Health(), metrics: new Metrics(), personalData };
    app = await startWebhooks(configFor(database.url), deps);
  }

  async function stop(): Promise<void> {
    await app.stop();
    await bus.stop();
    await deps.personalData.close();
    deps.metrics.registry.clear();
  }

  async function metric(name: string): Promise<string | undefined> {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith(name));
  }

  beforeAll(async () => {
    database = await testDatabase('webhooks');
    await migrateWebhooks(database.url);
  });
  beforeEach(start);
  afterEach(stop);
  afterAll(() => database.drop());

  it('answers health, and readiness with the state of its database', async () => {
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${app.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { 'webhooks.database': { ok: true, detail: 'connected' }, 'webhooks.intake': { ok: true, detail: 'answers' } },
    });
  });

  it('finds nothing to migrate the second time', async () => {
    await expect(migrateWebhooks(database.url)).resolves.toBeUndefined();
  });

  it('takes each event once, however often it is delivered, and shows the lag', async () => {
    await bus.publish(EVENT_TOPIC.payments, [message(2, 0), message(3, 2)]);
    await bus.publish(EVENT_TOPIC.payments, [message(2, 0), message(3, 2), message(6, 3)]);
    expect(await metric('hundi_webhooks_events_seen_total')).toBe('hundi_webhooks_events_seen_total{topic="payments.events"} 3');
    expect(await metric('hundi_webhooks_event_lag_seconds{topic="payments.events"}')).toMatch(/ \d/);
  });

  it('remembers over a restart what it took, and keeps the topics apart', async () => {
    await bus.publish(EVENT_TOPIC.payments, [message(6, 3), message(9, 6)]);
    await bus.publish(EVENT_TOPIC.kyc, [message(1, 0)]);
    expect(await metric('hundi_webhooks_events_seen_total{topic="payments.events"}')).toMatch(/ 1$/);
    expect(await metric('hundi_webhooks_events_seen_total{topic="kyc.events"}')).toMatch(/ 1$/);
  });

  it('stops the shard at a hole, raises the alarm, and goes on as soon as the hole is filled', async () => {
    const behindTheHole = bus.publish(EVENT_TOPIC.payments, [message(15, 12)]);
    await eventually(async () => expect(await metric('hundi_webhooks_event_gaps_total')).toMatch(/ [1-9]/), { withinMs: 5_000 });
    const other = await startSecondReader();
    await other.fill([message(12, 9)]);
    await behindTheHole;
    expect(await metric('hundi_webhooks_events_seen_total{topic="payments.events"}')).toMatch(/ 1$/);
    await other.stop();
  });

  /** Another instance of the service on the same database: what a rebalance leaves for a moment. */
  async function startSecondReader() {
    const clock = new SystemClock();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    const ownBus = createInProcessBus({ clock, logger });
    await ownBus.start();
    const metrics = new Metrics();
    const random = new SystemRandom();
    const personalData = testPersonalData(database.url, { clock, random });
    const second = await startWebhooks(configFor(database.url), {
      bus: ownBus,
      logger,
      clock,
      random,
      health: new Health(),
      metrics,
      personalData,
    });
    return {
      fill: (messages: EventMessage[]) => ownBus.publish(EVENT_TOPIC.payments, messages),
      stop: async () => {
        await second.stop();
        await ownBus.stop();
        await personalData.close();
        metrics.registry.clear();
      },
    };
  }
});
