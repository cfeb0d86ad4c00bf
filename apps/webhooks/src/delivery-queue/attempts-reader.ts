import type { Pool } from 'pg';
import type { ListQuery } from '#contracts';

/** An attempt as the log has it. Times in ms since the epoch. */
export interface AttemptRow {
  attempt_id: string;
  delivery_id: string;
  attempt_no: number;
  started_ms: string;
  total_ms: number;
  dns_ms: number | null;
  connect_ms: number | null;
  tls_ms: number | null;
  ttfb_ms: number | null;
  outcome: string;
  status_code: number | null;
  error_code: string | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  response_bytes: number | null;
  truncated: boolean;
  key_fingerprints: string[] | null;
  retry_after_s: number | null;
  next_attempt_ms: string | null;
}

const SELECT = `SELECT attempt_id, delivery_id, attempt_no, (extract(epoch FROM started_at) * 1000)::bigint AS started_ms, total_ms, dns_ms,
  connect_ms, tls_ms, ttfb_ms, outcome, status_code, error_code, response_headers, response_body, response_bytes, truncated,
  key_fingerprints, retry_after_s,
  CASE WHEN isfinite(next_attempt_at) THEN (extract(epoch FROM next_attempt_at) * 1000)::bigint END AS next_attempt_ms
  FROM webhooks.attempts`;

/** Reads the log of attempts. Whose delivery it is was checked before. */
export class AttemptsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The attempts of one delivery, one more than `query.limit` when there are more.
   *
   * @param cursor number of the attempt that the page begins after, or ends before.
   */
  async page(deliveryId: string, query: ListQuery, cursor: bigint | null): Promise<AttemptRow[]> {
    const isDescending = (query.order === 'desc') === (query.before === null);
    const values: unknown[] = [deliveryId, query.limit + 1];
    const beyond = cursor === null ? '' : `AND attempt_id ${isDescending ? '<' : '>'} $${values.push(cursor.toString())}`;
    const text = `${SELECT} WHERE delivery_id = $1 ${beyond} ORDER BY attempt_id ${isDescending ? 'DESC' : 'ASC'} LIMIT $2`;
    const { rows } = await this.pool.query<AttemptRow>(text, values);
    return rows;
  }

  /** How many attempts of a delivery are kept. */
  async count(deliveryId: string): Promise<number> {
    const text = 'SELECT count(*)::int AS count FROM webhooks.attempts WHERE delivery_id = $1';
    const { rows } = await this.pool.query<{ count: number }>({ name: 'attempts-count', text, values: [deliveryId] });
    return rows[0]?.count ?? 0;
  }
}
