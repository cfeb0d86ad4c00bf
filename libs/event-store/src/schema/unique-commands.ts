import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quoteSchema } from './names';
import { COMMAND_ID_INDEX, uniquePartitionStatement } from './partitions';

const LOCK_NOT_AVAILABLE = '55P03';
const DROPS_MAX = 30;

/**
 * Gives every partition of `commands` a unique index on the command id, in place of the plain one: a writer that does not take
 * the lock of the shard can then store no command twice. Outside of a transaction, because the indexes are made while
 * others write; each step may be repeated.
 */
export function uniqueCommands(schemaName: string): new () => MigrationInterface {
  const schema = quoteSchema(schemaName);
  return class UniqueCommands implements MigrationInterface {
    readonly name = 'UniqueCommands1795353600001';
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(uniquePartitionStatement(schemaName));
      for (const partition of await partitionsOf(runner, schema)) await makeUnique(runner, schema, partition);
      await dropPlainIndex(runner, schema);
    }
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`CREATE INDEX IF NOT EXISTS commands_by_id ON ${schema}.commands (shard, command_id)`);
    }
  };
}

async function partitionsOf(runner: QueryRunner, schema: string): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${schema}.commands'::regclass`,
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** What an attempt that was cut off left behind is no index. */
async function makeUnique(runner: QueryRunner, schema: string, partition: string): Promise<void> {
  const index = `${partition}${COMMAND_ID_INDEX}`;
  const [found] = (await runner.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${schema}.${index}')`)) as {
    valid: boolean;
  }[];
  if (found?.valid) return;
  if (found) await runner.query(`DROP INDEX ${schema}.${index}`);
  await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${index} ON ${schema}.${partition} (shard, command_id)`);
}

/** Needs the table for itself for a moment. Waiting long for that would hold up every append behind it. */
async function dropPlainIndex(runner: QueryRunner, schema: string): Promise<void> {
  await runner.query(`SET lock_timeout = '1s'`);
  for (let attempt = 1; ; attempt++) {
    try {
      await runner.query(`DROP INDEX IF EXISTS ${schema}.commands_by_id`);
      break;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === DROPS_MAX) throw error;
    }
  }
  await runner.query('RESET lock_timeout');
}
