import type { GatewayPool } from './gateway-pool';

/** A merchant. Everything else in Hundi belongs to exactly one of them. */
export interface Account {
  /** `acct_…`. */
  id: string;
  name: string;
  /** Whether its live keys may act. */
  isLiveEnabled: boolean;
  createdAtMs: number;
}

/** Stores a new account. The id must be new. */
export async function insertAccount(pool: GatewayPool, account: Account): Promise<void> {
  await pool.query(
    'INSERT INTO gateway.accounts (id, name, is_live_enabled, created_at) VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000))',
    [account.id, account.name, account.isLiveEnabled, account.createdAtMs],
  );
}
