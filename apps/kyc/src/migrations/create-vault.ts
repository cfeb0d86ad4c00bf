import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The only place where a document number or an OTP may rest, sealed, for as long as a flow is open; and how often a
 * document was tried, by its keyed hash, for a day.
 */
export class CreateVault1795258800000 implements MigrationInterface {
  readonly name = 'CreateVault1795258800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc.vault (
        vault_id uuid PRIMARY KEY,
        account_id text NOT NULL,
        verification_id text NOT NULL,
        content text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX vault_by_expiry ON kyc.vault (expires_at)');
    await runner.query('CREATE INDEX vault_by_verification ON kyc.vault (account_id, verification_id)');
    await runner.query(`
      CREATE TABLE kyc.document_tries (
        account_id text NOT NULL,
        livemode boolean NOT NULL,
        document_hash text NOT NULL,
        day date NOT NULL,
        tries integer NOT NULL,
        PRIMARY KEY (account_id, livemode, document_hash, day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kyc.vault, kyc.document_tries');
  }
}
