import { requestIdOf, storedBody } from '../schema/answers';
import { quoteSchema } from '../schema/names';
import type { StoredAnswer } from './append';
import type { Statement } from './connection';
import type { Query } from './load';
import type { PendingCommand } from './pending';

interface AnswerRow extends Omit<StoredAnswer, 'byKey' | 'streamId' | 'requestId'> {
  by_key: boolean;
  stream_id: string;
  request_id: string | null;
}

/**
 * Finds the stored answer of a command that cannot be decided any more. The append looks for it by itself; this is for a
 * command that never gets there because its aggregate throws.
 */
export class StoredAnswers {
  private readonly statement: Statement;

  constructor(schema: string) {
    const select = (byKey: boolean, column: string, parameter: string): string =>
      `SELECT ${byKey} AS by_key, stream_id, http_status AS status, ${storedBody(quoteSchema(schema), 'd')} AS body, refusal, fingerprint,
         last_position::text AS position, ${requestIdOf(quoteSchema(schema), 'd')} AS request_id
       FROM ${quoteSchema(schema)}.commands d WHERE shard = $1 AND ${column} = ${parameter}`;
    this.statement = {
      name: 'hundi_stored_answer',
      text: `${select(false, 'command_id', '$2')} UNION ALL ${select(true, 'idempotency_id', '$3')} ORDER BY by_key LIMIT 1`,
    };
  }

  /** By command id, else by Idempotency-Key; null when the command was never settled. */
  async find(
    query: Query,
    { command, shard, idempotencyId }: Pick<PendingCommand, 'command' | 'shard' | 'idempotencyId'>,
  ): Promise<StoredAnswer | null> {
    const [row] = await query<AnswerRow>(this.statement, [shard, command.commandId, idempotencyId]);
    if (!row) return null;
    const { by_key: byKey, stream_id: streamId, request_id: requestId, ...answer } = row;
    return { byKey, streamId, requestId, ...answer };
  }
}
