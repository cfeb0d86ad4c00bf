import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the partitions of some days, and drops those of days that are over. A row lies in the partition of the last day on which it is
 * kept, so that no row is ever deleted. Processes take turns, or two would make the same partition; it gives up after two seconds of
 * waiting for a lock, and is called again.
 */
const KEEP_PARTITIONS = `
CREATE FUNCTION gateway.keep_partitions(days date[], today date) RETURNS integer LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  one date;
  part text;
  changed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('gateway.keep_partitions request_logs', 0));
  FOREACH one IN ARRAY days LOOP
    part := 'request_logs_' || to_char(one, 'YYYYMMDD');
    IF one >= today AND to_regclass(format('gateway.%I', part)) IS NULL THEN
      EXECUTE format('CREATE TABLE gateway.%I PARTITION OF gateway.request_logs FOR VALUES FROM (%L) TO (%L) WITH (toast_tuple_target = 8160)',
        part, one, one + 1);
      changed := changed + 1;
    END IF;
  END LOOP;
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'gateway.request_logs'::regclass AND to_date(right(c.relname, 8), 'YYYYMMDD') < today
  LOOP
    EXECUTE format('DROP TABLE gateway.%I', part);
    changed := changed + 1;
  END LOOP;
  RETURN changed;
END $$`;

/** What was asked of the API and answered, for some days (docs/reference/request-log.md). */
export class CreateRequestLogs1795830000000 implements MigrationInterface {
  readonly name = 'CreateRequestLogs1795830000000';

  async up(runner: QueryRunner): Promise<void> {
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
        address text NOT NULL,
        api_version text,
        idempotency_key text,
        resource_type text,
        resource_id text,
        request_headers text NOT NULL,
        query text NOT NULL,
        request_body text,
        response_headers text NOT NULL,
        response_body text,
        is_truncated boolean NOT NULL
      ) PARTITION BY RANGE (ends_on)`);
    await runner.query("COMMENT ON COLUMN gateway.request_logs.at IS 'milliseconds since the epoch'");
    await runner.query("COMMENT ON COLUMN gateway.request_logs.ends_on IS 'the last day on which it is kept, in UTC'");
    await runner.query("COMMENT ON COLUMN gateway.request_logs.request_body IS 'JSON text with tokens for personal values'");
    await runner.query('CREATE UNIQUE INDEX request_logs_account ON gateway.request_logs (account_id, livemode, id, ends_on)');
    await runner.query(
      'CREATE INDEX request_logs_resource ON gateway.request_logs (account_id, resource_id, id) WHERE resource_id IS NOT NULL',
    );
    await runner.query(KEEP_PARTITIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION gateway.keep_partitions(date[], date)');
    await runner.query('DROP TABLE gateway.request_logs');
  }
}
