import { SHARD_COUNT } from '#contracts';
import { COMMAND_ID_INDEX } from './partitions';

const eventTable = (schema: string): string => `
CREATE TABLE ${schema}.events (
  shard smallint NOT NULL,
  position bigint NOT NULL,
  stream_id text NOT NULL,
  version integer NOT NULL,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  command_id uuid NOT NULL,
  correlation_id text NOT NULL,
  causation_id text,
  occurred_at bigint NOT NULL,
  data json NOT NULL,
  meta json NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (shard, position),
  UNIQUE (shard, stream_id, version)
);
COMMENT ON COLUMN ${schema}.events.occurred_at IS 'milliseconds since the epoch';
COMMENT ON COLUMN ${schema}.events.data IS 'json, not jsonb: the text is kept to the byte, so hashes, folds and replays agree to the byte';
`;

/**
 * Both indexes end with what orders the streams that are due at one instant, so that a page of them is read without the others.
 * A stream in real time has no row in the index of test clocks (docs/decisions/0033).
 */
const streamTable = (schema: string): string => `
CREATE TABLE ${schema}.streams (
  shard smallint NOT NULL,
  stream_id text NOT NULL,
  stream_type text NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  version integer NOT NULL,
  sequence integer NOT NULL,
  last_position bigint NOT NULL,
  status text NOT NULL,
  state json NOT NULL,
  state_schema smallint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  wake_at bigint,
  clock_id text,
  clock_wake_at bigint,
  clock_ordinal bigint,
  reported json,
  PRIMARY KEY (shard, stream_id)
) WITH (fillfactor = 85);
COMMENT ON COLUMN ${schema}.streams.clock_wake_at IS 'milliseconds since the epoch, on the clock; wake_at is real time';
COMMENT ON COLUMN ${schema}.streams.reported IS 'state after the last public event, where internal events followed it';
CREATE INDEX streams_due ON ${schema}.streams (shard, wake_at, stream_id) WHERE wake_at IS NOT NULL;
CREATE INDEX streams_clock ON ${schema}.streams (shard, clock_id, clock_wake_at, clock_ordinal) WHERE clock_id IS NOT NULL;
`;

/**
 * Refusals go by their age, after minutes; accepted answers go with their partition. Each partition is unique by command id.
 * `actor` says who asked where no event does (idempotent-requests.ts).
 */
const commandTables = (schema: string): string => `
CREATE TABLE ${schema}.commands (
  shard smallint NOT NULL,
  command_id uuid NOT NULL,
  stream_id text NOT NULL,
  operation text NOT NULL,
  idempotency_id uuid,
  idempotency_key text,
  fingerprint text,
  outcome text NOT NULL,
  http_status smallint NOT NULL,
  response text,
  refusal json,
  last_position bigint,
  actor json,
  created_at timestamptz NOT NULL DEFAULT now(),
  pack bigint,
  answer_at smallint
) PARTITION BY RANGE (created_at);
COMMENT ON COLUMN ${schema}.commands.answer_at IS 'which answer of its pack, from 1; null where the answer is in the row';
CREATE INDEX commands_by_key ON ${schema}.commands (shard, idempotency_id) WHERE idempotency_id IS NOT NULL;
CREATE INDEX commands_refused ON ${schema}.commands (created_at) WHERE outcome = 'refused';
CREATE INDEX commands_requested ON ${schema}.commands (created_at) WHERE actor IS NOT NULL;
CREATE TABLE ${schema}.commands_default PARTITION OF ${schema}.commands DEFAULT;
CREATE UNIQUE INDEX commands_default${COMMAND_ID_INDEX} ON ${schema}.commands_default (shard, command_id);
`;

/**
 * The answers of the commands of one append, in one row that Postgres compresses: they have most of their text in common, and are
 * seldom read (docs/decisions/0041-answers-of-an-append-stand-together.md).
 */
const answerTable = (schema: string): string => `
CREATE TABLE ${schema}.answers (
  pack bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL DEFAULT now(),
  bodies text NOT NULL,
  PRIMARY KEY (pack, created_at)
) PARTITION BY RANGE (created_at);
COMMENT ON COLUMN ${schema}.answers.bodies IS 'bodies of answers, separated by U+001F; empty where a command has none';
CREATE TABLE ${schema}.answers_default PARTITION OF ${schema}.answers DEFAULT;
`;

const cursorTables = (schema: string): string => `
CREATE TABLE ${schema}.relay_cursors (
  shard smallint PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  public_position bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO ${schema}.relay_cursors (shard) SELECT generate_series(0, ${SHARD_COUNT - 1});

CREATE TABLE ${schema}.consumer_positions (
  consumer text NOT NULL,
  source text NOT NULL,
  partition smallint NOT NULL,
  position bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  epoch bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (consumer, source, partition)
) WITH (fillfactor = 50);
COMMENT ON COLUMN ${schema}.consumer_positions.epoch IS 'of events: epoch of the event at position; 0 when it is not known';
`;

const projectionTables = (schema: string): string => `
CREATE TABLE ${schema}.projections (
  name text PRIMARY KEY,
  live_version integer NOT NULL,
  switched_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE ${schema}.projection_checkpoints (
  name text NOT NULL,
  version integer NOT NULL,
  shard smallint NOT NULL,
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (name, version, shard)
) WITH (fillfactor = 50);
`;

/**
 * The log refuses change for everybody, the owner included: only a superuser who disables the trigger can rewrite it,
 * and then the hash chain tells. A role `hundi_<schema>`, where an operator made one, is not even granted the try.
 */
const appendOnly = (schema: string): string => `
CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the event log is append only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${schema}.events
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ${schema}.events FROM PUBLIC;
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hundi_' || trim('"' FROM '${schema}')) THEN
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON ${schema}.events FROM %I', 'hundi_' || trim('"' FROM '${schema}'));
  END IF;
END $$;
`;

/** All tables of one service schema, in the order in which they are made. */
export function tableStatements(quotedSchema: string): string[] {
  const parts = [eventTable, streamTable, commandTables, answerTable, cursorTables, projectionTables, appendOnly];
  return parts.map((part) => part(quotedSchema));
}
