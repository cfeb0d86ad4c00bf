import type { AskRows } from './secrets/key-grants.table';

/** A connection, by what is needed of it. */
interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Runs statements on one connection, such as that of a transaction. */
export function askOn(client: Connection): AskRows {
  return async <TRow>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as TRow[];
}
