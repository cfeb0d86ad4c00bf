import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far every replay has come, written in the transaction that puts its deliveries into the queue: a stretch that is worked
 * through again, because its report was lost, is told what came of it the first time.
 */
export class CreateReplayProgress1795266000000 implements MigrationInterface {
  readonly name = 'CreateReplayProgress1795266000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks.replay_progress (
        replay_id text PRIMARY KEY,
        from_position bigint NOT NULL,
        to_position bigint NOT NULL,
        up_to bigint NOT NULL,
        matched integer NOT NULL,
        enqueued integer NOT NULL,
        last_event_ms bigint,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX replay_progress_by_age ON webhooks.replay_progress (updated_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.replay_progress');
  }
}
