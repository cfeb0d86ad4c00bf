import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The only tables the gateway has: who may call, and with which keys (docs/reference/security.md, API keys). */
export class CreateAccountsAndKeys1795405060000 implements MigrationInterface {
  readonly name = 'CreateAccountsAndKeys1795405060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS gateway');
    await runner.query(`
      CREATE TABLE gateway.accounts (
        id text PRIMARY KEY CHECK (id ~ '^acct_[0-9A-Za-z]{24}$'),
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        is_live_enabled boolean NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE gateway.api_keys (
        id text PRIMARY KEY CHECK (id ~ '^key_[0-9A-Za-z]{24}$'),
        account_id text NOT NULL REFERENCES gateway.accounts (id),
        kind text NOT NULL CHECK (kind IN ('sk', 'rk', 'pk')),
        livemode boolean NOT NULL,
        digest bytea NOT NULL CHECK (length(digest) = 32),
        pepper_version integer NOT NULL,
        last_four text NOT NULL CHECK (length(last_four) = 4),
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        revoked_at timestamptz,
        allowed_addresses text[] NOT NULL DEFAULT '{}'
      )`);
    await runner.query("COMMENT ON COLUMN gateway.api_keys.allowed_addresses IS 'where the key may be used; empty: anywhere'");
    await runner.query('CREATE INDEX api_keys_by_account ON gateway.api_keys (account_id, created_at DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.api_keys');
    await runner.query('DROP TABLE gateway.accounts');
  }
}
