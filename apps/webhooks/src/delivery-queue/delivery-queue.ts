import type { Pool } from 'pg';
import { inTransaction, queryOn, type Query } from '#event-store';
import type { BodyPlace, EventBodies } from '../feed/event-bodies';
import type { ResultRow } from './result-row';
import { resultsLiteral } from './results-literal';
import { dependsOnUrl, resultsAtUrls } from './url-digests';

/** A delivery that this process may try, until its lease runs out. Times in milliseconds since the epoch. */
export interface LeasedDelivery {
  deliveryId: string;
  leaseToken: string;
  endpointId: string;
  accountId: string;
  livemode: boolean;
  /** Version of the endpoint's stream at the claim. */
  endpointVersion: number;
  eventId: string;
  class: 0 | 1 | 2;
  trigger: 'auto' | 'manual' | 'replay';
  /** Attempts made so far. */
  attemptsMade: number;
  createdAtMs: number;
  /** When this attempt was due. */
  dueAtMs: number;
  firstAttemptAtMs: number | null;
  /** No attempt is made from then on; null before the first one. */
  expiresAtMs: number | null;
  /** As on the topic: personal values are sealed. Null when the feed no longer has the event. */
  body: string | null;
}

/** What a claim brought. */
export interface Claim {
  deliveries: LeasedDelivery[];
  /** Endpoints whose queues do not know their present settings, or that are gone. */
  staleEndpointIds: string[];
}

/** How many of which class may be taken, and whose first row goes first in its queue. */
export interface ClaimBudget {
  total: number;
  /** Of classes 1 and 2 together. */
  retries: number;
  /** Of class 2. */
  replays: number;
  favoredClass: 0 | 1 | 2;
}

/** How far a claim goes. */
export interface ClaimReach {
  /** How many queues are looked at, those that are due longest first. */
  queuesMax: number;
  /** Slots of the process that are free: no queue gets one while it has more than half as many. */
  slotsFree: number;
}

/** What a flush did. */
export interface Flushed {
  /** Results whose lease was still held; the others came too late. */
  accepted: number;
  /** Breakers that opened. */
  opened: number;
  /** Queues with a pending transition of their endpoint. */
  pending: number;
  /** Deliveries that waited for an earlier one and are due now. */
  released: number;
}

/** Rows of one queue at most in one claim: the unit of fairness (docs/reference/webhooks.md, Queues and fairness). */
export const QUANTUM = 8;
/** Queues of endpoints that one claim looks at, at most. */
export const QUEUES_MAX = 64;
const WIDEST: ClaimReach = { queuesMax: QUEUES_MAX, slotsFree: 1_000_000 };

const CLAIM = {
  name: 'webhooks-claim',
  text: `SELECT * FROM webhooks.claim_deliveries(to_timestamp($1::float8 / 1000), $2, $3, $4, $5, $6, ${QUANTUM}, $7, $8)`,
};
const FLUSH = {
  name: 'webhooks-flush',
  text: 'SELECT * FROM webhooks.write_results(to_timestamp($1::float8 / 1000), $2, $3, $4)',
};
/** Queues that wait for a probe, or that may send nothing, are skipped. */
const NEXT_DUE = {
  name: 'webhooks-next-due',
  text: `SELECT (extract(epoch FROM min(greatest(next_due_at, open_until))) * 1000)::float8 AS due_at_ms FROM (
      SELECT next_due_at, open_until FROM webhooks.endpoint_queues
      WHERE next_due_at < 'infinity' AND breaker <> 'half_open' AND in_flight < least(cap, ramp) AND cancel_before IS NULL
      ORDER BY next_due_at LIMIT 64) soon`,
};
const BACKLOG = {
  name: 'webhooks-backlog',
  text: `SELECT count(*) FILTER (WHERE breaker <> 'closed')::integer AS open_breakers,
      (extract(epoch FROM to_timestamp($1::float8 / 1000)
        - min(next_due_at) FILTER (WHERE breaker = 'closed' AND status = 'enabled' AND next_due_at <= to_timestamp($1::float8 / 1000))))::float8
        AS oldest_due_s
    FROM webhooks.endpoint_queues`,
};
const COUNT_DUE = {
  name: 'webhooks-count-due',
  text: `SELECT count(*)::integer AS due FROM (
      SELECT FROM webhooks.deliveries WHERE state = 'ready' AND lease_token IS NULL
        AND next_attempt_at <= to_timestamp($1::float8 / 1000) LIMIT 100000) d`,
};
const EXPIRE = {
  name: 'webhooks-expire-leases',
  text: `WITH ended AS (DELETE FROM webhooks.cancelled_attempts WHERE until <= to_timestamp($1::float8 / 1000))
    SELECT webhooks.expire_leases(to_timestamp($1::float8 / 1000)) AS expired`,
};

