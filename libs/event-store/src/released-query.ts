import { Query as PgQuery, type ClientBase, type Connection, type Pool, type QueryResult, type QueryResultRow } from 'pg';

/** The parts of a query of `pg` that its types do not tell. */
interface AnsweredQuery {
  values: unknown;
  callback: unknown;
  _result: unknown;
  _results: unknown;
  handleReadyForQuery(connection: Connection): void;
}

/**
 * A query that lets go of its values and rows when it is over. One of `pg` refers to itself through its callback and its timer; V8
 * then finds it, and all that it holds, by each collection of the young generation (pg 8.23 on Node 24), and moves it to the old one:
 * everything that is stored or read would stay in memory until the next full collection.
 */
export class ReleasedQuery extends PgQuery {
  /** @param name of a prepared statement; without it nothing is prepared. */
  constructor({ name, text }: { name?: string; text: string }, values: readonly unknown[]) {
    super({ ...(name !== undefined && { name }), text, values: [...values] });
  }

  /** Called by the driver when the query is over; after an error nothing is read any more, and nothing of it comes. */
  handleReadyForQuery(connection: Connection): void {
    const query = this as unknown as AnsweredQuery;
    (PgQuery.prototype as unknown as AnsweredQuery).handleReadyForQuery.call(query, connection);
    query.values = query.callback = query._result = query._results = null;
  }
}

/** Runs a query that was not run before. @throws what the database says. */
export function runQuery<TRow extends QueryResultRow>(
  connection: Pick<Pool | ClientBase, 'query'>,
  query: ReleasedQuery,
): Promise<QueryResult<TRow>> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined, result: QueryResult<TRow>): void => (error ? reject(error) : resolve(result));
    (connection.query as (query: ReleasedQuery, settle: unknown) => void).call(connection, query, settle);
  });
}
