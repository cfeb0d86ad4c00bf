import { Client, type Pool } from 'pg';
import { createLogger } from '#service';
import { FixedClock, SeededRandom, testDatabase, type TestDatabase } from '#testing';
import type { AttemptResult } from '../../webhook-sender/attempt';
import { classifyAttempt, classifyAttemptAt, releaseClaimed } from '../../dispatcher/classify-attempt';
import { migrateWebhooks } from '../../index';
import { DeliveryQueue, type ClaimBudget, type ClaimReach, type LeasedDelivery } from '../delivery-queue';
import { enqueue, type QueuedDelivery } from '../enqueue';
import { EndpointQueues } from '../endpoint-queues';
import { EventBodies } from '../../feed/event-bodies';
import { insertEvents } from '../../../test/insert-events';
import { openWebhooksPool } from '../webhooks-pool';
import { attemptResult } from './attempt-result';
import { queuedDelivery } from './queued';

const SHARD = 7;
const ACCOUNT_ID = 'acct_1';
const WIDE: ClaimBudget = { total: 256, retries: 128, replays: 64, favoredClass: 0 };

export interface EndpointOptions {
  livemode?: boolean;
  maxInFlight?: number;
  ratePerSecond?: number | null;
  burst?: number | null;
  isOrdered?: boolean;
  url?: string;
}

/** Where its stream stands. */
export interface EndpointHead {
  status?: string;
  version?: number;
  reenabledAtMs?: number;
}

const DEFAULTS = { livemode: true, maxInFlight: 16, ratePerSecond: null, burst: null, isOrdered: false, url: 'https://example.com/hook' };

/** What one queue says of itself. */
export interface EndpointQueueRow {
  in_flight: number;
  breaker: string;
  open_count: number;
  open_until: Date | null;
  fail_streak: number;
  ramp: number | null;
  pending_transition: string | null;
  failed_count: number;
  failed_days: number;
  first_failure_at: Date | null;
  slowed_rate: number | null;
  next_due_at: Date | number;
  status: string;
}

export const OK = { verdict: 'delivered', statusCode: 200, errorCode: null } as const;
export const SERVER_ERROR = {
  verdict: 'failed',
  statusCode: 500,
  errorCode: 'http_5xx',
  countsForBreaker: true,
  countsForDisable: true,
} as const;
export const NOT_FOUND = { verdict: 'failed', statusCode: 404, errorCode: 'http_4xx', countsForDisable: true } as const;
export const GONE = { verdict: 'gone', statusCode: 410, errorCode: 'gone' } as const;
export const BLOCKED = { verdict: 'blocked', errorCode: 'destination_blocked' } as const;
export const TOO_MANY = { verdict: 'rate_limited', statusCode: 429, errorCode: 'rate_limited' } as const;
export const INTERNAL = { verdict: 'internal', errorCode: 'internal' } as const;

/**
 * The queue on a real Postgres, without the loop around it and with a clock of its own: what the dispatcher does one claim
 * and one flush at a time. Endpoints are rows of the event store, as its commit leaves them.
 */
