import type { AskRows } from '../accounts/secrets/key-grants.table';

/** A connection, in a transaction that somebody else has begun. */
interface AskableClient {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Statements of the transaction of a connection. */
export function askOn(client: AskableClient): AskRows {
  return async <TRow>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as TRow[];
}
