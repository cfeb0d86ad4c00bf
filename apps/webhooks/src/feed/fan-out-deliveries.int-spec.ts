import { Pool } from 'pg';
import { appendQuery, COMMAND_TOPIC, EVENT_TOPIC, type CreateEndpointPayload, type EventMessage } from '#contracts';
import { eventually, testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { endpointCommand, endpointPayload, type EndpointAddress } from '../../test/endpoint-commands';
import { ACCOUNT, accountOf, eventMessage, idOf, type EventStub } from '../../test/event-messages';
import { runWebhooks, type RunningWebhooks } from '../../test/webhooks-fixture';

describe('an event becomes deliveries', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let sql: Pool;
  let webhooks: RunningWebhooks;
  let hooks = 0;
  let position = 0;

  const endpoint = async (change: Partial<CreateEndpointPayload> = {}, address: EndpointAddress = {}): Promise<string> => {
    const payload = endpointPayload({ url: `https://shop.example.com/${++hooks}`, ...change });
    const command = endpointCommand('webhook_endpoints.create', payload, { accountId: ACCOUNT, ...address });
    const reply = await webhooks.bus.send(COMMAND_TOPIC.webhooks, command);
    expect(reply.status).toBe(201);
    return reply.streamId;
  };
  const next = (stub: EventStub): EventMessage =>
    eventMessage(++position, position - 1, { id: idOf('evt', position, stub.accountId), ...stub });
  const happens = async (...stubs: EventStub[]): Promise<void> => webhooks.bus.publish(EVENT_TOPIC.payments, stubs.map(next));
  const queuedFor = async (endpointId: string): Promise<string[]> => {
    const { rows } = await sql.query<{ event_type: string; state: string }>(
      `SELECT event_type, state FROM webhooks.all_deliveries WHERE endpoint_id = $1 AND event_type NOT LIKE 'webhook_endpoint.%' ORDER BY feed_position`,
      [endpointId],
    );
    return rows.map(({ event_type: type, state }) => (state === 'held' ? `${type} held` : type));
  };

  beforeEach(async () => {
    position = 0;
    database = await testDatabase('fan_out_deliveries');
    await migrateWebhooks(database.url);
    sql = new Pool({ connectionString: database.url });
    webhooks = await runWebhooks(database.url);
  });
  afterEach(async () => {
    await webhooks.stop();
    await sql.end();
    await database.drop();
  });

  it('for every endpoint of its account and mode that asked for it, from the moment there is one', async () => {
    const all = await endpoint();
    const refunds = await endpoint({ enabledEvents: ['refund.*', 'attempt.failed'] });
    const live = await endpoint({}, { livemode: true });
    const foreign = await endpoint({}, { accountId: accountOf(2) });
    await happens({ type: 'payment.created' }, { type: 'attempt.failed' }, { type: 'refund.created' });
    await happens({ type: 'payment.captured', livemode: true });
    expect(await Promise.all([all, refunds, live, foreign].map(queuedFor))).toEqual([
      ['payment.created', 'refund.created'],
      ['attempt.failed', 'refund.created'],
      ['payment.captured'],
      [],
    ]);
  });

  it('but not for one that is disabled; the event is kept for a replay', async () => {
    const streamId = await endpoint();
    const address = { accountId: ACCOUNT, streamId };
    await webhooks.bus.send(COMMAND_TOPIC.webhooks, endpointCommand('webhook_endpoints.disable', { reason: 'merchant' }, address));
    await happens({ type: 'payment.created' });
    await webhooks.bus.send(COMMAND_TOPIC.webhooks, endpointCommand('webhook_endpoints.enable', {}, address));
    await happens({ type: 'payment.captured' });
    expect(await queuedFor(streamId)).toEqual(['payment.captured']);
    const { rows } = await sql.query(`SELECT type FROM webhooks.feed_events WHERE type LIKE 'payment.%' ORDER BY position`);
    expect(rows).toEqual([{ type: 'payment.created' }, { type: 'payment.captured' }]);
  });

  it('once, however often it is delivered', async () => {
    const streamId = await endpoint();
    const message = next({ type: 'payment.created' });
    await webhooks.bus.publish(EVENT_TOPIC.payments, [message]);
    await webhooks.bus.publish(EVENT_TOPIC.payments, [message]);
    expect(await queuedFor(streamId)).toEqual(['payment.created']);
    expect(await webhooks.metric('hundi_webhooks_deliveries_queued_total')).toMatch(/ 1$/);
  });

  it('held behind the open one of its resource, where the endpoint wants the order', async () => {
    const streamId = await endpoint({ ordering: 'resource' });
    const other = { resource: { id: idOf('pay', 2) } };
    await happens({ type: 'payment.created' }, { type: 'payment.captured' }, { type: 'payment.created', ...other });
    await happens({ type: 'payment.refunded' });
    expect(await queuedFor(streamId)).toEqual(['payment.created', 'payment.captured held', 'payment.created', 'payment.refunded held']);
  });

  it('for the other endpoints of the account, when it tells of an endpoint itself', async () => {
    const enabledEvents = ['webhook_endpoint.created'];
    const first = await endpoint({ enabledEvents });
    const second = await endpoint({ enabledEvents });
    const reportOf = async (endpointId: string): Promise<string[]> => {
      const text = 'SELECT resource_id FROM webhooks.all_deliveries WHERE endpoint_id = $1';
      return (await sql.query<{ resource_id: string }>(text, [endpointId])).rows.map(({ resource_id: id }) => id);
    };
    await eventually(async () => expect(await reportOf(first)).toEqual([second]));
    expect(await reportOf(second)).not.toContain(second);
  });

  it('and the feed tells which events some endpoint has not got', async () => {
    const streamId = await endpoint();
    await happens({ type: 'payment.created' }, { type: 'payment.captured' });
    const listed = async (success: boolean): Promise<string[]> => {
      const path = appendQuery('/internal/events', { filters: { type: 'payment.*', delivery_success: String(success) } });
      const page = (await (await webhooks.get(path, { accountId: ACCOUNT })).json()) as { data: { type: string }[] };
      return page.data.map(({ type }) => type);
    };
    expect([await listed(false), await listed(true)]).toEqual([['payment.captured', 'payment.created'], []]);
    const ended = async (type: string, state: string): Promise<void> => {
      await sql.query(
        `INSERT INTO webhooks.deliveries_done (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
           resource_id, sequence, ordered, class, trigger, created_at, final_state, ended_at)
         SELECT 'whd_' || event_type || $3, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id,
           sequence, ordered, class, trigger, created_at, $3, now()
         FROM webhooks.all_deliveries WHERE endpoint_id = $1 AND event_type = $2 LIMIT 1`,
        [streamId, type, state],
      );
      await sql.query('DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 AND event_type = $2', [streamId, type]);
    };
    await ended('payment.created', 'succeeded');
    await ended('payment.captured', 'exhausted');
    expect([await listed(false), await listed(true)]).toEqual([['payment.captured'], ['payment.created']]);
    // A resend made it good.
    await ended('payment.captured', 'succeeded');
    expect(await listed(false)).toEqual([]);
  });

  it('five hundred at a time, for sixteen endpoints', async () => {
    const endpoints: string[] = [];
    for (let count = 0; count < 16; count++) endpoints.push(await endpoint());
    await happens(...Array.from({ length: 600 }, () => ({ type: 'payment.updated' })));
    const { rows } = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhooks.all_deliveries WHERE event_type = 'payment.updated' GROUP BY endpoint_id`,
    );
    expect(rows.map(({ count }) => count)).toEqual(endpoints.map(() => 600));
  });
});
