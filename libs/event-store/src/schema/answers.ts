/** Answers of so many bytes together are packed: from there on the row that they share costs less than it saves. */
const PACKED_FROM_BYTES = 8_000;

/** SQL for the body of the answer in a row `alias` of `commands`, to the byte; null where it has none. */
export function storedBody(schema: string, alias: string): string {
  return `coalesce(${alias}.response, (SELECT nullif(split_part(a.bodies, E'\\x1f', ${alias}.answer_at), '')
        FROM ${schema}.answers a WHERE a.pack = ${alias}.pack AND a.created_at = ${alias}.created_at))`;
}

/** SQL for the id of the request whose answer is in the row `alias` of `commands`; null where it stored no event. */
export function requestIdOf(schema: string, alias: string): string {
  return `(SELECT e.meta->>'requestId' FROM ${schema}.events e WHERE e.shard = ${alias}.shard AND e.position = ${alias}.last_position)`;
}

/**
 * Answers of the commands of one append, in one row that Postgres compresses: they have most of their text in common, and are seldom
 * read (docs/decisions/0041-answers-of-an-append-stand-together.md).
 */
export function answerTableStatements(schema: string): string[] {
  return [
    `CREATE TABLE ${schema}.answers (
      pack bigint GENERATED ALWAYS AS IDENTITY,
      created_at timestamptz NOT NULL DEFAULT now(),
      bodies text NOT NULL,
      PRIMARY KEY (pack, created_at)
    ) PARTITION BY RANGE (created_at)`,
    `COMMENT ON COLUMN ${schema}.answers.bodies IS 'bodies of answers, separated by U+001F; empty where a command has none'`,
    `CREATE TABLE ${schema}.answers_default PARTITION OF ${schema}.answers DEFAULT`,
    `ALTER TABLE ${schema}.commands ADD COLUMN pack bigint, ADD COLUMN answer_at smallint`,
    `COMMENT ON COLUMN ${schema}.commands.answer_at IS 'which answer of its pack, from 1; null where the answer is in the row'`,
  ];
}

/** Where the append keeps the bodies of answers. */
export interface AnswerPlace {
  /** What it declares besides. */
  declare: string;
  /** Around the search for answers that are there already. */
  search: (find: string) => string;
  /** Before the rows of commands are written. */
  before: string;
  /** Columns of `commands`, and what is written into them from a row `c`. */
  columns: string;
  values: string;
  /** SQL for the body of the answer of a row `d` of `commands`. */
  body: string;
}

/** As it was until answers were packed. */
export const IN_ROWS: AnswerPlace = {
  declare: '',
  search: (find) => find,
  before: '',
  columns: 'response',
  values: 'c.response',
  body: 'd.response',
};

/**
 * Answers of many commands stand together in one row of `answers`, exactly as they came. One with conflicts has answers that were
 * never given, and is not kept so.
 */
export const IN_PACKS = (schema: string): AnswerPlace => ({
  declare: `
  v_pack bigint;`,
  // There is hardly ever one: to see that costs half of what it costs to be ready for its body.
  search: (find) => `
  SELECT array_agg(hit.i) INTO v_duplicates FROM (
    SELECT c.i FROM unnest(c_shard, c_id) WITH ORDINALITY AS c (shard, id, i)
    JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.command_id = c.id
    UNION ALL
    SELECT c.i FROM unnest(c_shard, c_key_id) WITH ORDINALITY AS c (shard, id, i)
    JOIN ${schema}.commands d ON d.shard = p_shards[c.shard] AND d.idempotency_id = c.id
    WHERE c.id IS NOT NULL
  ) hit;
  IF v_duplicates IS NOT NULL THEN${find}
  END IF;`,
  before: `
  IF v_skipped IS NULL AND octet_length(c_response_text) >= ${PACKED_FROM_BYTES} THEN
    INSERT INTO ${schema}.answers (bodies) VALUES (c_response_text) RETURNING pack INTO v_pack;
    c_response := NULL;
  END IF;`,
  columns: 'response, pack, answer_at',
  values: 'c.response, v_pack, CASE WHEN v_pack IS NOT NULL THEN c.i END',
  body: storedBody(schema, 'd'),
});
