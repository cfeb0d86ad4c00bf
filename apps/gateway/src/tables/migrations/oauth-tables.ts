/**
 * Codes, tokens and pending requests of OAuth. A row is found by the digest of a text that only its holder has, and its payload is
 * sealed under that text: a reader of the table can use nothing of it (docs/decisions/0039).
 */
export const OAUTH_TABLES: readonly string[] = [
  `CREATE TABLE gateway.oauth_objects (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    kind text NOT NULL,
    payload bytea NOT NULL,
    grant_id text,
    client_id text,
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    leeway_seconds smallint NOT NULL DEFAULT 0,
    is_reused boolean NOT NULL DEFAULT false
  )`,
  "COMMENT ON COLUMN gateway.oauth_objects.digest IS 'SHA-256 of kind and text'",
  "COMMENT ON COLUMN gateway.oauth_objects.grant_id IS 'the connection that it is of'",
  "COMMENT ON COLUMN gateway.oauth_objects.is_reused IS 'brought twice: a code, or a refresh token after its leeway'",
  'CREATE INDEX oauth_objects_grant ON gateway.oauth_objects (grant_id, kind) WHERE grant_id IS NOT NULL',
  'CREATE INDEX oauth_objects_reused ON gateway.oauth_objects (grant_id) WHERE is_reused',
  'CREATE INDEX oauth_objects_expiry ON gateway.oauth_objects (expires_at)',
];
