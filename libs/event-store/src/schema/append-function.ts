import { requestIdOf, storedBody } from './answers';
import { GENESIS, contentHash } from './canonical';
import { lockClass, quoteSchema } from './names';

/** `p_deadline`: on the clock of the database, in milliseconds since the epoch; null when nothing of the batch has an effect. */
const PARAMETERS = `
  p_shards smallint[],
  c_shard integer[], c_stream integer[], c_id uuid[], c_key_id uuid[], c_key_text text, c_operation_text text,
  c_fingerprint_text text, c_status smallint[], c_response_text text, c_refusal_text text, c_events integer[],
  c_correlation_text text, c_causation_text text,
  s_id_text text, s_shard integer[], s_type_text text, s_account_text text, s_livemode boolean[], s_base integer[], s_version integer[],
  s_sequence integer[], s_status_text text, s_state_text text, s_reported_text text, s_schema smallint[], s_created bigint[], s_updated bigint[],
  s_wake bigint[], s_clock_text text, s_last_command integer[],
  e_command integer[], e_version integer[], e_type_text text, e_schema smallint[], e_id_text text, e_at bigint[],
  e_data_text text, e_meta_text text,
  l_cause integer[], l_effect integer[], a_command integer[], a_last_command integer[], a_stream integer[],
  k_consumer text, k_source_text text, k_partition smallint[], k_position bigint[],
  p_deadline double precision`;

const TEXT_ARRAYS = [
  'c_key', 'c_operation', 'c_fingerprint', 'c_response', 'c_refusal', 'c_correlation', 'c_causation',
  's_id', 's_type', 's_account', 's_status', 's_state', 's_reported', 's_clock', 'e_type', 'e_id', 'e_data', 'e_meta', 'k_source',
]; // prettier-ignore

const declarations = (): string => TEXT_ARRAYS.map((name) => `  ${name} text[] := string_to_array(${name}_text, E'\\x1f', '');`).join('\n');

/** There is hardly ever one, and to see that costs half of what it costs to be ready for its body: the bodies are read second. */
const findDuplicates = (schema: string): string => `
  SELECT array_agg(hit.i) INTO v_duplicates FROM (
    SELECT c.i FROM unnest(c_shard, c_id) WITH ORDINALITY AS c (shard, id, i)
    JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.command_id = c.id
    UNION ALL
    SELECT c.i FROM unnest(c_shard, c_key_id) WITH ORDINALITY AS c (shard, id, i)
    JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.idempotency_id = c.id
    WHERE c.id IS NOT NULL
  ) hit;
  IF v_duplicates IS NOT NULL THEN
  SELECT array_agg(found.i), json_agg(found) INTO v_duplicates, v_answers FROM (
    SELECT DISTINCT ON (hit.i) hit.* FROM (
      SELECT c.i::int, false AS by_key, d.stream_id, d.http_status AS status, ${storedBody(schema, 'd')} AS body, d.refusal, d.fingerprint, d.last_position::text AS position,
        ${requestIdOf(schema, 'd')} AS request_id
      FROM unnest(c_shard, c_id) WITH ORDINALITY AS c (shard, id, i)
      JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.command_id = c.id
      UNION ALL
      SELECT c.i::int, true, d.stream_id, d.http_status, ${storedBody(schema, 'd')}, d.refusal, d.fingerprint, d.last_position::text, ${requestIdOf(schema, 'd')}
      FROM unnest(c_shard, c_key_id) WITH ORDINALITY AS c (shard, id, i)
      JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.idempotency_id = c.id
      WHERE c.id IS NOT NULL
    ) hit ORDER BY hit.i, hit.by_key
  ) found;
  END IF;`;

/**
 * A stream is dirty when it is not in the version the batch was decided on, or when a command on it was stored before. Dirt
 * spreads along the links, so that of a command and its follow-ups either all are stored or none. Commands on dirty streams
 * are skipped, and decided again by the writer.
 */
const findConflicts = (schema: string): string => `
  SELECT array_agg(s.i::int) INTO v_dirty
  FROM unnest(s_shard, s_id, s_base) WITH ORDINALITY AS s (shard, id, base, i)
  LEFT JOIN ${schema}.streams stored ON stored.shard = p_shards[s.shard] AND stored.stream_id = s.id
  WHERE coalesce(stored.version, 0) <> s.base;
  IF v_duplicates IS NOT NULL THEN
    v_dirty := coalesce(v_dirty, '{}') || ARRAY(SELECT c_stream[i] FROM unnest(v_duplicates) AS i);
  END IF;
  IF v_dirty IS NOT NULL THEN
    LOOP
      v_spoiled := ARRAY(SELECT DISTINCT l.effect FROM unnest(l_cause, l_effect) AS l (cause, effect)
        WHERE l.cause = ANY (v_dirty) AND NOT (l.effect = ANY (v_dirty)));
      EXIT WHEN cardinality(v_spoiled) = 0;
      v_dirty := v_dirty || v_spoiled;
    END LOOP;
    v_skipped := ARRAY(SELECT c.i::int FROM unnest(c_stream) WITH ORDINALITY AS c (stream, i) WHERE c.stream = ANY (v_dirty));
  END IF;`;

