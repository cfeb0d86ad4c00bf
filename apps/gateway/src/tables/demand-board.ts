import type { Demand } from '../limits/shares';
import type { DemandBoard } from '../limits/rate-shares';
import type { GatewayDatabase } from './gateway-database';

/** Rows of processes that ended, in the way of nobody, are taken away. */
const EXCHANGE = `
  WITH mine AS (
    INSERT INTO gateway.rate_demand (process_id, key, per_second, at)
    SELECT $1, d.key, d.per_second, now() FROM unnest($2::text[], $3::float8[]) AS d (key, per_second)
    ON CONFLICT (process_id, key) DO UPDATE SET per_second = excluded.per_second, at = excluded.at
  ), old AS (DELETE FROM gateway.rate_demand WHERE at < now() - interval '1 minute')
  SELECT process_id AS "processId", key, per_second AS wanted FROM gateway.rate_demand
  WHERE process_id <> $1 AND at > now() - interval '3 seconds'`;

/** The demand of all gateways, in a table that a crash of Postgres may empty. */
export function demandBoard(database: GatewayDatabase, processId: string): DemandBoard {
  return {
    exchange: (own) => database.ask<Demand>(EXCHANGE, [processId, own.map(({ key }) => key), own.map(({ wanted }) => wanted)]),
  };
}
