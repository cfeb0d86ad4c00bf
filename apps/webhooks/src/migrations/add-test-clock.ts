import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clock of the event of a delivery; the index finds what an advance brings forward, and holds nothing of plain deliveries. */
export class AddTestClock1795651200000 implements MigrationInterface {
  readonly name = 'AddTestClock1795651200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries ADD COLUMN test_clock_id text');
    await runner.query(
      `COMMENT ON COLUMN webhooks.deliveries.test_clock_id IS 'of the event: an advance may bring a retry forward; null in real time'`,
    );
    await runner.query('CREATE INDEX deliveries_by_clock ON webhooks.deliveries (test_clock_id) WHERE test_clock_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries DROP COLUMN test_clock_id');
  }
}
