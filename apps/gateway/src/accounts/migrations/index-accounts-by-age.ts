import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators page through the accounts, of which there are few beside their keys, apps and connections. */
export class IndexAccountsByAge1795870000000 implements MigrationInterface {
  readonly name = 'IndexAccountsByAge1795870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX accounts_by_age ON accounts.streams (created_at, stream_id) WHERE stream_type = 'account'");
    await runner.query("CREATE INDEX accounts_by_id ON accounts.streams (stream_id) WHERE stream_type = 'account'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX accounts.accounts_by_id');
    await runner.query('DROP INDEX accounts.accounts_by_age');
  }
}
