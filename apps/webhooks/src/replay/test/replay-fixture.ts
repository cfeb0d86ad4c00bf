import { Pool } from 'pg';
import { COMMAND_TOPIC, EVENT_TOPIC, newId, shardOfAccount, type Command, type CreateEndpointPayload, type Reply } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { eventually, testDatabase } from '#testing';
import { migrateWebhooks } from '../../index';
import { endpointCommand, endpointPayload } from '../../../test/endpoint-commands';
import { ACCOUNT, eventMessage, idOf, type EventStub } from '../../../test/event-messages';
import { runWebhooks, type RunningWebhooks } from '../../../test/webhooks-fixture';

/** When the events of these tests happen: an hour ago, a second apart. */
export const BEGAN_MS = Date.now() - 3_600_000;
const random = new SystemRandom();
const clock = new SystemClock();

/** A webhooks service with events in its feed and deliveries that ended as a test says. */
export class ReplayStage {
  private hooks = 0;
  private position = 0;

  private constructor(
    readonly sql: Pool,
    readonly webhooks: RunningWebhooks,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(name: string): Promise<ReplayStage> {
    const database = await testDatabase(name);
    await migrateWebhooks(database.url);
    const sql = new Pool({ connectionString: database.url });
    return new ReplayStage(sql, await runWebhooks(database.url), () => database.drop());
  }

  async close(): Promise<void> {
    await this.webhooks.stop();
    await this.sql.end();
    await this.drop();
  }

  async endpoint(change: Partial<CreateEndpointPayload> = {}): Promise<string> {
    const payload = endpointPayload({ url: `https://shop.example.com/${++this.hooks}`, ...change });
    const reply = await this.submit(endpointCommand('webhook_endpoints.create', payload, { accountId: ACCOUNT }));
    return reply.streamId;
  }

  submit(command: Command): Promise<Reply> {
    return this.webhooks.bus.send(COMMAND_TOPIC.webhooks, command);
  }

  /** A command to a stream of the account in test mode. */
  command(type: string, payload: unknown, streamId: string): Command {
    return { ...endpointCommand('webhook_endpoints.enable', {}, { accountId: ACCOUNT, streamId }), type, payload };
  }

  newReplayId(): string {
    return newId('webhookReplay', shardOfAccount(ACCOUNT), clock.nowMs(), random);
  }

  /** Events of payments happen; each one's number is its position on the topic. @returns their ids, once they are in the feed. */
  async happen(...stubs: EventStub[]): Promise<string[]> {
    const messages = stubs.map((stub) => {
      const number = ++this.position;
      const occurredAtMs = BEGAN_MS + number * 1_000;
      return eventMessage(number, number - 1, {
        id: idOf('evt', number),
        resource: { id: idOf('pay', number) },
        sequence: 1,
        occurredAtMs,
        ...stub,
      });
    });
    await this.webhooks.bus.publish(EVENT_TOPIC.payments, messages);
    const ids = messages.map(({ cloudEvent }) => cloudEvent.id);
    await eventually(async () => {
      if ((await this.countEvents(ids)) < ids.length) throw new Error('the events are not in the feed');
    });
    return ids;
  }

  /** Whatever is open for an endpoint ends like this. */
  async end(endpointId: string, finalState: string, reason: string | null = null): Promise<void> {
    await this.sql.query(
      `WITH gone AS (DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 RETURNING *)
       INSERT INTO webhooks.deliveries_done (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
         resource_id, sequence, ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error,
         final_state, reason, ended_at)
       SELECT delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered,
         class, trigger, replay_id, 4, created_at, now(), 500, 'http_5xx', $2, $3, now() FROM gone`,
      [endpointId, finalState, reason],
    );
  }

  /** The open deliveries of payments' events to an endpoint, in the order of the feed. */
  async open(endpointId: string): Promise<{ event_id: string; class: number; trigger: string; replay_id: string | null }[]> {
    const { rows } = await this.sql.query(
      `SELECT event_id, class, trigger, replay_id FROM webhooks.deliveries WHERE endpoint_id = $1 AND event_type NOT LIKE 'webhook_endpoint.%'
       ORDER BY feed_position`,
      [endpointId],
    );
    return rows as { event_id: string; class: number; trigger: string; replay_id: string | null }[];
  }

  /** @returns status and body of an internal GET on behalf of the account. */
  async get(path: string, livemode = false): Promise<{ status: number; json: Record<string, unknown> }> {
    const response = await this.webhooks.get(`/internal/${path}`, { accountId: ACCOUNT, livemode });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  /** @returns what the internal route answers to the command that it is brought. */
  async post(path: string, command: Command): Promise<Reply> {
    const response = await this.webhooks.post(`/internal/${path}`, command);
    return (await response.json()) as Reply;
  }

  private async countEvents(ids: readonly string[]): Promise<number> {
    const { rows } = await this.sql.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhooks.feed_events WHERE event_id = ANY ($1)',
      [ids],
    );
    return rows[0]?.count ?? 0;
  }
}
