import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ATTEMPT_TABLES } from './attempt-tables';
import { CLAIM_FUNCTION } from './claim-function';
import { EXPIRE_FUNCTION } from './expire-function';
import { FEED_TABLES } from './feed-tables';
import { FLUSH_FUNCTION, RESULT_TYPE } from './flush-function';
import { KEEP_PARTITIONS_FUNCTION } from './partitions';
import { QUEUE_TABLES } from './queue-tables';

/** Partitioned tables: the column of time, the width of a partition, and how long a row is kept at least. */
const PARTITIONED = [
  ['feed_events', 'taken_at', 'month', '90 days'],
  ['deliveries_done', 'ended_at', 'day', '90 days'],
  ['attempts', 'started_at', 'day', '30 days'],
  ['endpoint_stats_1m', 'minute', 'day', '8 days'],
  ['endpoint_stats_1h', 'hour', 'day', '8 days'],
] as const;

/** The feed, the queue of deliveries, their attempts and the figures of endpoints, with the functions that the dispatcher calls. */
export class CreateWebhooks1795405060000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795405060000';

  async up(runner: QueryRunner): Promise<void> {
    const functions = [CLAIM_FUNCTION, RESULT_TYPE, FLUSH_FUNCTION, EXPIRE_FUNCTION];
    for (const statement of [KEEP_PARTITIONS_FUNCTION, ...FEED_TABLES, ...QUEUE_TABLES, ...ATTEMPT_TABLES, ...functions]) {
      await runner.query(statement);
    }
    for (const [table, column, step, keep] of PARTITIONED) {
      await runner.query(`SELECT webhooks.keep_partitions('${table}', '${column}', '${step}', interval '${keep}')`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('deliveries and the feed are never dropped by a migration'));
  }
}
