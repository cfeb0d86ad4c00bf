import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepPartitions } from './create-feed';
import { AS_THE_DEFAULT } from './store-bodies-cheaply';

/** Instances that make the same partition at the same moment take turns: all but one failed with "relation already exists". */
export class KeepPartitionsInTurn1795287000000 implements MigrationInterface {
  readonly name = 'KeepPartitionsInTurn1795287000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keepPartitions(AS_THE_DEFAULT));
  }

  /** The function as it was does no more than this one. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
