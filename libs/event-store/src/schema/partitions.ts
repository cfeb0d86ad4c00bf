import { quoteSchema } from './names';

/** How long the stored answer of a command is kept, in days. */
const COMMAND_RETENTION_DAYS = 30;
/** How many days one partition of `commands` spans. Fewer partitions are fewer index probes in every append. */
const COMMAND_PARTITION_DAYS = 10;

/**
 * A function that makes the partitions of `commands` and `answers` for today and the next span, and drops those whose last row is
 * older than the retention. Run at every start and daily. It gives up after two seconds of waiting for the table lock (the next run
 * tries again), so that housekeeping never holds up appends; rows that found no partition rest in the default one.
 */
export function partitionStatements(schemaName: string): string[] {
  const schema = quoteSchema(schemaName);
  return [
    `
CREATE FUNCTION ${schema}.maintain_command_partitions(at timestamptz DEFAULT now()) RETURNS integer LANGUAGE plpgsql
SET lock_timeout = '2s' AS $$
DECLARE
  lower_bound timestamptz;
  part record;
  changed integer := 0;
BEGIN${keepCommands(schema)}${keepAnswers(schema)}
  RETURN changed;
END $$;`,
    `SELECT ${schema}.maintain_command_partitions()`,
  ];
}

/** Follows the name of a partition of `commands` in the name of its unique index on the command id. */
export const COMMAND_ID_INDEX = '_command_id_key';

/** The unique index is that of each partition: one of the whole table would have to hold the time of storing, too. */
const keepCommands = (schema: string): string =>
  keepTable(
    schema,
    'commands',
    (part) => `EXECUTE format('CREATE UNIQUE INDEX %I ON ${schema}.%I (shard, command_id)',
        ${part} || '${COMMAND_ID_INDEX}', ${part});`,
  );

/** Up to the size of a page, a pack stays in its row. */
const keepAnswers = (schema: string): string =>
  keepTable(schema, 'answers', (part) => `EXECUTE format('ALTER TABLE ${schema}.%I SET (toast_tuple_target = 8160)', ${part});`);

/** @param finish SQL that is run for a partition that was made, from SQL for its name. */
function keepTable(schema: string, table: string, finish: (part: string) => string): string {
  const span = COMMAND_PARTITION_DAYS * 86_400;
  const part = `'${table}_' || to_char(lower_bound AT TIME ZONE 'UTC', 'YYYYMMDD')`;
  return `
  FOR step IN 0..1 LOOP
    lower_bound := to_timestamp((floor(extract(epoch FROM at) / ${span}) + step) * ${span});
    IF to_regclass(format('${schema}.%I', ${part})) IS NULL
      AND NOT EXISTS (SELECT FROM ${schema}.${table}_default d WHERE d.created_at >= lower_bound AND d.created_at < lower_bound + interval '${COMMAND_PARTITION_DAYS} days') THEN
      EXECUTE format('CREATE TABLE ${schema}.%I PARTITION OF ${schema}.${table} FOR VALUES FROM (%L) TO (%L)',
        ${part}, lower_bound, lower_bound + interval '${COMMAND_PARTITION_DAYS} days');
      ${finish(part)}
      changed := changed + 1;
    END IF;
  END LOOP;
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = '${schema}.${table}'::regclass AND c.relname ~ '^${table}_[0-9]{8}$'
      AND to_timestamp(right(c.relname, 8) || ' 00 +00', 'YYYYMMDD HH24 TZH') + interval '${COMMAND_PARTITION_DAYS + COMMAND_RETENTION_DAYS} days' <= at
  LOOP
    EXECUTE format('DROP TABLE ${schema}.%I', part.name);
    changed := changed + 1;
  END LOOP;
  DELETE FROM ${schema}.${table}_default WHERE created_at < at - interval '${COMMAND_RETENTION_DAYS} days';`;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const DUPLICATE_TABLE = '42P07';
const UNIQUE_VIOLATION = '23505';
const UNDEFINED_TABLE = '42P01';
const BUSY = new Set([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, DUPLICATE_TABLE, UNIQUE_VIOLATION, UNDEFINED_TABLE]);

/** Whether `maintain_command_partitions` met another process that does the same, or a table in use. */
export function isPartitionBusy(error: unknown): boolean {
  return BUSY.has(String((error as { code?: unknown }).code));
}
