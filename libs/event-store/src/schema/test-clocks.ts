import { appendStatement } from './append-function';
import { quoteSchema } from './names';

/**
 * What a stream on a test clock has beside the others (docs/decisions/0033), and the append that writes it. The index finds what is
 * due next on a clock; of streams in real time it holds nothing. The append of the release before stands beside it, with the parameters
 * of then: processes of that release may run on, or be taken back to.
 */
export function testClockStatements(schemaName: string): string[] {
  const schema = quoteSchema(schemaName);
  return [
    `ALTER TABLE ${schema}.streams ADD COLUMN clock_id text, ADD COLUMN clock_wake_at bigint, ADD COLUMN clock_ordinal bigint`,
    `COMMENT ON COLUMN ${schema}.streams.clock_wake_at IS 'milliseconds since the epoch, on the clock; wake_at is real time'`,
    `CREATE INDEX streams_clock ON ${schema}.streams (shard, clock_id, clock_wake_at, clock_ordinal) WHERE clock_id IS NOT NULL`,
    appendStatement(schemaName),
  ];
}
