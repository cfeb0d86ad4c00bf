/** Names and addresses are sealed under the key of the person, so they are unreadable once it is destroyed. */
const USERS = [
  `CREATE TABLE gateway.users (
    id text PRIMARY KEY CHECK (id ~ '^usr_[0-9A-Za-z]{24}$'),
    email_digest text NOT NULL UNIQUE,
    email text NOT NULL,
    name text NOT NULL,
    email_verified_at bigint,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
    password_hash text,
    totp_secret text,
    totp_confirmed_at bigint,
    totp_last_step bigint NOT NULL DEFAULT 0,
    is_operator boolean NOT NULL DEFAULT false,
    theme text,
    timezone text,
    created_at bigint NOT NULL,
    last_signed_in_at bigint
  )`,
  "COMMENT ON COLUMN gateway.users.email IS 'sealed under the key of the user, as name and totp_secret are'",
  "COMMENT ON COLUMN gateway.users.email_digest IS 'keyed digest of the address in lower case, to find it by'",
  "COMMENT ON COLUMN gateway.users.email_verified_at IS 'null while no link that was mailed to the address was opened'",
  "COMMENT ON COLUMN gateway.users.created_at IS 'milliseconds since the epoch, as all times of people'",
  'CREATE INDEX users_by_age ON gateway.users (created_at, id)',
  `CREATE TABLE gateway.recovery_codes (
    user_id text NOT NULL REFERENCES gateway.users (id) ON DELETE CASCADE,
    digest bytea NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (user_id, digest)
  )`,
];

/** Copies of the log of accounts, written in the transactions of its events: they find the accounts of a person. */
const MEMBERSHIPS = [
  `CREATE TABLE gateway.memberships (
    account_id text NOT NULL,
    shard smallint NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    invited_by text,
    joined_at bigint NOT NULL,
    last_seen_at bigint,
    PRIMARY KEY (account_id, user_id)
  )`,
  'CREATE INDEX memberships_of_user ON gateway.memberships (user_id)',
  `CREATE TABLE gateway.invitations (
    account_id text NOT NULL,
    id text NOT NULL,
    email_digest text NOT NULL,
    email text NOT NULL,
    makes_operator boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, id)
  )`,
  "COMMENT ON TABLE gateway.invitations IS 'whom each invitation is for: what the log must not hold'",
  "COMMENT ON COLUMN gateway.invitations.makes_operator IS 'only of one from the command line of the installation'",
];

export const USER_TABLES: readonly string[] = [...USERS, ...MEMBERSHIPS];
