import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIM_FORWARD_FUNCTION, CLAIM_PLACES_FUNCTION } from './claim-function';

/** A rate of an endpoint goes on after the clock of the database went back. Claims under way end with the function that they began with. */
export class RefillForward1796130000000 implements MigrationInterface {
  readonly name = 'RefillForward1796130000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_FORWARD_FUNCTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_PLACES_FUNCTION);
  }
}
