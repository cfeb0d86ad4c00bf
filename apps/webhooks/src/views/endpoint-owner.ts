import { Client } from 'pg';
import { findOwner, type Owner } from '#event-store';

const STATEMENT_TIMEOUT_MS = 10_000;

/** Whose endpoint it is, for an operator who knows its id only; null when there is none. */
export async function findEndpointOwner(databaseUrl: string, endpointId: string): Promise<Owner | null> {
  const client = new Client({ connectionString: databaseUrl, statement_timeout: STATEMENT_TIMEOUT_MS, application_name: 'hundi operator' });
  await client.connect();
  try {
    return await findOwner(client, { schema: 'webhooks', kinds: ['webhookEndpoint'] }, endpointId);
  } finally {
    await client.end();
  }
}
