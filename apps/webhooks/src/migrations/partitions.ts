/**
 * Creates and drops partitions of a table that is partitioned by a time. Names end in the first day, `_YYYYMMDD`, UTC.
 *
 * Maintenance never blocks the work: it gives up after two seconds of waiting for a lock, and the next run tries again. A row
 * without a partition goes to `<table>_default`, and a partition that rows of the default one would belong to is not created.
 * Instances take turns, because two would create the same partition.
 *
 * `step` is `day` or `month`: the present partition and the next two exist. `keep` is the minimum age at which a row is dropped.
 */
const KEEP_PARTITIONS_FUNCTION = `
CREATE FUNCTION webhooks.keep_partitions(parent text, time_column text, step text, keep interval, at timestamptz DEFAULT now())
RETURNS integer LANGUAGE plpgsql SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
  width interval := ('1 ' || step)::interval;
  lower_bound timestamptz;
  part record;
  changed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhooks.keep_partitions ' || parent, 0));
  FOR ahead IN 0..2 LOOP
    lower_bound := date_trunc(step, at) + ahead * width;
    IF to_regclass(format('webhooks.%I', parent || to_char(lower_bound, '_YYYYMMDD'))) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE webhooks.%I PARTITION OF webhooks.%I FOR VALUES FROM (%L) TO (%L)',
          parent || to_char(lower_bound, '_YYYYMMDD'), parent, lower_bound, lower_bound + width);
        changed := changed + 1;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('webhooks.%I', parent)::regclass AND c.relname ~ '_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD')::timestamptz + width + keep <= at
  LOOP
    EXECUTE format('DROP TABLE webhooks.%I', part.name);
    changed := changed + 1;
  END LOOP;
  EXECUTE format('DELETE FROM webhooks.%I WHERE %I < %L', parent || '_default', time_column, at - keep);
  RETURN changed;
END $$`;

/** Partitioned tables: the column of time, the width of a partition, the minimum age at which a row is dropped. */
const PARTITIONED = [
  ['feed_entries', 'taken_at', 'month', '90 days'],
  ['event_bodies', 'taken_at', 'month', '90 days'],
  ['deliveries_done', 'ended_at', 'day', '90 days'],
  ['attempts', 'started_at', 'day', '30 days'],
  ['endpoint_stats_1m', 'minute', 'day', '8 days'],
  ['endpoint_stats_1h', 'hour', 'day', '8 days'],
] as const;

export const PARTITION_STATEMENTS = [
  KEEP_PARTITIONS_FUNCTION,
  ...PARTITIONED.map(
    ([table, column, step, keep]) => `SELECT webhooks.keep_partitions('${table}', '${column}', '${step}', interval '${keep}')`,
  ),
];