const readHeads = (schema: string): string => `
  SELECT array_agg(coalesce(head.position, 0) ORDER BY s.i), array_agg(coalesce(head.hash, ${GENESIS}) ORDER BY s.i) INTO v_heads, v_hashes
  FROM unnest(p_shards) WITH ORDINALITY AS s (shard, i)
  LEFT JOIN LATERAL (SELECT e.position, e.hash FROM ${schema}.events e WHERE e.shard = s.shard ORDER BY e.position DESC LIMIT 1) head ON true;`;

/** The position of the last event of each command, or null for one that adds none. */
const findLastPositions = `
  SELECT array_agg(CASE WHEN p.events > 0 THEN p.position END ORDER BY p.i) INTO v_last FROM (
    SELECT c.i, c.events, v_heads[c.shard] + sum(c.events) OVER (PARTITION BY c.shard ORDER BY c.i ROWS UNBOUNDED PRECEDING) AS position
    FROM (
      SELECT x.shard, CASE WHEN v_skipped IS NULL OR NOT (x.i = ANY (v_skipped)) THEN x.events ELSE 0 END AS events, x.i
      FROM unnest(c_shard, c_events) WITH ORDINALITY AS x (shard, events, i)
    ) c
  ) p;`;

/** The answer of a command with follow-ups may be the resource of one of them, and stands where the last of them ends. */
const findAnswers = `
  v_answer_streams := c_stream;
  v_answer_positions := v_last;
  FOR v_index IN 1..cardinality(a_command) LOOP
    v_answer_streams[a_command[v_index]] := a_stream[v_index];
    v_answer_positions[a_command[v_index]] := v_last[a_last_command[v_index]];
  END LOOP;`;

const insertEvents = (schema: string): string => `
  INSERT INTO ${schema}.events (shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id, command_id,
    correlation_id, causation_id, occurred_at, data, meta, hash)
  SELECT x.shard, v_heads[x.shard_index] + row_number() OVER w, x.stream_id, x.version, x.type, x.schema_version, x.account_id, x.livemode,
    x.event_id, x.command_id, x.correlation_id, x.causation_id, x.occurred_at, x.data::json, x.meta::json,
    ${schema}.hash_chain(${contentHash('x')}, v_hashes[x.shard_index]) OVER w
  FROM (
    SELECT e.i, c_shard[e.command] AS shard_index, p_shards[c_shard[e.command]] AS shard, s_id[c_stream[e.command]] AS stream_id, e.version, e.type,
      e.schema_version, s_account[c_stream[e.command]] AS account_id, s_livemode[c_stream[e.command]] AS livemode, e.event_id,
      c_id[e.command] AS command_id, c_correlation[e.command] AS correlation_id, c_causation[e.command] AS causation_id, e.occurred_at, e.data, e.meta
    FROM unnest(e_command, e_version, e_type, e_schema, e_id, e_at, e_data, e_meta)
      WITH ORDINALITY AS e (command, version, type, schema_version, event_id, occurred_at, data, meta, i)
    WHERE v_skipped IS NULL OR NOT (e.command = ANY (v_skipped))
  ) x
  WINDOW w AS (PARTITION BY x.shard_index ORDER BY x.i ROWS UNBOUNDED PRECEDING);`;

/** Answers of so many bytes together are packed: from there on the row that they share costs less than it saves. */
const PACKED_FROM_BYTES = 8_000;

/**
 * Answers of many commands stand together in one row of `answers`, exactly as they came. A batch with conflicts has answers that were
 * never given, and is not packed.
 */
const insertCommands = (schema: string): string => `
  IF v_skipped IS NULL AND octet_length(c_response_text) >= ${PACKED_FROM_BYTES} THEN
    INSERT INTO ${schema}.answers (bodies) VALUES (c_response_text) RETURNING pack INTO v_pack;
    c_response := NULL;
  END IF;
  INSERT INTO ${schema}.commands (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome, http_status,
    response, pack, answer_at, refusal, last_position)
  SELECT p_shards[c.shard], c.id, s_id[v_answer_streams[c.i]], c.operation, CASE WHEN c.refusal IS NULL THEN c.key_id END,
    CASE WHEN c.refusal IS NULL THEN c.key END, c.fingerprint, CASE WHEN c.refusal IS NULL THEN 'accepted' ELSE 'refused' END, c.status,
    c.response, v_pack, CASE WHEN v_pack IS NOT NULL THEN c.i END, c.refusal::json,
    v_answer_positions[c.i]
  FROM unnest(c_shard, c_id, c_key_id, c_key, c_operation, c_fingerprint, c_status, c_response, c_refusal)
    WITH ORDINALITY AS c (shard, id, key_id, key, operation, fingerprint, status, response, refusal, i)
  WHERE v_skipped IS NULL OR NOT (c.i = ANY (v_skipped));`;

/**
 * `clock`: the id of the test clock, a blank, and when the stream is woken by it, if ever. The ordinal of a stream on a clock is the
 * position of its first event: it never changes, and follows from the log.
 */
