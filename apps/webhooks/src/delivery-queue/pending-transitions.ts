import type { Pool } from 'pg';

/** A lane whose endpoint may have to be told something. Times in milliseconds since the epoch. */
export interface OwingLane {
  endpointId: string;
  accountId: string;
  livemode: boolean;
  endpointVersion: number;
  /** Found out and not told yet. */
  owed: 'gone' | 'url_blocked' | 'recovered' | null;
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
  name: 'webhooks-find-owing',
  text: `SELECT endpoint_id, account_id, livemode, endpoint_version, owed, failed_count, failed_days, notified_level,
      (extract(epoch FROM first_failure_at) * 1000)::float8 AS first_failure_at_ms
    FROM webhooks.lanes
    WHERE (owed IS NOT NULL OR first_failure_at <= to_timestamp($1::float8 / 1000)) AND status = 'enabled' AND shard = ANY ($2)
      AND endpoint_id > $3
    ORDER BY endpoint_id LIMIT ${PAGE_MAX}`,
};
/** A streak that the endpoint was disabled for, or that ended, begins anew. */
const SETTLE = {
  name: 'webhooks-settle-owed',
  text: `UPDATE webhooks.lanes SET
      owed = CASE WHEN owed = $2 THEN NULL ELSE owed END,
      blocked_streak = CASE WHEN $2 = 'url_blocked' THEN 0 ELSE blocked_streak END,
      notified_level = CASE WHEN $2 = 'recovered' THEN 0 ELSE notified_level END
    WHERE endpoint_id = $1`,
};
const NOTED = {
  name: 'webhooks-noted',
  text: 'UPDATE webhooks.lanes SET notified_level = greatest(notified_level, $2::smallint) WHERE endpoint_id = $1 AND first_failure_at IS NOT NULL',
};

/** What the dispatcher found out about endpoints and has still to tell them. It is kept in the lanes, so that no crash loses it. */
export class OwedChanges {
  constructor(private readonly pool: Pool) {}

  /**
   * Lanes that owe something, or have failed since `failingSinceMs` or longer, by endpoint id.
   *
   * @param shards whose command partitions this process holds: somebody else tells the others.
   * @returns pages of up to 200 lanes.
   */
  async *find(failingSinceMs: number, shards: readonly number[]): AsyncGenerator<OwingLane[]> {
    let after = '';
    for (;;) {
      const { rows } = await this.pool.query<OwingRow>({ ...FIND, values: [failingSinceMs, [...shards], after] });
      if (rows.length > 0) yield rows.map(toOwing);
      if (rows.length < PAGE_MAX) return;
      after = rows.at(-1)?.endpoint_id ?? after;
    }
  }

  /** The endpoint was told. */
  async settle(endpointId: string, owed: NonNullable<OwingLane['owed']>): Promise<void> {
    await this.pool.query({ ...SETTLE, values: [endpointId, owed] });
  }

  /** The notice of this level was given. */
  async noted(endpointId: string, level: number): Promise<void> {
    await this.pool.query({ ...NOTED, values: [endpointId, level] });
  }
}

interface OwingRow {
  endpoint_id: string;
  account_id: string;
  livemode: boolean;
  endpoint_version: number;
  owed: OwingLane['owed'];
  failed_count: number;
  failed_days: number;
  notified_level: number;
  first_failure_at_ms: number | null;
}

function toOwing(row: OwingRow): OwingLane {
  return {
    endpointId: row.endpoint_id,
    accountId: row.account_id,
    livemode: row.livemode,
    endpointVersion: row.endpoint_version,
    owed: row.owed,
    firstFailureAtMs: row.first_failure_at_ms,
    failedCount: row.failed_count,
    failedDays: row.failed_days,
    notifiedLevel: row.notified_level,
  };
}
