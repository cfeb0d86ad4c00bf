import { withOperatorClient } from '#event-store';
import { auditHashOf, FIRST_HASH } from './audit-entry';
import { AUDIT_COLUMNS, auditEntryOf, type AccountsClient, type AuditRow } from './audit-log.table';

const PAGE_MAX = 2_000;
const STATEMENT_TIMEOUT_MS = 60_000;

/** The first thing wrong with the audit logs, or how much of them was found intact. */
export type AuditVerdict = { intact: true; entries: number } | { intact: false; accountId: string; position: number; reason: string };

const PAGE = `SELECT ${AUDIT_COLUMNS} FROM accounts.audit_log a WHERE (a.account_id, a.position) > ($1, $2)
  ORDER BY a.account_id, a.position LIMIT ${PAGE_MAX}`;
/** What a chain alone cannot show: entries cut off at its end, and a whole chain made anew. */
const OTHER_HEAD = `SELECT h.account_id, h.position FROM accounts.audit_heads h
  LEFT JOIN accounts.audit_log a ON a.account_id = h.account_id AND a.position = h.position
  WHERE a.hash IS DISTINCT FROM h.hash ORDER BY h.account_id, h.position LIMIT 1`;

/** Recomputes the chain of every account beside live traffic, and names the first entry that was changed, removed or put in. */
export async function verifyAuditChain(databaseUrl: string): Promise<AuditVerdict> {
  const verify = async (client: AccountsClient): Promise<AuditVerdict> =>
    (await verifyEntries(client)) ?? (await verifyHeads(client)) ?? { intact: true, entries: await countOf(client) };
  return withOperatorClient(databaseUrl, verify, STATEMENT_TIMEOUT_MS);
}

/** Undefined when every entry follows from the one before it. */
async function verifyEntries(client: AccountsClient): Promise<AuditVerdict | undefined> {
  let last: { accountId: string; position: number; hash: Buffer } = { accountId: '', position: 0, hash: FIRST_HASH };
  for (;;) {
    const { rows } = await client.query<AuditRow>(PAGE, [last.accountId, last.position]);
    for (const row of rows) {
      const entry = auditEntryOf(row);
      const { accountId, position } = entry;
      if (accountId !== last.accountId) last = { accountId, position: 0, hash: FIRST_HASH };
      if (position !== last.position + 1) return broken(accountId, last.position + 1, 'the entry is missing');
      if (!auditHashOf(last.hash, entry).equals(entry.hash)) return broken(accountId, position, 'the entry is not what was written');
      last = { accountId, position, hash: entry.hash };
    }
    if (rows.length < PAGE_MAX) return undefined;
  }
}

async function verifyHeads(client: AccountsClient): Promise<AuditVerdict | undefined> {
  const { rows } = await client.query<{ account_id: string; position: string }>(OTHER_HEAD);
  const [row] = rows;
  return row && broken(row.account_id, Number(row.position), 'the last entry of a day is missing, or another than was written');
}

async function countOf(client: AccountsClient): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM accounts.audit_log');
  return Number(rows[0]?.count);
}

function broken(accountId: string, position: number, reason: string): AuditVerdict {
  return { intact: false, accountId, position, reason };
}
