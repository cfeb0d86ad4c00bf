import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { COMMAND_TOPIC, EVENT_TOPIC, type EventMessage } from '#contracts';
import type { PublishedEnd, PublishedWindow } from '#event-store';
import { createInProcessBus, type Bus } from '#messaging';
import { Health, Metrics, SystemClock, createLogger, startInternalServer, type InternalServer } from '#service';
import { eventually, testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { EventBodies, type BodyPlace } from './event-bodies';
import { endpointCommand, endpointPayload } from '../../test/endpoint-commands';
import { ACCOUNT, SHARD, accountOf, eventMessage } from '../../test/event-messages';
import { INTERNAL_TOKEN, runWebhooks, type RunningWebhooks } from '../../test/webhooks-fixture';

@Module({})
class NothingElse {}

/** The payments service, as far as it is asked for what it published. */
class PaymentsLog {
  readonly asked: PublishedWindow[] = [];
  known: EventMessage[] = [];
  /** Questions are taken and not answered. */
  isSilent = false;
  private readonly metrics = new Metrics();
  private server: InternalServer | undefined;

  async start(): Promise<string> {
    const logger = createLogger({ service: 'payments', level: 'silent' });
    const published = {
      read: async (window: PublishedWindow) => {
        this.asked.push(window);
        if (this.isSilent) return new Promise<never>(() => undefined);
        return this.known.filter(({ position }) => position > window.after && position < window.before).slice(0, 2);
      },
      service: 'payments',
      ends: async () => new Map<number, PublishedEnd>(),
    };
    const own = { module: NothingElse, token: INTERNAL_TOKEN, host: '127.0.0.1', port: 0 };
    this.server = await startInternalServer({ ...own, logger, health: new Health(), metrics: this.metrics, published });
    return this.server.url;
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.metrics.registry.clear();
  }
}

/** A bus that loses messages. */
function losing(bus: Bus, isLost: (message: EventMessage) => boolean): Bus {
  const publish: Bus['publish'] = (topic, messages) =>
    bus.publish(
      topic,
      messages.filter((message) => !isLost(message)),
    );
  return new Proxy(bus, {
    get(target, name) {
      if (name === 'publish') return publish;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

describe('events that were lost on the way', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let sql: Pool;
  let payments: PaymentsLog;
  let bus: Bus;
  let webhooks: RunningWebhooks;
  let lost = new Set<number>();
  let hooks = 0;

  const endpoint = async (): Promise<string> => {
    const payload = endpointPayload({ url: `https://shop.example.com/${++hooks}` });
    const reply = await bus.send(COMMAND_TOPIC.webhooks, endpointCommand('webhook_endpoints.create', payload, { accountId: ACCOUNT }));
    expect(reply.status).toBe(201);
    return reply.streamId;
  };
  const feed = async (type: string): Promise<{ position: number; sequence: number; event_id: string }[]> =>
    (
      await sql.query<{ position: number; sequence: number; event_id: string }>(
        `SELECT position::int, sequence, event_id FROM webhooks.feed_events WHERE shard = $1 AND type LIKE $2 ORDER BY position`,
        [SHARD, type === '%' ? type : `${type}.%`],
      )
    ).rows;
  const deliveredTo = async (endpointId: string): Promise<string[]> =>
    (
      await sql.query<{ event_id: string }>(
        `SELECT event_id FROM webhooks.all_deliveries WHERE endpoint_id = $1 AND event_type LIKE 'payment.%' ORDER BY feed_position`,
        [endpointId],
      )
    ).rows.map(({ event_id: id }) => id);

  beforeEach(async () => {
    lost = new Set();
    database = await testDatabase('missing_events');
    await migrateWebhooks(database.url);
    sql = new Pool({ connectionString: database.url });
    payments = new PaymentsLog();
    bus = createInProcessBus({ clock: new SystemClock(), logger: createLogger({ service: 'bus', level: 'silent' }) });
    await bus.start();
    const ofItsOwn = losing(bus, ({ position }) => lost.has(Number(position)));
    webhooks = await runWebhooks(database.url, ofItsOwn, { paymentsUrl: await payments.start() });
  });
  afterEach(async () => {
    await webhooks.stop();
    await bus.stop();
    await payments.stop();
    await sql.end();
    await database.drop();
  });

  it('are read again from their service: a feed without a hole, in order, and each delivered once', async () => {
    const streamId = await endpoint();
    const events = [2, 3, 7, 8, 9, 12, 15].map((position, index, all) => eventMessage(position, all[index - 1] ?? 0));
    payments.known = events;
    await bus.publish(EVENT_TOPIC.payments, events.slice(0, 1));
    // Five are missing, read again in three pages.
    await bus.publish(EVENT_TOPIC.payments, events.slice(6));
    const ids = events.map(({ cloudEvent }) => cloudEvent.id);
    await eventually(async () => expect((await feed('payment')).map(({ event_id: id }) => id)).toEqual(ids));
    const kept = await feed('payment');
    const all = await feed('%');
    expect(all.map(({ position }) => position)).toEqual(all.map((_event, index) => index + 1));
    expect(payments.asked).toHaveLength(3);
    // What was lost comes after all, as a broker that is back brings it.
    await bus.publish(EVENT_TOPIC.payments, events);
    expect(await feed('payment')).toEqual(kept);
    expect(await deliveredTo(streamId)).toEqual(ids);
    expect(await webhooks.metric('hundi_webhooks_fanout_reread_total{topic="payments.events"}')).toMatch(/ 5$/);
    const { rows } = await sql.query<BodyPlace>(
      `SELECT pack, body_at FROM webhooks.feed_events WHERE type LIKE 'payment.%' ORDER BY position`,
    );
    expect(await new EventBodies().read(sql, rows)).toEqual(events.map(({ value }) => value));
  });

  it('count as no gap inside a process, when the fan-out stood still and the bus left them to the log', async () => {
    const events = Array.from({ length: 1_100 }, (_, index) => eventMessage(index + 1, index));
    payments.known = events;
    await bus.publish(EVENT_TOPIC.payments, events.slice(0, 1));
    const locker = await sql.connect();
    await locker.query('BEGIN');
    await locker.query(`SELECT FROM webhooks.consumer_positions WHERE source = 'payments.events' FOR UPDATE`);
    // After a second no caller waits for the fan-out, and its queue holds a thousand.
    for (const event of events.slice(1, -1)) await bus.publish(EVENT_TOPIC.payments, [event]);
    await locker.query('ROLLBACK');
    locker.release();
    await eventually(async () => expect(await feed('payment')).toHaveLength(1_001), { withinMs: 30_000 });
    await bus.publish(EVENT_TOPIC.payments, events.slice(-1));
    await eventually(async () => expect(await feed('payment')).toHaveLength(1_100), { withinMs: 30_000 });
    expect(await webhooks.metric('hundi_webhooks_fanout_reread_total{topic="payments.events"}')).toMatch(/ [1-9]\d+$/);
    expect(await webhooks.metric('hundi_webhooks_fanout_gap_total{topic="payments.events"}')).toBeUndefined();
  }, 90_000);

  it('are read again where a topic begins in the middle, because its oldest messages are gone', async () => {
    const events = [1, 2, 3, 4].map((position) => eventMessage(position, position - 1));
    payments.known = events;
    await bus.publish(EVENT_TOPIC.payments, events.slice(3));
    const ids = events.map(({ cloudEvent }) => cloudEvent.id);
    await eventually(async () => expect((await feed('payment')).map(({ event_id: id }) => id)).toEqual(ids));
  });

  it('keep their shard waiting, and no publisher, while their service has no such events either; it goes on by itself when it has', async () => {
    const streamId = await endpoint();
    const events = [1, 2, 3].map((position) => eventMessage(position, position - 1));
    const waiting = bus.publish(EVENT_TOPIC.payments, events.slice(2));
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toMatch(/ 1$/));
    expect([await feed('payment'), await deliveredTo(streamId)]).toEqual([[], []]);
    expect(await webhooks.metric('hundi_webhooks_fanout_lag_messages{topic="payments.events"}')).toMatch(/ 1$/);
    await waiting;
    expect(await feed('payment')).toEqual([]);
    payments.known = events;
    await eventually(async () => expect(await deliveredTo(streamId)).toEqual(events.map(({ cloudEvent }) => cloudEvent.id)));
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toMatch(/ 0$/));
    await eventually(async () =>
      expect(await webhooks.metric('hundi_webhooks_fanout_lag_messages{topic="payments.events"}')).toMatch(/ 0$/),
    );
  });

  it('keep their shard waiting while their service takes the question and never answers; it is asked again, and others go on', async () => {
    const streamId = await endpoint();
    const events = [1, 2, 3].map((position) => eventMessage(position, position - 1));
    payments.known = events;
    payments.isSilent = true;
    const waiting = bus.publish(EVENT_TOPIC.payments, events.slice(2));
    await eventually(async () => expect(payments.asked).toHaveLength(1));
    const other = eventMessage(1, 0, { accountId: accountOf(2) });
    await bus.publish(EVENT_TOPIC.payments, [other]);
    await eventually(async () => {
      const { rows } = await sql.query('SELECT FROM webhooks.feed_events WHERE event_id = $1', [other.cloudEvent.id]);
      expect(rows).toHaveLength(1);
    });
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toMatch(/ 1$/));
    expect(await feed('payment')).toEqual([]);
    payments.isSilent = false;
    await waiting;
    await eventually(async () => expect(await deliveredTo(streamId)).toEqual(events.map(({ cloudEvent }) => cloudEvent.id)));
    await eventually(async () => expect(await webhooks.metric('hundi_webhooks_fanout_waiting_shards')).toMatch(/ 0$/));
  });

  it('are read from its own log when they are about endpoints', async () => {
    const first = await endpoint();
    await eventually(async () => expect(await feed('webhook_endpoint')).toHaveLength(1));
    const { rows } = await sql.query<{ position: string }>('SELECT max(position) AS position FROM webhooks.events WHERE shard = $1', [
      SHARD,
    ]);
    // Whatever the next endpoint puts into the log of this shard is lost.
    const after = Number(rows[0]?.position);
    for (let position = after + 1; position < after + 4; position++) lost.add(position);
    const second = await endpoint();
    await eventually(async () => {
      const { rows: cursors } = await sql.query<{ position: string }>('SELECT position FROM webhooks.relay_cursors WHERE shard = $1', [
        SHARD,
      ]);
      expect(Number(cursors[0]?.position)).toBeGreaterThan(after + 1);
    });
    expect(await feed('webhook_endpoint')).toHaveLength(1);
    lost.clear();
    const third = await endpoint();
    await eventually(async () => expect(await feed('webhook_endpoint')).toHaveLength(3));
    const { rows: reported } = await sql.query<{ resource_id: string }>(
      `SELECT resource_id FROM webhooks.feed_events WHERE type = 'webhook_endpoint.created' AND shard = $1 ORDER BY position`,
      [SHARD],
    );
    expect(reported.map(({ resource_id: id }) => id)).toEqual([first, second, third]);
  });
});
