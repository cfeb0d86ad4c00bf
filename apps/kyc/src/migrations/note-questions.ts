import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which questions were put to providers that charge for each of them, written down before they are put. */
export class NoteQuestions1795280400000 implements MigrationInterface {
  readonly name = 'NoteQuestions1795280400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc.questions_put (
        account_id text NOT NULL,
        verification_id text NOT NULL,
        question text NOT NULL,
        PRIMARY KEY (account_id, verification_id, question)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kyc.questions_put');
  }
}
