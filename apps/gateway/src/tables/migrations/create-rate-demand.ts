import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each gateway sees of each busy account, so that limits hold for all gateways together. Nothing in it outlives a minute. */
export class CreateRateDemand1795840000000 implements MigrationInterface {
  readonly name = 'CreateRateDemand1795840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE gateway.rate_demand (
        process_id text NOT NULL,
        key text NOT NULL,
        per_second double precision NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (process_id, key)
      ) WITH (fillfactor = 50)`);
    await runner.query(
      "COMMENT ON COLUMN gateway.rate_demand.key IS 'account, mode and what is counted; empty of a process that is there'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.rate_demand');
  }
}
