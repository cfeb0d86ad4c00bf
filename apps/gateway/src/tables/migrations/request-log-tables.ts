/**
 * A row has what a request is found by. Its details lie in one row for several requests of an account, together and compressed
 * (docs/reference/request-log.md).
 */
const REQUEST_LOGS = [
  `CREATE TABLE gateway.request_logs (
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
  ) PARTITION BY RANGE (ends_on)`,
  "COMMENT ON COLUMN gateway.request_logs.at IS 'milliseconds since the epoch'",
  "COMMENT ON COLUMN gateway.request_logs.ends_on IS 'the last day on which it is kept, in UTC'",
  "COMMENT ON COLUMN gateway.request_logs.details_in IS 'id of the row whose details have those of this request'",
  "COMMENT ON COLUMN gateway.request_logs.details_at IS 'which of the details of that row, from 0'",
  "COMMENT ON COLUMN gateway.request_logs.details IS 'JSON list with tokens for personal values, compressed with Zstandard when it is long'",
  'CREATE UNIQUE INDEX request_logs_account ON gateway.request_logs (account_id, livemode, id, ends_on)',
  'CREATE INDEX request_logs_resource ON gateway.request_logs (account_id, resource_id, id) WHERE resource_id IS NOT NULL',
];

/**
 * Creates the partitions of some days, and drops those of past days. A row lies in the partition of the last day on which it is kept,
 * so that no row is ever deleted. Processes take turns, because two would create the same partition; it gives up after two seconds of
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

export const REQUEST_LOG_TABLES: readonly string[] = [...REQUEST_LOGS, KEEP_PARTITIONS];