export class QueueFixture {
  readonly clock = new FixedClock();
  readonly queue: DeliveryQueue;
  readonly endpointQueues: EndpointQueues;
  private readonly random = new SeededRandom();
  private events = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly pool: Pool,
    private readonly client: Client,
  ) {
    this.queue = new DeliveryQueue(pool, new EventBodies());
    this.endpointQueues = new EndpointQueues(pool);
  }

  static async open(): Promise<QueueFixture> {
    const database = await testDatabase('webhooks_migrated', migrateWebhooks);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    const pool = openWebhooksPool({ databaseUrl: database.url, purpose: 'queue', connectionsMax: 4, logger });
    return new QueueFixture(database, pool, client);
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.pool.end();
    await this.database.drop();
  }

  async reset(): Promise<void> {
    await this.client.query(
      'TRUNCATE webhooks.deliveries, webhooks.leases, webhooks.cancelled_attempts, webhooks.deliveries_done, webhooks.endpoint_queues, webhooks.attempts, webhooks.endpoint_stats_1m, webhooks.feed_entries, webhooks.event_bodies, webhooks.streams',
    );
  }

  /** An endpoint, as its stream is after its creation or a change; its queue follows. */
  async endpoint(endpointId: string, options: EndpointOptions = {}, head: EndpointHead = {}): Promise<void> {
    await this.stream(endpointId, options, head);
    await this.endpointQueues.follow([SHARD], [endpointId], this.clock.nowMs());
  }

  /** Only the stream, as its commit leaves it: the queue has still to follow. */
  async stream(endpointId: string, options: EndpointOptions = {}, head: EndpointHead = {}): Promise<void> {
    const { status, version, reenabledAtMs } = { status: 'enabled', version: 1, ...head };
    const { livemode, ...settings } = { ...DEFAULTS, ...options };
    const reenabled = reenabledAtMs === undefined ? null : { atMs: reenabledAtMs, disabledAtMs: reenabledAtMs };
    const state = { status, timeoutMs: 15_000, reenabled, ...settings };
    await this.client.query(
      `INSERT INTO webhooks.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state, state_schema, created_at, updated_at)
       VALUES ($1, $2, 'webhook_endpoint', $3, $4, $5, 1, 1, $6, $7, 1, 0, 0)
       ON CONFLICT (shard, stream_id) DO UPDATE SET version = excluded.version, status = excluded.status, state = excluded.state`,
      [SHARD, endpointId, ACCOUNT_ID, livemode, version, status, JSON.stringify(state)],
    );
  }

  /**
   * New events for one endpoint.
   *
   * @param head of its stream, as read by the transaction that enqueues them.
   * @returns their delivery ids, in order.
   */
  async put(
    endpointId: string,
    count: number,
    options: EndpointOptions & Partial<QueuedDelivery> = {},
    head: Omit<EndpointHead, 'status'> = {},
  ): Promise<string[]> {
    const { livemode, maxInFlight, ratePerSecond, burst, isOrdered, url: _url, ...changes } = { ...DEFAULTS, ...options };
    const deliveries = Array.from({ length: count }, () => this.delivery(endpointId, changes));
    await this.client.query('BEGIN');
    const places = deliveries.map(({ feedPosition, eventId }) => ({ position: feedPosition, eventId }));
    await insertEvents(this.client, { accountId: ACCOUNT_ID, livemode, shard: SHARD, body: '{}' }, places);
    const endpointQueue = {
      endpointId,
      shard: SHARD,
      accountId: ACCOUNT_ID,
      livemode,
      endpointVersion: head.version ?? 1,
      enabledSinceMs: head.reenabledAtMs ?? null,
      maxInFlight,
      ratePerSecond,
      burst,
      isOrdered,
    };
    await enqueue(this.client, { deliveries, endpointQueues: [endpointQueue], nowMs: this.clock.nowMs() });
    await this.client.query('COMMIT');
    return deliveries.map(({ deliveryId }) => deliveryId);
  }

  /** A new endpoint `we_a` with one delivery. @returns its id. */
  async one(): Promise<string> {
    await this.endpoint('we_a');
    const [id] = await this.put('we_a', 1);
    return id ?? '';
  }

  /** @param reach of the claim; the widest when not given. */
  async claim(budget: Partial<ClaimBudget> = {}, reach?: ClaimReach): Promise<LeasedDelivery[]> {
    return (await this.queue.claim(this.clock.nowMs(), this.random.uuid(), { ...WIDE, ...budget }, reach)).deliveries;
  }

  /** Ends deliveries that were claimed, each with the same outcome. @param unit of the jitter; 0.5 for none. */
  async end(deliveries: readonly LeasedDelivery[], outcome: Partial<AttemptResult>, unit = 0.5) {
    const rows = deliveries.map((delivery) => classifyAttempt(delivery, this.result(outcome), () => unit));
    return this.queue.flush(this.clock.nowMs(), 'w1', rows);
  }

  /** Ends deliveries that were sent to this URL, each with the same outcome. */
  async endAt(url: string, deliveries: readonly LeasedDelivery[], outcome: Partial<AttemptResult>) {
    const rows = deliveries.map((delivery) => classifyAttemptAt(url, delivery, this.result(outcome), () => 0.5));
    return this.queue.flush(this.clock.nowMs(), 'w1', rows);
  }

  /** Ends deliveries in one batch, each with its own outcome, in this order. */
  async endEach(deliveries: readonly LeasedDelivery[], outcomes: readonly Partial<AttemptResult>[]) {
    const rows = deliveries.map((delivery, index) => classifyAttempt(delivery, this.result(outcomes[index] ?? {}), () => 0.5));
    return this.queue.flush(this.clock.nowMs(), 'w1', rows);
  }

  giveBack(deliveries: readonly LeasedDelivery[]) {
    return this.queue.flush(
      this.clock.nowMs(),
      'w1',
      deliveries.map((delivery) => releaseClaimed(delivery, () => 0.5)),
    );
  }

  /** One claim whose deliveries all end so. @returns how many there were. */
  async serve(outcome: Partial<AttemptResult>): Promise<number> {
    const deliveries = await this.claim();
    if (deliveries.length > 0) await this.end(deliveries, outcome);
    return deliveries.length;
  }

  async endpointQueue(endpointId: string): Promise<EndpointQueueRow> {
    const { rows } = await this.client.query<EndpointQueueRow>('SELECT * FROM webhooks.endpoint_queues WHERE endpoint_id = $1', [
      endpointId,
    ]);
    if (!rows[0]) throw new Error(`no queue of ${endpointId}`);
    return rows[0];
  }

  async delivered(
    deliveryId: string,
  ): Promise<{ state: string; reason: string | null; attempt_no: number; next_attempt_at: Date | null; class: number }> {
    const { rows } = await this.client.query('SELECT * FROM webhooks.all_deliveries WHERE delivery_id = $1', [deliveryId]);
    return rows[0];
  }

  async states(): Promise<string[]> {
    const { rows } = await this.client.query<{ state: string }>('SELECT state FROM webhooks.all_deliveries ORDER BY feed_position');
    return rows.map(({ state }) => state);
  }

  async count(table: 'attempts' | 'deliveries' | 'deliveries_done' | 'leases'): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(`SELECT count(*)::int AS count FROM webhooks.${table}`);
    return rows[0]?.count ?? 0;
  }

  query(text: string, values: unknown[] = []) {
    return this.client.query(text, values);
  }

  private delivery(endpointId: string, changes: Partial<QueuedDelivery>): QueuedDelivery {
    const number = ++this.events;
    const own = { deliveryId: `whd_${String(number).padStart(6, '0')}`, resourceId: `pay_${number}`, sequence: 1 };
    return queuedDelivery(number, endpointId, { ...own, ...changes });
  }

  private result(outcome: Partial<AttemptResult>): AttemptResult {
    return attemptResult({ verdict: 'delivered', startedAtMs: this.clock.nowMs(), ...outcome });
  }
}
