import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which customers were erased of late: a verification that was on its way meanwhile goes with its customer too. Hashes of
 * documents are no longer noted before their verification is stored, so none is abandoned.
 */
export class RememberErased1795284000000 implements MigrationInterface {
  readonly name = 'RememberErased1795284000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc.erased_customers (
        account_id text NOT NULL,
        livemode boolean NOT NULL,
        customer_id text NOT NULL,
        noted_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, livemode, customer_id)
      )`);
    await runner.query('CREATE INDEX erased_customers_by_age ON kyc.erased_customers (noted_at)');
    await runner.query('DROP INDEX kyc.document_holders_by_age');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX document_holders_by_age ON kyc.document_holders (noted_at)');
    await runner.query('DROP TABLE kyc.erased_customers');
  }
}