/** The queue as the dispatcher uses it: taking, writing results, giving back what was lost (docs/reference/webhooks.md). */
export class DeliveryQueue {
  private readonly query: Query;

  /** @param bodies reads what the claimed deliveries bring. */
  constructor(
    private readonly pool: Pool,
    private readonly bodies: Pick<EventBodies, 'read'>,
  ) {
    this.query = queryOn(pool);
  }

  /**
   * Leases deliveries that are due.
   *
   * @param token names the leases.
   * @throws Error of pg: what was taken, if anything was, is free again when its lease ends.
   */
  async claim(nowMs: number, token: string, budget: ClaimBudget, reach: ClaimReach = WIDEST): Promise<Claim> {
    const { total, retries, replays, favoredClass } = budget;
    const values = [nowMs, token, total, retries, replays, favoredClass, reach.queuesMax, reach.slotsFree];
    const rows = await this.query<ClaimedRow>(CLAIM, values);
    const staleEndpointIds = rows.filter((row) => row.delivery_id === null).map((row) => row.endpoint_id);
    const claimed = rows.filter(isDelivery);
    const bodies = await this.bodies.read(this.pool, claimed);
    return { deliveries: claimed.map((row, index) => toLeased(row, token, bodies[index] ?? null)), staleEndpointIds };
  }

  /** Writes what became of deliveries, at once. @throws Error of pg: nothing was written. */
  async flush(nowMs: number, worker: string, results: readonly ResultRow[]): Promise<Flushed> {
    const endpointIds = [...new Set(results.map((result) => result.endpoint_id))].toSorted();
    const write = async (query: Query, rows: readonly ResultRow[]): Promise<Flushed> => {
      const [flushed] = await query<Flushed>(FLUSH, [nowMs, worker, endpointIds, resultsLiteral(rows)]);
      return flushed ?? { accepted: 0, opened: 0, pending: 0, released: 0 };
    };
    if (!results.some(dependsOnUrl)) return write(this.query, results);
    return inTransaction(this.pool, async (client) => write(queryOn(client), await resultsAtUrls(client, results, endpointIds)));
  }

  /** When the next delivery is due that may be sent, in milliseconds since the epoch; null when none is known. */
  async nextDueAtMs(): Promise<number | null> {
    const [next] = await this.query<{ due_at_ms: number | null }>(NEXT_DUE, []);
    return next?.due_at_ms ?? null;
  }

  /** Leases that ran out are ready again, with the same attempt number, and attempts of cancelled deliveries are over. @returns how many leases. */
  async expireLeases(nowMs: number): Promise<number> {
    const [leases] = await this.query<{ expired: number }>(EXPIRE, [nowMs]);
    return leases?.expired ?? 0;
  }

  /** Figures for metrics: breakers that are not closed, the longest wait of a due queue in seconds, due deliveries up to 100,000. */
  async backlog(nowMs: number): Promise<{ openBreakers: number; oldestDueS: number; due: number }> {
    const [queues] = await this.query<{ open_breakers: number; oldest_due_s: number | null }>(BACKLOG, [nowMs]);
    const [deliveries] = await this.query<{ due: number }>(COUNT_DUE, [nowMs]);
    return { openBreakers: queues?.open_breakers ?? 0, oldestDueS: queues?.oldest_due_s ?? 0, due: deliveries?.due ?? 0 };
  }
}

interface ClaimedRow extends BodyPlace {
  delivery_id: string | null;
  endpoint_id: string;
  account_id: string;
  livemode: boolean;
  endpoint_version: number;
  event_id: string;
  class: 0 | 1 | 2;
  trigger: LeasedDelivery['trigger'];
  attempt_no: number;
  created_at_ms: number;
  due_at_ms: number;
  first_attempt_at_ms: number | null;
  expires_at_ms: number | null;
}

function isDelivery(row: ClaimedRow): row is ClaimedRow & { delivery_id: string } {
  return row.delivery_id !== null;
}

function toLeased(row: ClaimedRow & { delivery_id: string }, leaseToken: string, body: string | null): LeasedDelivery {
  return {
    deliveryId: row.delivery_id,
    leaseToken,
    endpointId: row.endpoint_id,
    accountId: row.account_id,
    livemode: row.livemode,
    endpointVersion: row.endpoint_version,
    eventId: row.event_id,
    class: row.class,
    trigger: row.trigger,
    attemptsMade: row.attempt_no,
    createdAtMs: row.created_at_ms,
    dueAtMs: row.due_at_ms,
    firstAttemptAtMs: row.first_attempt_at_ms,
    expiresAtMs: row.expires_at_ms,
    body,
  };
}
