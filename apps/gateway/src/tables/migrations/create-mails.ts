import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails on their way, written in the transaction of what they report; kept for a week so that they can be read without a mail server. */
export class CreateMails1795810120000 implements MigrationInterface {
  readonly name = 'CreateMails1795810120000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.mails (
        id text PRIMARY KEY,
        kind text NOT NULL,
        content text NOT NULL,
        created_at bigint NOT NULL,
        next_try_at bigint,
        tries integer NOT NULL DEFAULT 0
      )`);
    await runner.query("COMMENT ON COLUMN gateway.mails.content IS 'recipient, subject, text and link, sealed'");
    await runner.query("COMMENT ON COLUMN gateway.mails.next_try_at IS 'null once it was handed over'");
    await runner.query('CREATE INDEX mails_to_send ON gateway.mails (next_try_at) WHERE next_try_at IS NOT NULL');
    await runner.query('CREATE INDEX mails_by_age ON gateway.mails (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.mails');
  }
}
