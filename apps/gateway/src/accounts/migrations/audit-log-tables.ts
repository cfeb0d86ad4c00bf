/** Entries are added and never changed; each is chained to the one before it (docs/reference/security.md). */
const AUDIT_LOG = [
  `CREATE TABLE accounts.audit_log (
    account_id text NOT NULL,
    position bigint NOT NULL,
    id text NOT NULL,
    command_id uuid NOT NULL,
    livemode boolean NOT NULL,
    at bigint NOT NULL,
    actor_type text NOT NULL,
    actor_id text NOT NULL,
    actor_name text,
    action text NOT NULL,
    resource_type text,
    resource_id text,
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
    code text,
    address text,
    request_id text,
    changes json,
    hash bytea NOT NULL,
    PRIMARY KEY (account_id, position),
    UNIQUE (account_id, command_id)
  )`,
  "COMMENT ON COLUMN accounts.audit_log.at IS 'milliseconds since the epoch'",
  "COMMENT ON COLUMN accounts.audit_log.changes IS 'json, not jsonb: its text is part of what is hashed'",
  'CREATE UNIQUE INDEX audit_log_id ON accounts.audit_log (account_id, id)',
  'CREATE INDEX audit_log_actor ON accounts.audit_log (account_id, actor_id, position)',
  'CREATE INDEX audit_log_resource ON accounts.audit_log (account_id, resource_id, position)',
  `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts.audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION accounts.refuse_change()`,
];

const AUDIT_HEADS = [
  `CREATE TABLE accounts.audit_heads (
    account_id text NOT NULL,
    day date NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (account_id, day)
  )`,
  "COMMENT ON TABLE accounts.audit_heads IS 'the last entry of each day, in the time of India'",
];

export const AUDIT_LOG_TABLES: readonly string[] = [...AUDIT_LOG, ...AUDIT_HEADS];
