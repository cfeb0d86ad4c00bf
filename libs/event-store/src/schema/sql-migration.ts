import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A setting of the transaction of a migration: the column `fingerprint` of the row that TypeORM then inserts takes it as its default. */
export const FINGERPRINT_SETTING = 'hundi.migration_fingerprint';

/** A migration of SQL statements that run once, in their order, in one transaction. */
export abstract class SqlMigration implements MigrationInterface {
  /** Ends with the 13 digits of its time, by which TypeORM orders migrations. */
  abstract readonly name: string;
  abstract readonly statements: readonly string[];

  /** Tells a migration from an edited one with the same name. */
  get fingerprint(): string {
    return createHash('sha256').update(this.statements.join(';\n')).digest('hex');
  }

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
    await runner.query('SELECT set_config($1, $2, true)', [FINGERPRINT_SETTING, this.fingerprint]);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('no migration is reverted: what was stored would be lost'));
  }
}
