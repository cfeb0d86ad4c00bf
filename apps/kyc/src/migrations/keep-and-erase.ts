import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who presented a document, by its keyed hash alone (live mode); the orders of operators that nothing be erased; and the ways
 * by which verifications are found whose time is over or whose customer is erased.
 */
export class KeepAndErase1795269600000 implements MigrationInterface {
  readonly name = 'KeepAndErase1795269600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc.document_holders (
        account_id text NOT NULL,
        livemode boolean NOT NULL,
        document_hash text NOT NULL,
        verification_id text NOT NULL,
        customer_id text NOT NULL,
        noted_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, livemode, document_hash, verification_id)
      )`);
    await runner.query('CREATE INDEX document_holders_by_verification ON kyc.document_holders (verification_id)');
    await runner.query('CREATE INDEX document_holders_by_age ON kyc.document_holders (noted_at)');
    await runner.query(`
      CREATE TABLE kyc.hold_orders (
        order_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        verification_id text NOT NULL,
        reason text,
        ordered_at timestamptz NOT NULL,
        taken_at timestamptz
      )`);
    await runner.query('CREATE INDEX hold_orders_open ON kyc.hold_orders (order_id) WHERE taken_at IS NULL');
    await runner.query(`
      CREATE INDEX verifications_by_customer ON kyc.streams (account_id, livemode, (state->'terms'->>'customerId'), stream_id)
      WHERE stream_type = 'kyc.verification' AND state->>'redactedAtMs' IS NULL`);
    await runner.query(`
      CREATE INDEX verifications_by_end ON kyc.streams
        (status, (coalesce(state->>'verifiedAtMs', state->>'failedAtMs', state->>'endedAtMs')::bigint))
      WHERE stream_type = 'kyc.verification' AND state->>'redactedAtMs' IS NULL AND state->'retention'->'hold' IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX kyc.verifications_by_end, kyc.verifications_by_customer');
    await runner.query('DROP TABLE kyc.document_holders, kyc.hold_orders');
  }
}
