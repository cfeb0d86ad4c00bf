/** New partitions are stored as the default one is. */
const AS_THE_DEFAULT = `(SELECT ' WITH (' || array_to_string(c.reloptions, ', ') || ')' FROM pg_class c
            WHERE c.oid = to_regclass(format('webhooks.%I', parent || '_default')))`;

/**
 * Makes and drops the partitions of a table that is partitioned by a time. Names end in the first day, `_YYYYMMDD`, UTC.
 * It gives up after two seconds of waiting for a lock (the next run tries again), so that maintenance never holds up the
 * work; a row that found no partition stays in `<table>_default`, and a partition that rows of the default one would belong
 * to is not made.
 *
 * Instances take turns, or two would make the same partition.
 *
 * `step` is `day` or `month`: the present one and the next two are there. `keep` is how long a row is kept at least.
 */
export const KEEP_PARTITIONS_FUNCTION = `
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
        EXECUTE format('CREATE TABLE webhooks.%I PARTITION OF webhooks.%I FOR VALUES FROM (%L) TO (%L)%s',
          parent || to_char(lower_bound, '_YYYYMMDD'), parent, lower_bound, lower_bound + width, ${AS_THE_DEFAULT});
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
