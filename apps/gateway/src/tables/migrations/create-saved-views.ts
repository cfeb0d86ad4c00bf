import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of the dashboard as members have filtered them. What a filter says may be personal, so it is sealed. */
export class CreateSavedViews1795870120000 implements MigrationInterface {
  readonly name = 'CreateSavedViews1795870120000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.saved_views (
        id text PRIMARY KEY CHECK (id ~ '^view_[0-9A-Za-z]{24}$'),
        account_id text NOT NULL,
        user_id text NOT NULL,
        page text NOT NULL,
        content text NOT NULL,
        is_shared boolean NOT NULL,
        created_at bigint NOT NULL
      )`);
    await runner.query("COMMENT ON COLUMN gateway.saved_views.content IS 'name and query, sealed under the key of the account'");
    await runner.query('CREATE INDEX saved_views_of_account ON gateway.saved_views (account_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.saved_views');
  }
}
