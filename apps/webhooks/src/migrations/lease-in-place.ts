import type { MigrationInterface, QueryRunner } from 'typeorm';
import { allDeliveries } from './create-queue';
import { CLAIM_FUNCTION } from './queue-claim';
import { FLUSH_FUNCTION } from './queue-flush';
import { EXPIRE_FUNCTION } from './queue-leases';

/**
 * One row for each claim, until its time is over. Written once and deleted once, with no index: there are as many as claims in
 * a minute. The ids stay as they are, for trying to compress them costs more than to store them.
 */
const LEASES = `
CREATE TABLE webhooks.leases (
  lease_token uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  delivery_ids text[] STORAGE EXTERNAL NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE webhooks.leases IS 'what each claim took, and until when; a delivery is held while its lease_token is the same'`;

/** What is leased stays so, until the same time. */
const TAKE_OVER = `
INSERT INTO webhooks.leases (lease_token, lease_until, delivery_ids)
  SELECT lease_token, max(lease_until), array_agg(delivery_id) FROM webhooks.deliveries WHERE state = 'leased' GROUP BY lease_token;
UPDATE webhooks.deliveries SET state = 'ready' WHERE state = 'leased'`;

/** Fewer rows on a page: a row that is leased is written a second time beside itself, as long as there is room. */
const WITHOUT_INDEX = `
DROP INDEX webhooks.deliveries_leased;
ALTER TABLE webhooks.deliveries DROP COLUMN lease_until, DROP CONSTRAINT deliveries_state_check, SET (fillfactor = 55),
  ADD CONSTRAINT deliveries_state_check CHECK (state = 'ready' OR state = 'held' AND lease_token IS NULL);
COMMENT ON COLUMN webhooks.deliveries.lease_token IS 'who has a ready one in hand, see leases; in no index, so that a claim writes none'`;

const WITH_INDEX = `
UPDATE webhooks.deliveries SET lease_token = NULL WHERE lease_token IS NOT NULL;
UPDATE webhooks.endpoint_queues SET in_flight = 0 WHERE in_flight > 0;
ALTER TABLE webhooks.deliveries ADD COLUMN lease_until timestamptz, DROP CONSTRAINT deliveries_state_check, SET (fillfactor = 70),
  ADD CONSTRAINT deliveries_state_check CHECK (state IN ('held', 'ready', 'leased'));
CREATE INDEX deliveries_leased ON webhooks.deliveries (lease_until) WHERE state = 'leased'`;

/** To a reader a delivery that somebody has in hand is leased, as before. */
const AS_READ = `CASE WHEN lease_token IS NULL THEN state ELSE 'leased' END`;

/** Processes of the version before write their results through this. There is none of it in a new database. */
const OLD_WAY_OF_RESULTS = `
DO $$
BEGIN
  IF to_regprocedure('webhooks.flush_results(timestamptz, text, text[], json)') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION webhooks.flush_results(at timestamptz, worker text, queue_ids text[], results json)
    RETURNS TABLE (accepted integer, opened integer, pending integer, released integer) LANGUAGE sql AS $old$
      SELECT * FROM webhooks.write_results(at, worker, queue_ids,
        (SELECT array_agg(r) FROM json_populate_recordset(NULL::webhooks.delivery_result, results) r))
    $old$;
  END IF;
END $$`;

/**
 * A lease is written into the row of its delivery and into no index (decision 25). Nothing is claimed meanwhile. Processes of the
 * version before go on, through functions of the same names; what a dead one of them had in hand, those of this version give back.
 */
export class LeaseInPlace1795281000000 implements MigrationInterface {
  readonly name = 'LeaseInPlace1795281000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE webhooks.deliveries IN ACCESS EXCLUSIVE MODE');
    for (const statement of [LEASES, TAKE_OVER, WITHOUT_INDEX, allDeliveries(AS_READ)]) await runner.query(statement);
    for (const statement of [CLAIM_FUNCTION, FLUSH_FUNCTION, EXPIRE_FUNCTION, OLD_WAY_OF_RESULTS]) await runner.query(statement);
    await runner.query(
      'DROP FUNCTION IF EXISTS webhooks.claim_deliveries(timestamptz, uuid, integer, integer, integer, integer, integer, integer)',
    );
  }

  /** Tables as they were; the version before makes its functions anew. Leases end: what is in hand may be sent a second time. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(WITH_INDEX);
    await runner.query(allDeliveries('state'));
    await runner.query('DROP FUNCTION webhooks.expire_leases, webhooks.write_results');
    await runner.query('DROP TABLE webhooks.leases');
  }
}
