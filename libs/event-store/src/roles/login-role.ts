import { Client } from 'pg';

/** Whom a URL logs in as. */
export interface LoginDescription {
  user: string;
  /** A superuser, or a role that no row-level security applies to: nothing that a database can refuse is refused to it. */
  isUnbound: boolean;
}

const CONNECT_TIMEOUT_MS = 3_000;

/** @throws Error of the database when it cannot be reached. */
export async function describeLogin(databaseUrl: string): Promise<LoginDescription> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'hundi role check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ user: string; is_unbound: boolean }>(
      'SELECT rolname AS user, rolsuper OR rolbypassrls AS is_unbound FROM pg_roles WHERE rolname = CURRENT_USER',
    );
    return { user: rows[0]?.user ?? '', isUnbound: rows[0]?.is_unbound ?? true };
  } finally {
    await client.end();
  }
}
