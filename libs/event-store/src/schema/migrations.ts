import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appendStatement, hashChainStatement } from './append-function';
import { logEpochStatements } from './log-epochs';
import { makeViewLiveStatement } from './make-view-live';
import { quoteSchema } from './names';
import { partitionStatements } from './partitions';
import { deadLetterTable, tableStatements } from './tables';
import { uniqueCommands } from './unique-commands';

/**
 * The TypeORM migrations that make the tables and functions of one service's event store. A service puts its own
 * migrations beside them and runs all through `runMigrations`.
 *
 * @param schema the service's schema; one event store for each.
 */
export function eventStoreMigrations(schema: string): (new () => MigrationInterface)[] {
  const quoted = quoteSchema(schema);
  class CreateEventStore implements MigrationInterface {
    readonly name = 'CreateEventStore1795219200000';
    async up(runner: QueryRunner): Promise<void> {
      const statements = [...tableStatements(quoted), hashChainStatement(quoted), ...partitionStatements(schema)];
      for (const statement of statements) await runner.query(statement);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('the event log is never dropped by a migration'));
    }
  }
  /** The append of a release that does not know follow-ups keeps its own function: it has other parameters. */
  class AppendFollowUps implements MigrationInterface {
    readonly name = 'AppendFollowUps1795255200000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(appendStatement(schema, false));
    }
    down(): Promise<void> {
      return Promise.reject(new Error('the append is never taken back by a migration'));
    }
  }
  /** Nobody ever wrote to it: what no retry can mend stands on the topic of dead letters. */
  class DropDeadLetters implements MigrationInterface {
    readonly name = 'DropDeadLetters1795258800000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP TABLE IF EXISTS ${quoted}.dead_letters`);
    }
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(deadLetterTable(quoted));
    }
  }
  return [CreateEventStore, AppendFollowUps, DropDeadLetters, ...laterMigrations(schema, quoted)];
}

function laterMigrations(schema: string, quoted: string): (new () => MigrationInterface)[] {
  return [
    dateByPublicEvents(quoted),
    indexRefusals(quoted),
    addLogEpochs(schema),
    makeViewsLive(schema),
    appendByDeadline(schema),
    uniqueCommands(schema),
  ];
}

/** Refusals are found by their age: they go after minutes, accepted answers with their partition. */
function indexRefusals(quoted: string): new () => MigrationInterface {
  return class IndexRefusals implements MigrationInterface {
    readonly name = 'IndexRefusals1795330000000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`CREATE INDEX commands_refused ON ${quoted}.commands (created_at) WHERE outcome = 'refused'`);
    }
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP INDEX ${quoted}.commands_refused`);
    }
  };
}

function addLogEpochs(schema: string): new () => MigrationInterface {
  return class AddLogEpochs implements MigrationInterface {
    readonly name = 'AddLogEpochs1795352400000';
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of logEpochStatements(schema)) await runner.query(statement);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('the epochs of a log are never dropped by a migration'));
    }
  };
}

/** Services own no views: what they need of that is a function that runs with the rights of the owner. */
function makeViewsLive(schema: string): new () => MigrationInterface {
  return class MakeViewsLive implements MigrationInterface {
    readonly name = 'MakeViewsLive1795353000000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(makeViewLiveStatement(schema));
    }
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP FUNCTION ${quoteSchema(schema)}.make_view_live`);
    }
  };
}

/** The append of a release that compares deadlines before it waits, and not after, keeps its own function, too. */
function appendByDeadline(schema: string): new () => MigrationInterface {
  return class AppendByDeadline implements MigrationInterface {
    readonly name = 'AppendByDeadline1795353600000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(appendStatement(schema));
    }
    down(): Promise<void> {
      return Promise.reject(new Error('the append is never taken back by a migration'));
    }
  };
}

/** `updated_at` moved with what nobody sees, too. Rows that nothing happens to any more would say so for ever. */
function dateByPublicEvents(quoted: string): new () => MigrationInterface {
  return class DateByPublicEvents implements MigrationInterface {
    readonly name = 'DateByPublicEvents1795293000000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`UPDATE ${quoted}.streams s SET updated_at = (
          SELECT p.occurred_at FROM ${quoted}.events p
          WHERE p.shard = s.shard AND p.stream_id = s.stream_id AND p.meta->>'sequence' IS NOT NULL ORDER BY p.version DESC LIMIT 1)
        WHERE s.sequence > 0 AND EXISTS (SELECT FROM ${quoted}.events e
          WHERE e.shard = s.shard AND e.stream_id = s.stream_id AND e.version = s.version AND e.meta->>'sequence' IS NULL)`);
    }
    /** What stood there is not known any more, and an earlier release writes its own with the next event. */
    down(): Promise<void> {
      return Promise.resolve();
    }
  };
}
