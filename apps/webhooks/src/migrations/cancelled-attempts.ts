import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Objects of endpoints that keep the order, of which an attempt may still be under way though its delivery was cancelled. Nearly always empty. */
export class CancelledAttempts1796250000000 implements MigrationInterface {
  readonly name = 'CancelledAttempts1796250000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE webhooks.cancelled_attempts (
      endpoint_id text NOT NULL,
      resource_id text NOT NULL,
      until timestamptz NOT NULL,
      PRIMARY KEY (endpoint_id, resource_id)
    )`);
    await runner.query(`COMMENT ON TABLE webhooks.cancelled_attempts IS
      'until when an attempt of a cancelled delivery may be under way: no other one of its object is sent before'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.cancelled_attempts');
  }
}
