import type { QueryResultRow } from 'pg';
import { NO_RULES, type AccountRules, type ApiKeyKind, type ApiKeyStatus } from '#contracts';
import type { Query, Statement } from '#event-store';
import type { ApiKeyState } from '../api-key/state';

/** Runs a statement and answers its rows. */
export type AskRows = <TRow extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<TRow[]>;

/** What decides whether a key may act: its secret, its state, and that of its account, all of one moment. */
export interface ApiKeyGrant {
  id: string;
  accountId: string;
  kind: ApiKeyKind;
  livemode: boolean;
  digest: Buffer;
  pepperVersion: number;
  status: ApiKeyStatus;
  scopes: readonly string[];
  /** Addresses and ranges it may be used from; anywhere when empty. */
  allowedAddresses: readonly string[];
  /** Milliseconds since the epoch; null for never. */
  expiresAtMs: number | null;
  /** Whether live keys of the account may act. */
  isLiveEnabled: boolean;
  /** Or closed. */
  isSuspended: boolean;
  /** What the account has decided. */
  rules: AccountRules;
}

interface GrantRow {
  account_id: string;
  livemode: boolean;
  digest: Buffer;
  pepper_version: number;
  state: Exclude<ApiKeyState, { status: 'none' }>;
  is_suspended: boolean;
  is_live_enabled: boolean;
  rules: AccountRules | null;
}

/** Three look-ups by primary key. A stream is written in the transaction of its event, so this sees what was committed before it. */
const FIND_GRANT: Statement = {
  name: 'hundi_key_grant',
  text: `
  SELECT k.account_id, k.livemode, s.digest, s.pepper_version, k.state, a.status <> 'active' AS is_suspended,
    (a.state->>'liveEnabled')::boolean AS is_live_enabled, a.state->'rules' AS rules
  FROM accounts.secrets s
  JOIN accounts.streams k ON k.shard = s.shard AND k.stream_id = s.owner_id
  JOIN accounts.streams a ON a.shard = s.shard AND a.stream_id = s.account_id
  WHERE s.owner_id = $1 LIMIT 1`,
};

const RENEW_DIGEST = 'UPDATE accounts.secrets SET digest = $3, pepper_version = $4 WHERE owner_id = $1 AND digest = $2';

/** What the authenticator reads of keys, and the one thing that it writes. */
export class ApiKeyGrants {
  constructor(
    private readonly ask: AskRows,
    private readonly askOften: Query = ({ text }, values) => ask(text, values),
  ) {}

  /** The key with this id, or undefined. */
  async find(id: string): Promise<ApiKeyGrant | undefined> {
    const [row] = await this.askOften<GrantRow>(FIND_GRANT, [id]);
    if (row === undefined) return undefined;
    const { kind, status, scopes, allowedAddresses, expiresAtMs = null } = row.state;
    return {
      id,
      accountId: row.account_id,
      livemode: row.livemode,
      ...{ kind, status, scopes, allowedAddresses, expiresAtMs },
      digest: row.digest,
      pepperVersion: row.pepper_version,
      isLiveEnabled: row.is_live_enabled,
      isSuspended: row.is_suspended,
      rules: row.rules ?? NO_RULES,
    };
  }

  /** Puts a digest under a newer pepper in the place of one, once, however many processes do it. */
  async renewDigest({ id, digest: former }: Pick<ApiKeyGrant, 'id' | 'digest'>, { digest, pepperVersion }: NewDigest): Promise<void> {
    await this.ask(RENEW_DIGEST, [id, former, digest, pepperVersion]);
  }
}

/** HMAC-SHA-256 of a secret under the pepper of a version. */
export type NewDigest = Pick<ApiKeyGrant, 'digest' | 'pepperVersion'>;
