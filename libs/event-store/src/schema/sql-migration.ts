import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration of SQL statements that run once, in their order, in one transaction. */
export abstract class SqlMigration implements MigrationInterface {
  /** Ends with the 13 digits of its time, by which TypeORM orders migrations. */
  abstract readonly name: string;
  abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('no migration is reverted: what was stored would be lost'));
  }
}
