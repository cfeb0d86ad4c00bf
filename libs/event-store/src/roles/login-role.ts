import type { Client } from 'pg';

/** Whom a session is logged in as. */
export interface LoginDescription {
  user: string;
  /** A superuser, or a role that no row-level security applies to: nothing that a database can refuse is refused to it. */
  isUnbound: boolean;
}

/** @param client connected. */
export async function describeLogin(client: Client): Promise<LoginDescription> {
  const { rows } = await client.query<{ user: string; is_unbound: boolean }>(
    'SELECT rolname AS user, rolsuper OR rolbypassrls AS is_unbound FROM pg_roles WHERE rolname = CURRENT_USER',
  );
  return { user: rows[0]?.user ?? '', isUnbound: rows[0]?.is_unbound ?? true };
}
