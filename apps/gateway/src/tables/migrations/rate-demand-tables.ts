/** The demand of each busy account at each gateway, so that limits hold for all gateways together. No row outlives a minute. */
export const RATE_DEMAND_TABLES: readonly string[] = [
  `CREATE UNLOGGED TABLE gateway.rate_demand (
    process_id text NOT NULL,
    key text NOT NULL,
    per_second double precision NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (process_id, key)
  ) WITH (fillfactor = 50)`,
  "COMMENT ON COLUMN gateway.rate_demand.key IS 'account, mode and what is counted; empty of a process that is there'",
];
