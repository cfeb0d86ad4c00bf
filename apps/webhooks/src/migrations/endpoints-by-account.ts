import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fan-out asks for the endpoints of an account, of the many streams there are, once for each batch of events. */
export class EndpointsByAccount1795268000000 implements MigrationInterface {
  readonly name = 'EndpointsByAccount1795268000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX webhook_endpoints_by_account ON webhooks.streams (account_id, livemode)
        WHERE stream_type = 'webhook_endpoint'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhooks.webhook_endpoints_by_account');
  }
}
