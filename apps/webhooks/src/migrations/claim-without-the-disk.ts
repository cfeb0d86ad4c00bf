import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIM_FUNCTION } from './queue-claim';

/** A claim no longer waits until it is on disk. Same function, same arguments: processes of the version before go on with it. */
export class ClaimWithoutTheDisk1795285000000 implements MigrationInterface {
  readonly name = 'ClaimWithoutTheDisk1795285000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM_FUNCTION);
  }

  /** Nothing to take back: the version before works with the function as it is. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
