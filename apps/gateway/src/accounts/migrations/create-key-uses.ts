import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each key was last used: outside the log, which would grow by an event a minute and key. */
export class CreateKeyUses1795800060000 implements MigrationInterface {
  readonly name = 'CreateKeyUses1795800060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.key_uses (
        key_id text PRIMARY KEY,
        last_used_at timestamptz NOT NULL,
        last_used_address text NOT NULL
      ) WITH (fillfactor = 50)`);
    await runner.query("COMMENT ON TABLE accounts.key_uses IS 'the last use of each API key, within a minute'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts.key_uses');
  }
}
