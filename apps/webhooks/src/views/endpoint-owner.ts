import { Client } from 'pg';
import { shardOfId } from '#contracts';

const STATEMENT_TIMEOUT_MS = 10_000;

/** Whose endpoint it is, for an operator who knows its id only; null when there is none. */
export async function findEndpointOwner(databaseUrl: string, endpointId: string): Promise<{ accountId: string; livemode: boolean } | null> {
  const shard = shardOfId('webhookEndpoint', endpointId);
  if (shard === undefined) return null;
  const client = new Client({ connectionString: databaseUrl, statement_timeout: STATEMENT_TIMEOUT_MS, application_name: 'hundi operator' });
  await client.connect();
  try {
    const text = 'SELECT account_id, livemode FROM webhooks.streams WHERE shard = $1 AND stream_id = $2';
    const { rows } = await client.query<{ account_id: string; livemode: boolean }>(text, [shard, endpointId]);
    const [row] = rows;
    return row === undefined ? null : { accountId: row.account_id, livemode: row.livemode };
  } finally {
    await client.end();
  }
}
