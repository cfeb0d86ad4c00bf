import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a client secret ends, and where a connection is found from the side of the platform. */
export class AddAppsAndConnections1795820000000 implements MigrationInterface {
  readonly name = 'AddAppsAndConnections1795820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.secrets ADD COLUMN ends_at timestamptz');
    await runner.query("COMMENT ON COLUMN accounts.secrets.ends_at IS 'of a client secret that was rolled: until when it works'");
    await runner.query(`
      CREATE TABLE accounts.connections (
        id text PRIMARY KEY,
        shard smallint NOT NULL,
        account_id text NOT NULL,
        platform_account_id text NOT NULL,
        app_id text NOT NULL,
        livemode boolean NOT NULL,
        scopes text[] NOT NULL,
        granted_by text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'revoked')),
        made_at bigint NOT NULL
      )`);
    await runner.query("COMMENT ON TABLE accounts.connections IS 'index of the connections, written in the commits of their events'");
    for (const side of ['account', 'platform_account'])
      await runner.query(`CREATE INDEX connections_of_${side} ON accounts.connections (${side}_id, livemode, id)`);
    await runner.query("CREATE UNIQUE INDEX connections_active ON accounts.connections (account_id, app_id) WHERE status = 'active'");
    await runner.query(
      "CREATE INDEX connections_platform ON accounts.connections (platform_account_id, account_id, livemode) WHERE status = 'active'",
    );
    await runner.query("CREATE INDEX connections_app ON accounts.connections (app_id) WHERE status = 'active'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts.connections');
    await runner.query('ALTER TABLE accounts.secrets DROP COLUMN ends_at');
  }
}
