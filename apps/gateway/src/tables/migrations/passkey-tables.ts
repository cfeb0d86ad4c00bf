/**
 * A passkey signs in alone until the password is replaced through a mailed link, and again once it was used together with the new
 * password.
 */
export const PASSKEY_TABLES: readonly string[] = [
  `CREATE TABLE gateway.passkeys (
    id text PRIMARY KEY CHECK (id ~ '^passkey_[0-9A-Za-z]{24}$'),
    user_id text NOT NULL REFERENCES gateway.users (id) ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
    backed_up boolean NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    signs_in_alone boolean NOT NULL DEFAULT true
  )`,
  "COMMENT ON COLUMN gateway.passkeys.name IS 'what the person calls it, sealed under the key of the user'",
  "COMMENT ON COLUMN gateway.passkeys.public_key IS 'COSE_Key (RFC 9052, 7)'",
  "COMMENT ON COLUMN gateway.passkeys.counter IS 'of signatures, as the authenticator counts them; 0 where it does not'",
  'CREATE INDEX passkeys_of_user ON gateway.passkeys (user_id)',
  `CREATE TABLE gateway.passkey_challenges (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    purpose text NOT NULL,
    subject text NOT NULL,
    expires_at bigint NOT NULL
  )`,
  "COMMENT ON COLUMN gateway.passkey_challenges.subject IS 'the session, sign-in or network that asked for it'",
  'CREATE INDEX passkey_challenges_of_subject ON gateway.passkey_challenges (subject, expires_at)',
];
