import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Public halves of the key pairs with which people sign in, and the challenges that they are asked to sign. */
export class CreatePasskeys1795870000000 implements MigrationInterface {
  readonly name = 'CreatePasskeys1795870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.passkeys (
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
        last_used_at bigint
      )`);
    await runner.query("COMMENT ON COLUMN gateway.passkeys.name IS 'what the person calls it, sealed under the key of the user'");
    await runner.query("COMMENT ON COLUMN gateway.passkeys.public_key IS 'COSE_Key (RFC 9052, 7)'");
    await runner.query(
      "COMMENT ON COLUMN gateway.passkeys.counter IS 'of signatures, as the authenticator counts them; 0 where it does not'",
    );
    await runner.query('CREATE INDEX passkeys_of_user ON gateway.passkeys (user_id)');
    await runner.query(`
      CREATE TABLE gateway.passkey_challenges (
        digest bytea PRIMARY KEY CHECK (length(digest) = 32),
        purpose text NOT NULL,
        subject text NOT NULL,
        expires_at bigint NOT NULL
      )`);
    await runner.query("COMMENT ON COLUMN gateway.passkey_challenges.subject IS 'the session, sign-in or network that asked for it'");
    await runner.query('CREATE INDEX passkey_challenges_of_subject ON gateway.passkey_challenges (subject, expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.passkey_challenges');
    await runner.query('DROP TABLE gateway.passkeys');
  }
}
