import { SHARD_COUNT } from '#contracts';
import { lockClass, quoteSchema } from './names';

const epochTable = (schema: string): string => `
CREATE TABLE ${schema}.log_epochs (
  epoch bigint PRIMARY KEY,
  system_identifier text NOT NULL,
  timeline integer NOT NULL,
  starts bigint[] NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN ${schema}.log_epochs.epoch IS 'milliseconds since 1970 when it began, and always above the one before';
COMMENT ON COLUMN ${schema}.log_epochs.starts IS 'position of the last event of each shard before it; shard 0 first';
`;

/**
 * Begins a new epoch when this log goes on under another system identifier or on another timeline than the newest epoch says, or
 * when the operator reports a restore. The timeline is that of the WAL being written: the one of the last checkpoint is old for
 * minutes after a promotion. In recovery the function fails, as every write would.
 *
 * A cursor that was written by a relay of the lost future is taken back to the end of the log.
 */
const enterFunction = (schemaName: string, schema: string): string => `
CREATE FUNCTION ${schema}.enter_log_epoch(p_is_restored boolean) RETURNS SETOF ${schema}.log_epochs VOLATILE LANGUAGE plpgsql AS $enter$
DECLARE
  v_system text;
  v_timeline integer;
  v_last ${schema}.log_epochs;
  v_heads bigint[];
BEGIN
  SELECT c.system_identifier::text INTO v_system FROM pg_control_system() c;
  v_timeline := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer;
  SELECT * INTO v_last FROM ${schema}.log_epochs l ORDER BY l.epoch DESC LIMIT 1;
  IF p_is_restored OR (v_last.system_identifier, v_last.timeline) IS DISTINCT FROM (v_system, v_timeline) THEN
    PERFORM pg_advisory_xact_lock(${lockClass(schemaName, 'epoch')}, 0);
    SELECT * INTO v_last FROM ${schema}.log_epochs l ORDER BY l.epoch DESC LIMIT 1;
    IF p_is_restored OR (v_last.system_identifier, v_last.timeline) IS DISTINCT FROM (v_system, v_timeline) THEN
      SELECT array_agg(coalesce(head.position, 0) ORDER BY s.shard) INTO v_heads FROM generate_series(0, ${SHARD_COUNT - 1}) AS s (shard)
      LEFT JOIN LATERAL (SELECT e.position FROM ${schema}.events e WHERE e.shard = s.shard ORDER BY e.position DESC LIMIT 1) head ON true;
      INSERT INTO ${schema}.log_epochs (epoch, system_identifier, timeline, starts)
      SELECT GREATEST(coalesce(v_last.epoch, 0) + 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), v_system, v_timeline,
        CASE WHEN v_last.epoch IS NULL THEN array_fill(0::bigint, ARRAY[${SHARD_COUNT}]) ELSE v_heads END;
      UPDATE ${schema}.relay_cursors c SET position = h.head, public_position = coalesce((
          SELECT e.position FROM ${schema}.events e WHERE e.shard = c.shard AND e.meta ->> 'sequence' IS NOT NULL ORDER BY e.position DESC LIMIT 1), 0)
      FROM unnest(v_heads) WITH ORDINALITY AS h (head, i) WHERE c.shard = h.i - 1 AND c.position > h.head;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM ${schema}.log_epochs l ORDER BY l.epoch;
END $enter$;`;

/** The epochs of one log, and where consumers note the epoch of their marks. The first epoch has the whole log. */
export function logEpochStatements(schemaName: string): string[] {
  const schema = quoteSchema(schemaName);
  return [epochTable(schema), enterFunction(schemaName, schema)];
}
