import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FLUSH_FUNCTION } from './queue-flush';

/**
 * When a receiver last answered 429 or 410. Neither counts against an endpoint as a failure does, so `last_failure_at`, by which
 * the days of failure are counted, cannot tell; but both were answers, and are shown as such.
 */
export class NoteRefusals1795286000000 implements MigrationInterface {
  readonly name = 'NoteRefusals1795286000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.endpoint_queues ADD COLUMN last_refused_at timestamptz');
    await runner.query(FLUSH_FUNCTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    const without = FLUSH_FUNCTION.replace(/^ *last_refused_at = .*\n/m, '');
    await runner.query(without);
    await runner.query('ALTER TABLE webhooks.endpoint_queues DROP COLUMN last_refused_at');
  }
}
