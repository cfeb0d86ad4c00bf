import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Digests of the secrets of accounts: never in the log, which is kept for ever. A row is written in the transaction of the event that
 * makes its owner (docs/decisions/0037).
 */
export class CreateSecrets1795800000000 implements MigrationInterface {
  readonly name = 'CreateSecrets1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.secrets (
        owner_id text NOT NULL,
        digest bytea NOT NULL CHECK (length(digest) = 32),
        pepper_version integer NOT NULL,
        shard smallint NOT NULL,
        account_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (owner_id, digest)
      )`);
    await runner.query("COMMENT ON COLUMN accounts.secrets.owner_id IS 'the API key whose secret it is'");
    await runner.query("COMMENT ON COLUMN accounts.secrets.digest IS 'HMAC-SHA-256 of the secret under the pepper of that version'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts.secrets');
  }
}
