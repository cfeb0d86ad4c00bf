import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open replays are counted for every scrape of the metrics, of the many streams there are. */
export class OpenReplays1795280000000 implements MigrationInterface {
  readonly name = 'OpenReplays1795280000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX webhook_replays_open ON webhooks.streams (status)
        WHERE stream_type = 'webhook_replay' AND status IN ('queued', 'running')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhooks.webhook_replays_open');
  }
}
