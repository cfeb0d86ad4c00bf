import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to providers that charge for each of them, written down before they are sent. */
export class AddProviderRequests1795280400000 implements MigrationInterface {
  readonly name = 'NoteQuestions1795280400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc.provider_requests (
        account_id text NOT NULL,
        verification_id text NOT NULL,
        request text NOT NULL,
        PRIMARY KEY (account_id, verification_id, request)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kyc.provider_requests');
  }
}
