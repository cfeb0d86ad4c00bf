import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CreateRequestLogs1795830000000 } from './create-request-logs';

/**
 * A row has what a request is found by. Its details lie in one row for several requests of an account, together and compressed
 * (docs/reference/request-log.md). Requests that were kept before are dropped: no release has kept any.
 */
export class PackRequestLogs1795930000000 implements MigrationInterface {
  readonly name = 'PackRequestLogs1795930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.request_logs');
    await runner.query(`
      CREATE TABLE gateway.request_logs (
        account_id text NOT NULL,
        livemode boolean NOT NULL,
        id text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        ends_on date NOT NULL,
        method text NOT NULL,
        path text NOT NULL,
        operation text,
        status smallint NOT NULL,
        error_code text,
        duration_ms integer NOT NULL,
        actor_id text NOT NULL,
        resource_id text,
        details_in text NOT NULL,
        details_at smallint NOT NULL,
        details bytea STORAGE EXTERNAL
      ) PARTITION BY RANGE (ends_on)`);
    await runner.query("COMMENT ON COLUMN gateway.request_logs.at IS 'milliseconds since the epoch'");
    await runner.query("COMMENT ON COLUMN gateway.request_logs.ends_on IS 'the last day on which it is kept, in UTC'");
    await runner.query("COMMENT ON COLUMN gateway.request_logs.details_in IS 'id of the row whose details have those of this request'");
    await runner.query("COMMENT ON COLUMN gateway.request_logs.details_at IS 'which of the details of that row, from 0'");
    await runner.query(
      "COMMENT ON COLUMN gateway.request_logs.details IS 'JSON list with tokens for personal values, compressed with Zstandard when it is long'",
    );
    await runner.query('CREATE UNIQUE INDEX request_logs_account ON gateway.request_logs (account_id, livemode, id, ends_on)');
    await runner.query(
      'CREATE INDEX request_logs_resource ON gateway.request_logs (account_id, resource_id, id) WHERE resource_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = new CreateRequestLogs1795830000000();
    await before.down(runner);
    await before.up(runner);
  }
}
