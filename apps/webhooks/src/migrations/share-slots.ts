import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIM_FUNCTION } from './queue-claim';

/**
 * No endpoint gets a slot while it has more than half as many as are free: where many hung at once, they left none to the others. The function
 * has an argument more; the one without it stays for processes of the version before, until they are gone.
 */
export class ShareSlots1795274000000 implements MigrationInterface {
  readonly name = 'ShareSlots1795274000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_FUNCTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION webhooks.claim_deliveries(timestamptz, uuid, integer, integer, integer, integer, integer, integer, integer)',
    );
  }
}
