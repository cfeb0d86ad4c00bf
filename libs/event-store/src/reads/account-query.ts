import { Query as PgQuery, type Connection, type Pool, type QueryResult, type QueryResultRow } from 'pg';
import { ReleasedQuery } from '../released-query';
import type { Statement } from '../writer/connection';
import type { Query } from '../writer/load';

/** Without a row: nothing of it is described or sent back. The setting ends with the transaction, which is this message. */
const SET_ACCOUNT: Statement = {
  name: 'hundi_set_account',
  text: `SELECT FROM set_config('hundi.account_id', $1, true) AS account WHERE account IS NULL`,
};

/** A prepared statement that sees the rows of one account. */
export interface AccountStatement {
  accountId: string;
  statement: Statement;
  /** Texts and numbers. */
  values: readonly unknown[];
}

/** Runs several in one round trip and one transaction: when one of them fails, all do. @returns the rows of each, in their order. */
export type QueryAccounts = <TRow extends QueryResultRow>(asked: readonly AccountStatement[]) => Promise<TRow[][]>;

/** The part of a connection of `pg` that its types do not tell. */
interface MessageWriter {
  parsedStatements: Record<string, string>;
  parse(message: Statement): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => string }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
}

/**
 * Statements of accounts: the setting that the policies compare with is sent before each in the same message, so that it costs
 * no round trip, and is gone when the message has ended, however it ends.
 */
class AccountQuery extends ReleasedQuery {
  constructor(
    private readonly before: readonly AccountStatement[],
    private readonly last: AccountStatement,
  ) {
    super(last.statement, last.values);
  }

  /** Called by the driver between its cork and uncork. */
  prepare(connection: Connection): void {
    const writer = connection as unknown as MessageWriter;
    for (const { accountId, statement, values } of this.before) {
      setAccount(writer, accountId);
      bind(writer, statement, values);
      writer.describe({ type: 'P', name: '' });
      writer.execute({ portal: '' });
    }
    setAccount(writer, this.last.accountId);
    (PgQuery.prototype as unknown as { prepare(to: Connection): void }).prepare.call(this, connection);
  }
}

function setAccount(writer: MessageWriter, accountId: string): void {
  bind(writer, SET_ACCOUNT, [accountId]);
  writer.execute({ portal: '' });
}

function bind(writer: MessageWriter, { name, text }: Statement, values: readonly unknown[]): void {
  if (writer.parsedStatements[name] === undefined) {
    writer.parse({ name, text });
    // When it cannot be parsed, the pool lets go of the connection.
    writer.parsedStatements[name] = text;
  }
  writer.bind({ portal: '', statement: name, values, valueMapper: String });
}

/** Prepared statements that see the rows of one account each, on a pool whose role is bound to that by row-level security. */
export function queryAccountsOn(pool: Pool): QueryAccounts {
  return async <TRow extends QueryResultRow>(asked: readonly AccountStatement[]): Promise<TRow[][]> => {
    const last = asked.at(-1);
    if (last === undefined) return [];
    // Two results for each: that of the setting first.
    const results = (await (pool.query(new AccountQuery(asked.slice(0, -1), last)) as unknown)) as QueryResult<TRow>[];
    return results.filter((_, index) => index % 2 === 1).map(({ rows }) => rows);
  };
}

/** The same for one account. */
export function accountQueryOn(pool: Pool, accountId: string): Query {
  const query = queryAccountsOn(pool);
  return async <TRow extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<TRow[]> => {
    const [rows = []] = await query<TRow>([{ accountId, statement, values }]);
    return rows;
  };
}
