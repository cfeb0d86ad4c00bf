import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIM_FUNCTION } from './queue-claim';
import { FLUSH_FUNCTION, RESULT_TYPE } from './queue-flush';

/** What the dispatcher calls: one function to take deliveries, one to write what became of them. */
export class CreateDispatcher1795264060000 implements MigrationInterface {
  readonly name = 'CreateDispatcher1795264060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_FUNCTION);
    await runner.query(RESULT_TYPE);
    await runner.query(FLUSH_FUNCTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION IF EXISTS webhooks.claim_deliveries, webhooks.write_results');
    await runner.query('DROP TYPE webhooks.delivery_result');
  }
}
