import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and the accounts they belong to. Names and addresses are sealed under the key of the person: without it they are gone. */
export class CreateUsers1795810000000 implements MigrationInterface {
  readonly name = 'CreateUsers1795810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.users (
        id text PRIMARY KEY CHECK (id ~ '^usr_[0-9A-Za-z]{24}$'),
        email_digest text NOT NULL UNIQUE,
        email text NOT NULL,
        name text NOT NULL,
        email_verified_at bigint NOT NULL,
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
      )`);
    await runner.query("COMMENT ON COLUMN gateway.users.email IS 'sealed under the key of the user, as name and totp_secret are'");
    await runner.query("COMMENT ON COLUMN gateway.users.email_digest IS 'keyed digest of the address in lower case, to find it by'");
    await runner.query("COMMENT ON COLUMN gateway.users.created_at IS 'milliseconds since the epoch, as all times of people'");
    await runner.query(`
      CREATE TABLE gateway.recovery_codes (
        user_id text NOT NULL REFERENCES gateway.users (id) ON DELETE CASCADE,
        digest bytea NOT NULL CHECK (length(digest) = 32),
        PRIMARY KEY (user_id, digest)
      )`);
    await this.createMemberships(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['invitations', 'memberships', 'recovery_codes', 'users']) await runner.query(`DROP TABLE gateway.${table}`);
  }

  /** Copies of what the log of accounts holds, written in the transaction of its events: to find the accounts of a person. */
  private async createMemberships(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.memberships (
        account_id text NOT NULL,
        shard smallint NOT NULL,
        user_id text NOT NULL,
        role text NOT NULL,
        invited_by text,
        joined_at bigint NOT NULL,
        last_seen_at bigint,
        PRIMARY KEY (account_id, user_id)
      )`);
    await runner.query('CREATE INDEX memberships_of_user ON gateway.memberships (user_id)');
    await runner.query(`
      CREATE TABLE gateway.invitations (
        account_id text NOT NULL,
        id text NOT NULL,
        email_digest text NOT NULL,
        email text NOT NULL,
        PRIMARY KEY (account_id, id)
      )`);
    await runner.query("COMMENT ON TABLE gateway.invitations IS 'whom each invitation is for: what the log must not hold'");
  }
}
