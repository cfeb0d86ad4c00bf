import { Client } from 'pg';

/** A person's question, not a request's: it may look at whole tables. */
const STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Work on a connection of its own, for the programs of operators.
 *
 * @param statementTimeoutMs after which each of its statements ends, in milliseconds; five minutes when not given.
 */
export async function withOperatorClient<TResult>(
  databaseUrl: string,
  work: (client: Client) => Promise<TResult>,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<TResult> {
  const client = new Client({
    connectionString: databaseUrl,
    statement_timeout: statementTimeoutMs,
    application_name: 'hundi operator',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Work that no two programs do at once on one database, by its name: the others wait for the end of the first. */
export async function oneAtATime<TResult>(
  { databaseUrl, name }: { databaseUrl: string; name: string },
  work: () => Promise<TResult>,
): Promise<TResult> {
  return withOperatorClient(databaseUrl, async (client) => {
    // Until the session ends.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`hundi ${name}`]);
    return work();
  });
}
