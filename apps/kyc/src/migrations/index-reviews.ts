import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verifications under way, the oldest first: those that wait for people are among them. */
export class IndexReviews1795870000000 implements MigrationInterface {
  readonly name = 'IndexReviews1795870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX verifications_under_way ON kyc.streams (created_at, stream_id)
      WHERE stream_type = 'kyc.verification' AND status = 'processing'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX kyc.verifications_under_way');
  }
}
