/** The password of a new person is chosen where the mailed link is opened, so a pending sign-up may have none. */
const MAILED_LINKS = [
  `CREATE TABLE gateway.pending_sign_ups (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    user_id text NOT NULL,
    email_digest text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    account_name text NOT NULL,
    password_hash text,
    expires_at bigint NOT NULL
  )`,
  "COMMENT ON COLUMN gateway.pending_sign_ups.user_id IS 'of the user that there will be; its key seals the row'",
  'CREATE INDEX pending_sign_ups_by_email ON gateway.pending_sign_ups (email_digest)',
  `CREATE TABLE gateway.one_time_links (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    purpose text NOT NULL,
    user_id text,
    subject text,
    sealed text,
    expires_at bigint NOT NULL
  )`,
  "COMMENT ON COLUMN gateway.one_time_links.subject IS 'the account or invitation that the link is about'",
  'CREATE INDEX one_time_links_of_user ON gateway.one_time_links (user_id)',
];

const SESSIONS = [
  `CREATE TABLE gateway.sessions (
    id text PRIMARY KEY CHECK (id ~ '^ses_[0-9A-Za-z]{24}$'),
    digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
    user_id text NOT NULL REFERENCES gateway.users (id) ON DELETE CASCADE,
    client text NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    authenticated_at bigint NOT NULL,
    ends_at bigint NOT NULL
  )`,
  "COMMENT ON COLUMN gateway.sessions.client IS 'address and browser, sealed under the key of the user'",
  'CREATE INDEX sessions_of_user ON gateway.sessions (user_id)',
  'CREATE INDEX sessions_by_end ON gateway.sessions (ends_at)',
];

const ATTEMPTS = [
  `CREATE TABLE gateway.sign_in_flows (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    user_id text NOT NULL REFERENCES gateway.users (id) ON DELETE CASCADE,
    tries integer NOT NULL DEFAULT 0,
    expires_at bigint NOT NULL
  )`,
  `CREATE UNLOGGED TABLE gateway.guess_counters (
    key text PRIMARY KEY,
    tries integer NOT NULL,
    started_at bigint NOT NULL,
    next_at bigint NOT NULL
  ) WITH (fillfactor = 50)`,
  "COMMENT ON TABLE gateway.guess_counters IS 'tries of passwords and codes; a crash of Postgres may empty it'",
];

/** Secrets are stored as digests: a reader of these tables cannot sign in with them. */
export const SIGN_IN_TABLES: readonly string[] = [...MAILED_LINKS, ...SESSIONS, ...ATTEMPTS];
