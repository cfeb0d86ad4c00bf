import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a key may be used (spec/quality.md 5.2). Empty, as for every key there is: anywhere. */
export class AddAllowedAddresses1763769600000 implements MigrationInterface {
  readonly name = 'AddAllowedAddresses1763769600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway.api_keys ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.api_keys DROP COLUMN allowed_addresses');
  }
}
