import { Client } from 'pg';

/** Asks a database directly, past the product, on a connection of its own. */
export async function askDatabase<TRow extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<TRow[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<TRow>(text, values)).rows;
  } finally {
    await client.end();
  }
}
