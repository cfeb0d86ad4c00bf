import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what in each account: added to and never changed, each entry chained to the one before it (docs/reference/security.md). */
export class CreateAuditLog1795850000000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1795850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.audit_log (
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
      )`);
    await runner.query("COMMENT ON COLUMN accounts.audit_log.at IS 'milliseconds since the epoch'");
    await runner.query("COMMENT ON COLUMN accounts.audit_log.changes IS 'json, not jsonb: its text is part of what is hashed'");
    await runner.query('CREATE UNIQUE INDEX audit_log_id ON accounts.audit_log (account_id, id)');
    await runner.query('CREATE INDEX audit_log_actor ON accounts.audit_log (account_id, actor_id, position)');
    await runner.query('CREATE INDEX audit_log_resource ON accounts.audit_log (account_id, resource_id, position)');
    await runner.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts.audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION accounts.refuse_change()`);
    await this.createHeads(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts.audit_heads');
    await runner.query('DROP TABLE accounts.audit_log');
  }

  private async createHeads(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.audit_heads (
        account_id text NOT NULL,
        day date NOT NULL,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (account_id, day)
      )`);
    await runner.query("COMMENT ON TABLE accounts.audit_heads IS 'the last entry of each day, in the time of India'");
  }
}
