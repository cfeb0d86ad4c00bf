/**
 * Digests of the secrets of accounts: never in the log, which is kept for ever. A row is written in the transaction of the event that
 * creates its owner (docs/decisions/0037).
 */
const SECRETS = [
  `CREATE TABLE accounts.secrets (
    owner_id text NOT NULL,
    digest bytea NOT NULL CHECK (length(digest) = 32),
    pepper_version integer NOT NULL,
    shard smallint NOT NULL,
    account_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz,
    PRIMARY KEY (owner_id, digest)
  )`,
  "COMMENT ON COLUMN accounts.secrets.owner_id IS 'the API key whose secret it is'",
  "COMMENT ON COLUMN accounts.secrets.digest IS 'HMAC-SHA-256 of the secret under the pepper of that version'",
  "COMMENT ON COLUMN accounts.secrets.ends_at IS 'of a client secret that was rolled: until when it works'",
];

/** The last use of a key is outside the log, which would grow by an event a minute and key. */
const KEY_USES = [
  `CREATE TABLE accounts.key_uses (
    key_id text PRIMARY KEY,
    last_used_at timestamptz NOT NULL,
    last_used_address text NOT NULL
  ) WITH (fillfactor = 50)`,
  "COMMENT ON TABLE accounts.key_uses IS 'the last use of each API key, within a minute'",
];

export const SECRET_TABLES: readonly string[] = [...SECRETS, ...KEY_USES];
