import type { Pool } from 'pg';

/** The index of open replays holds no others. */
const OPEN = {
  name: 'replay-backlog',
  text: `SELECT status, count(*)::int AS count FROM webhooks.streams
    WHERE stream_type = 'webhook_replay' AND status IN ('queued', 'running') GROUP BY status`,
};

/** How many replays of all accounts wait for their turn, and how many are under way. */
export async function countOpenReplays(pool: Pool): Promise<Record<'queued' | 'running', number>> {
  const { rows } = await pool.query<{ status: 'queued' | 'running'; count: number }>(OPEN);
  return { queued: 0, running: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
