import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What OAuth keeps for a while: codes, tokens, requests under way. A row is found by the digest of a text that only its holder has, and
 * its payload is sealed under that text: whoever reads the table can use nothing of it (docs/decisions/0039).
 */
export class CreateOAuthObjects1795820060000 implements MigrationInterface {
  readonly name = 'CreateOAuthObjects1795820060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.oauth_objects (
        digest bytea PRIMARY KEY CHECK (length(digest) = 32),
        kind text NOT NULL,
        payload bytea NOT NULL,
        grant_id text,
        client_id text,
        expires_at timestamptz NOT NULL,
        consumed_at timestamptz,
        leeway_seconds smallint NOT NULL DEFAULT 0,
        is_reused boolean NOT NULL DEFAULT false
      )`);
    await runner.query("COMMENT ON COLUMN gateway.oauth_objects.digest IS 'SHA-256 of kind and text'");
    await runner.query("COMMENT ON COLUMN gateway.oauth_objects.grant_id IS 'the connection that it is of'");
    await runner.query("COMMENT ON COLUMN gateway.oauth_objects.is_reused IS 'brought twice: a code, or a refresh token after its leeway'");
    await runner.query('CREATE INDEX oauth_objects_grant ON gateway.oauth_objects (grant_id, kind) WHERE grant_id IS NOT NULL');
    await runner.query('CREATE INDEX oauth_objects_reused ON gateway.oauth_objects (grant_id) WHERE is_reused');
    await runner.query('CREATE INDEX oauth_objects_expiry ON gateway.oauth_objects (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.oauth_objects');
  }
}
