import type { Pool } from 'pg';

/** A queue whose endpoint may have to record a transition. Times in milliseconds since the epoch. */
export interface PendingTransition {
  endpointId: string;
  accountId: string;
  livemode: boolean;
  endpointVersion: number;
  /** Found out by the dispatcher and not recorded by the endpoint yet. */
  transition: 'gone' | 'url_blocked' | 'recovered' | null;
  /** Since when deliveries have failed without a success. */
  firstFailureAtMs: number | null;
  /** Deliveries that failed since then, and on how many days (UTC). */
  failedCount: number;
  failedDays: number;
  /** The last notice given; 0 for none. */
  notifiedLevel: number;
}

const PAGE_MAX = 200;

const FIND = {
  name: 'webhooks-find-pending-transitions',
  text: `SELECT endpoint_id, account_id, livemode, endpoint_version, pending_transition, failed_count, failed_days, notified_level,
      (extract(epoch FROM first_failure_at) * 1000)::float8 AS first_failure_at_ms
    FROM webhooks.endpoint_queues
    WHERE (pending_transition IS NOT NULL OR first_failure_at <= to_timestamp($1::float8 / 1000)) AND status = 'enabled' AND shard = ANY ($2)
      AND endpoint_id > $3
    ORDER BY endpoint_id LIMIT ${PAGE_MAX}`,
};
/** A streak that the endpoint was disabled for, or that ended, begins anew. */
const MARK_DONE = {
  name: 'webhooks-transition-done',
  text: `UPDATE webhooks.endpoint_queues SET
      pending_transition = CASE WHEN pending_transition = $2 THEN NULL ELSE pending_transition END,
      blocked_streak = CASE WHEN $2 = 'url_blocked' THEN 0 ELSE blocked_streak END,
      notified_level = CASE WHEN $2 = 'recovered' THEN 0 ELSE notified_level END
    WHERE endpoint_id = $1`,
};
/** A success while the notice was on its way found none that it could end: it ends the one that is given by now. */
const NOTED = {
  name: 'webhooks-noted',
  text: `UPDATE webhooks.endpoint_queues SET notified_level = greatest(notified_level, $2::smallint),
      pending_transition = CASE WHEN first_failure_at = to_timestamp($3::float8 / 1000) THEN pending_transition
        ELSE coalesce(pending_transition, 'recovered') END
    WHERE endpoint_id = $1`,
};

/** What the dispatcher found out about endpoints and they have still to record. It is kept in the queues, so that no crash loses it. */
export class PendingTransitions {
  constructor(private readonly pool: Pool) {}

  /**
   * Queues with a pending transition, or have failed since `failingSinceMs` or longer, by endpoint id.
   *
   * @param shards whose command partitions this process holds: another process reports the others.
   * @returns pages of up to 200 queues.
   */
  async *find(failingSinceMs: number, shards: readonly number[]): AsyncGenerator<PendingTransition[]> {
    let after = '';
    for (;;) {
      const { rows } = await this.pool.query<PendingTransitionRow>({ ...FIND, values: [failingSinceMs, [...shards], after] });
      if (rows.length > 0) yield rows.map(toPendingTransition);
      if (rows.length < PAGE_MAX) return;
      after = rows.at(-1)?.endpoint_id ?? after;
    }
  }

  /** The endpoint recorded it. */
  async markDone(endpointId: string, transition: NonNullable<PendingTransition['transition']>): Promise<void> {
    await this.pool.query({ ...MARK_DONE, values: [endpointId, transition] });
  }

  /** The notice of this level was given of the streak that began then. */
  async noted(endpointId: string, { level, failingSinceMs }: { level: number; failingSinceMs: number }): Promise<void> {
    await this.pool.query({ ...NOTED, values: [endpointId, level, failingSinceMs] });
  }
}

interface PendingTransitionRow {
  endpoint_id: string;
  account_id: string;
  livemode: boolean;
  endpoint_version: number;
  pending_transition: PendingTransition['transition'];
  failed_count: number;
  failed_days: number;
  notified_level: number;
  first_failure_at_ms: number | null;
}

function toPendingTransition(row: PendingTransitionRow): PendingTransition {
  return {
    endpointId: row.endpoint_id,
    accountId: row.account_id,
    livemode: row.livemode,
    endpointVersion: row.endpoint_version,
    transition: row.pending_transition,
    firstFailureAtMs: row.first_failure_at_ms,
    failedCount: row.failed_count,
    failedDays: row.failed_days,
    notifiedLevel: row.notified_level,
  };
}
