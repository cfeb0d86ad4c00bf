import { Query as PgQuery, type Connection, type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { Statement } from '../writer/connection';
import type { Query } from '../writer/load';

/** Without a row: nothing of it is described or sent back. The setting ends with the transaction, which is this message. */
const SET_ACCOUNT: Statement = {
  name: 'hundi_set_account',
  text: `SELECT FROM set_config('hundi.account_id', $1, true) AS account WHERE account IS NULL`,
};

/** The part of a connection of `pg` that its types do not tell. */
interface MessageWriter {
  parsedStatements: Record<string, string>;
  parse(message: Statement): void;
  bind(message: { portal: string; statement: string; values: string[]; valueMapper: (value: string) => string }): void;
  execute(message: { portal: string }): void;
}

/**
 * A statement of one account: the setting that the policies compare with is sent before it in the same message, so that it costs
 * no round trip, and is gone when the statement has ended, however it ends.
 */
class AccountQuery extends PgQuery {
  constructor(
    statement: QueryConfig,
    private readonly accountId: string,
  ) {
    super(statement);
  }

  /** Called by the driver between its cork and uncork. */
  prepare(connection: Connection): void {
    const writer = connection as unknown as MessageWriter;
    const { name, text } = SET_ACCOUNT;
    if (writer.parsedStatements[name] === undefined) {
      writer.parse({ name, text });
      writer.parsedStatements[name] = text;
    }
    writer.bind({ portal: '', statement: name, values: [this.accountId], valueMapper: (value) => value });
    writer.execute({ portal: '' });
    (PgQuery.prototype as unknown as { prepare(to: Connection): void }).prepare.call(this, connection);
  }
}

/** Prepared statements that see the rows of one account, on a pool whose role is bound to that by row-level security. */
export function accountQueryOn(pool: Pool, accountId: string): Query {
  return async <TRow extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<TRow[]> => {
    // One result for each of the two.
    const asked = pool.query(new AccountQuery({ name, text, values: [...values] }, accountId)) as unknown;
    const [, result] = await (asked as Promise<[unknown, QueryResult<TRow>]>);
    return result.rows;
  };
}
