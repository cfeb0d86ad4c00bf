/** A connection is found from the side of its account and from that of the platform. */
export const CONNECTION_TABLES: readonly string[] = [
  `CREATE TABLE accounts.connections (
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
  )`,
  "COMMENT ON TABLE accounts.connections IS 'index of the connections, written in the commits of their events'",
  'CREATE INDEX connections_of_account ON accounts.connections (account_id, livemode, id)',
  'CREATE INDEX connections_of_platform_account ON accounts.connections (platform_account_id, livemode, id)',
  "CREATE UNIQUE INDEX connections_active ON accounts.connections (account_id, app_id) WHERE status = 'active'",
  "CREATE INDEX connections_platform ON accounts.connections (platform_account_id, account_id, livemode) WHERE status = 'active'",
  "CREATE INDEX connections_app ON accounts.connections (app_id) WHERE status = 'active'",
];