const upsertStreams = (schema: string): string => `
  INSERT INTO ${schema}.streams AS target (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state,
    reported, state_schema, created_at, updated_at, wake_at, clock_id, clock_wake_at, clock_ordinal)
  SELECT p_shards[s.shard], s.id, s.type, s.account, s.livemode, s.version, s.sequence, v_last[s.last_command], coalesce(s.status, ''), s.state::json,
    s.reported::json, s.state_schema, s.created, s.updated, s.wake, split_part(s.clock, ' ', 1), nullif(split_part(s.clock, ' ', 2), '')::bigint,
    CASE WHEN s.clock IS NOT NULL THEN
      (SELECT e.position FROM ${schema}.events e WHERE e.shard = p_shards[s.shard] AND e.stream_id = s.id AND e.version = 1) END
  FROM unnest(s_shard, s_id, s_type, s_account, s_livemode, s_base, s_version, s_sequence, s_status, s_state, s_reported, s_schema, s_created, s_updated, s_wake, s_clock, s_last_command)
    WITH ORDINALITY AS s (shard, id, type, account, livemode, base, version, sequence, status, state, reported, state_schema, created, updated, wake, clock, last_command, i)
  WHERE s.version > s.base AND (v_dirty IS NULL OR NOT (s.i = ANY (v_dirty)))
  ON CONFLICT (shard, stream_id) DO UPDATE SET version = excluded.version, sequence = excluded.sequence, last_position = excluded.last_position,
    status = excluded.status, state = excluded.state, reported = excluded.reported, state_schema = excluded.state_schema, updated_at = excluded.updated_at, wake_at = excluded.wake_at,
    clock_wake_at = excluded.clock_wake_at;`;

const savePositions = (schema: string): string => `
  IF cardinality(k_partition) > 0 THEN
    INSERT INTO ${schema}.consumer_positions (consumer, source, partition, position)
    SELECT k_consumer, k.source, k.partition, k.position FROM unnest(k_source, k_partition, k_position) AS k (source, partition, position)
    ON CONFLICT (consumer, source, partition) DO UPDATE SET position = excluded.position, updated_at = now();
  END IF;`;

/** The SQLSTATE of an append that came to its end after the deadline of one of its commands. */
export const PAST_DEADLINE = 'UE001';

/**
 * Compares the deadline after every wait for a lock, of shards, rows and tables: all that follows is the flush of the commit.
 * The error takes back what was written and carries the clock of the database as its detail.
 */
const checkDeadline = `
  v_now := extract(epoch FROM clock_timestamp()) * 1000;
  IF v_now > p_deadline THEN
    RAISE EXCEPTION 'a command of the batch is past its deadline' USING ERRCODE = '${PAST_DEADLINE}', DETAIL = v_now::text;
  END IF;`;

/** The aggregate that chains the hashes of a page of events. */
export const hashChainStatement = (schema: string): string => `
CREATE FUNCTION ${schema}.hash_chain_step(state bytea, content bytea, head bytea) RETURNS bytea IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN sha256(coalesce(state, head) || content);
END $$;
CREATE AGGREGATE ${schema}.hash_chain(content bytea, head bytea) (SFUNC = ${schema}.hash_chain_step, STYPE = bytea);
`;

/**
 * The append: one statement, one round trip, one transaction. It is a VOLATILE PL/pgSQL function because each of its
 * statements then takes a fresh READ COMMITTED snapshot *after* the shard locks were granted. One big statement with
 * common table expressions would read under the snapshot taken before it waited for the lock, and would miss exactly
 * the rows that the previous holder of the lock committed: doubled positions, unseen duplicates.
 *
 * Locks are taken in ascending order of shard, so that two appends never wait for each other in a circle.
 */
export function appendStatement(schemaName: string): string {
  const schema = quoteSchema(schemaName);
  return `
CREATE FUNCTION ${schema}.append(${PARAMETERS}
) RETURNS TABLE (positions bigint[], skipped integer[], duplicates json, now_ms double precision) VOLATILE LANGUAGE plpgsql AS $append$
#variable_conflict use_column
DECLARE
${declarations()}
  v_shard smallint;
  v_heads bigint[];
  v_hashes bytea[];
  v_last bigint[];
  v_duplicates integer[];
  v_answers json;
  v_dirty integer[];
  v_skipped integer[];
  v_spoiled integer[];
  v_answer_streams integer[];
  v_answer_positions bigint[];
  v_now double precision;
  v_pack bigint;
BEGIN
  FOREACH v_shard IN ARRAY p_shards LOOP
    PERFORM pg_advisory_xact_lock(${lockClass(schemaName, 'append')}, v_shard);
  END LOOP;
${findDuplicates(schema)}
${findConflicts(schema)}
${readHeads(schema)}
${findLastPositions}
${findAnswers}
${insertEvents(schema)}
${insertCommands(schema)}
${upsertStreams(schema)}
${savePositions(schema)}${checkDeadline}
  RETURN QUERY SELECT v_answer_positions, v_skipped, v_answers, v_now;
END $append$;`;
}
