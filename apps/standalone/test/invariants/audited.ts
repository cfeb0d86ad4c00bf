import { eventually } from '#testing';
import type pg from 'pg';
import { verifyAuditChain } from '../../../gateway/src/index';

/** Commands of API keys in the log of payments that have no entry in the audit log, or not one. */
const NOT_ONCE = `
  SELECT done.correlation_id, count(a.*)::int AS entries FROM (
    SELECT DISTINCT account_id, correlation_id FROM payments.events WHERE meta -> 'actor' ->> 'kind' = 'api_key') done
  LEFT JOIN accounts.audit_log a ON a.account_id = done.account_id AND a.command_id::text = done.correlation_id
  GROUP BY done.account_id, done.correlation_id HAVING count(a.*) <> 1 LIMIT 10`;

/** Every request that changed something has one entry, once the gateways have caught up, and no entry was lost or made anew. */
export async function expectAudited(pool: pg.Pool, databaseUrl: string): Promise<void> {
  await eventually(async () => expect((await pool.query(NOT_ONCE)).rows).toEqual([]), { withinMs: 60_000 });
  expect(await verifyAuditChain(databaseUrl)).toMatchObject({ intact: true });
}
