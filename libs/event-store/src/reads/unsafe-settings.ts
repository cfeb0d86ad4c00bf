import { withOperatorClient } from './operator-client';

/** Settings of Postgres without which a crash of the machine can lose what was acknowledged. */
export const DURABILITY_SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

export type DurabilitySetting = (typeof DURABILITY_SETTINGS)[number];

const TIMEOUT_MS = 5_000;

/** Those that are off for the sessions of this user. @throws Error of the database. */
export async function findUnsafeSettings(databaseUrl: string): Promise<DurabilitySetting[]> {
  return withOperatorClient(
    databaseUrl,
    async (client) => {
      const { rows } = await client.query<{ name: DurabilitySetting }>(
        `SELECT name FROM unnest($1::text[]) AS name WHERE current_setting(name) = 'off'`,
        [DURABILITY_SETTINGS],
      );
      return rows.map(({ name }) => name);
    },
    TIMEOUT_MS,
  );
}
