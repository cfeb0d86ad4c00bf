import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Before this migration time told what is to be cancelled. Where that is under way, what came later is spared as it would have been. */
const SPARE_LATER_ONES = `
UPDATE webhooks.deliveries d SET enabled_since = l.enabled_since FROM webhooks.endpoint_queues l
  WHERE l.cancel_before < 'infinity' AND d.endpoint_id = l.endpoint_id AND d.created_at > l.cancel_before`;

/** A delivery knows under which enabling of its endpoint it was made, so that what was open before is told from what came after. */
export class DeliveriesByEnabling1795284000000 implements MigrationInterface {
  readonly name = 'DeliveriesByEnabling1795284000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries ADD COLUMN enabled_since timestamptz');
    await runner.query(SPARE_LATER_ONES);
    await runner.query(
      `COMMENT ON COLUMN webhooks.deliveries.enabled_since IS 'of the endpoint when this was put in; null for one that was never disabled'`,
    );
    await runner.query(
      `COMMENT ON COLUMN webhooks.endpoint_queues.cancel_before IS 'open deliveries of before the last enabling, or all, are to be cancelled; nothing is sent until they are'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries DROP COLUMN enabled_since');
  }
}
