import { appendStatement, hashChainStatement } from './append-function';
import { logEpochStatements } from './log-epochs';
import { makeViewLiveStatement } from './make-view-live';
import { quoteSchema } from './names';
import { partitionStatements } from './partitions';
import { SqlMigration } from './sql-migration';
import { statisticsStatement } from './statistics';
import { tableStatements } from './tables';

/**
 * The SQL that makes the tables and functions of one service's event store. The migration of a service begins with it.
 *
 * @param schema the service's schema; one event store for each.
 * @throws RangeError for a name that is not plain.
 */
export function eventStoreStatements(schema: string): string[] {
  const quoted = quoteSchema(schema);
  return [
    ...tableStatements(quoted),
    hashChainStatement(quoted),
    ...partitionStatements(schema),
    ...logEpochStatements(schema),
    makeViewLiveStatement(schema),
    appendStatement(schema),
    statisticsStatement(schema),
  ];
}

/** A migration for a schema with an event store and nothing else. */
export function eventStoreMigration(schema: string): new () => SqlMigration {
  const statements = eventStoreStatements(schema);
  return class CreateEventStore extends SqlMigration {
    readonly name = 'CreateEventStore1795405000000';
    readonly statements = statements;
  };
}
