import type { MigrationInterface, QueryRunner } from 'typeorm';
import { answerTableStatements } from './answers';
import { appendStatement, hashChainStatement, packingAppendStatement } from './append-function';
import { logEpochStatements } from './log-epochs';
import { makeViewLiveStatement } from './make-view-live';
import { quoteSchema } from './names';
import { statisticsStatement } from './statistics';
import { answerPartitionStatements, partitionStatements } from './partitions';
import { tableStatements } from './tables';
import { testClockStatements } from './test-clocks';

/**
 * The TypeORM migrations that make the tables and functions of one service's event store. A service puts its own
 * migrations beside them and runs all through `runMigrations`.
 *
 * @param schema the service's schema; one event store for each.
 * @throws RangeError when it is no plain name.
 */
export function eventStoreMigrations(schema: string): (new () => MigrationInterface)[] {
  const [create, addClocks, orderDue] = [statementsFor(schema), testClockStatements(schema), dueStreamStatements(schema)];
  const [findRequests, analyze, packAnswers] = [requestStatements(schema), [statisticsStatement(schema)], answerStatements(schema)];
  const keepReported = reportedStateStatements(schema);
  return [
    class CreateEventStore extends StoreMigration {
      readonly name = 'CreateEventStore1795405000000';
      protected readonly statements = create;
    },
    class AddTestClocks extends StoreMigration {
      readonly name = 'AddTestClocks1795700000000';
      protected readonly statements = addClocks;
    },
    class OrderDueStreams extends StoreMigration {
      readonly name = 'OrderDueStreams1795710000000';
      protected readonly statements = orderDue;
    },
    class FindRequests extends StoreMigration {
      readonly name = 'FindRequests1795850000000';
      protected readonly statements = findRequests;
    },
    class AnalyzeNewTables extends StoreMigration {
      readonly name = 'AnalyzeNewTables1796050000000';
      protected readonly statements = analyze;
    },
    class PackAnswers extends StoreMigration {
      readonly name = 'PackAnswers1796060000000';
      protected readonly statements = packAnswers;
    },
    class KeepReportedStates extends StoreMigration {
      readonly name = 'KeepReportedStates1796060100000';
      protected readonly statements = keepReported;
    },
  ];
}

/** Statements that are run once, in their order. */
abstract class StoreMigration implements MigrationInterface {
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('the event log is never dropped by a migration'));
  }
}

function statementsFor(schema: string): string[] {
  const quoted = quoteSchema(schema);
  return [
    ...tableStatements(quoted),
    hashChainStatement(quoted),
    ...partitionStatements(schema),
    ...logEpochStatements(schema),
    makeViewLiveStatement(schema),
    appendStatement(schema),
  ];
}

/** Of streams that are due at one instant, as those of a day are, a page is read without the others. */
function dueStreamStatements(schema: string): string[] {
  const quoted = quoteSchema(schema);
  return [
    `CREATE INDEX streams_due ON ${quoted}.streams (shard, wake_at, stream_id) WHERE wake_at IS NOT NULL`,
    `DROP INDEX ${quoted}.streams_wake`,
  ];
}

/** Requests without events, in the order in which they were stored: the audit log is made from them. */
function requestStatements(schema: string): string[] {
  return [`CREATE INDEX commands_requested ON ${quoteSchema(schema)}.commands (created_at) WHERE actor IS NOT NULL`];
}

function reportedStateStatements(schema: string): string[] {
  const streams = `${quoteSchema(schema)}.streams`;
  return [
    `ALTER TABLE ${streams} ADD COLUMN reported json`,
    `COMMENT ON COLUMN ${streams}.reported IS 'state after the last public event, where internal events followed it'`,
    packingAppendStatement(schema),
  ];
}

function answerStatements(schema: string): string[] {
  return [...answerTableStatements(quoteSchema(schema)), ...answerPartitionStatements(schema), packingAppendStatement(schema)];
}
