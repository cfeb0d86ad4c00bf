import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ALL_DELIVERIES } from './queue-tables';

const TABLES = ['deliveries', 'deliveries_done'] as const;

/**
 * Ids of deliveries sort as they were made, by their bytes: lists and the oldest one go by that. A database whose collation is that of a
 * language sorts `a` before `Z`. In one that sorts by bytes nothing is done, so that no index is built again.
 */
export class OrderDeliveryIds1796200000000 implements MigrationInterface {
  readonly name = 'OrderDeliveryIds1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query(`SELECT 'Z' < 'a' AND 'z' > 'A' AS "isByBytes"`)) as { isByBytes: boolean }[];
    if (row?.isByBytes === true) return;
    await setCollation(runner, '"C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await setCollation(runner, '"default"');
  }
}

interface ViewRights {
  owner: string;
  readers: string[];
}

const RIGHTS = `
  SELECT c.relowner::regrole::text AS owner, ARRAY(SELECT a.grantee::regrole::text FROM aclexplode(c.relacl) a
    WHERE a.privilege_type = 'SELECT' AND a.grantee NOT IN (0, c.relowner)) AS readers
  FROM pg_class c WHERE c.oid = 'webhooks.all_deliveries'::regclass`;

/** The type of a column that a view shows cannot be changed. Services that run read the view, also before a migration ends with all rights. */
async function setCollation(runner: QueryRunner, collation: string): Promise<void> {
  const [rights] = (await runner.query(RIGHTS)) as ViewRights[];
  await runner.query('DROP VIEW webhooks.all_deliveries');
  for (const table of TABLES) await runner.query(`ALTER TABLE webhooks.${table} ALTER COLUMN delivery_id TYPE text COLLATE ${collation}`);
  await runner.query(ALL_DELIVERIES);
  if (rights === undefined) return;
  await runner.query(`ALTER VIEW webhooks.all_deliveries OWNER TO ${rights.owner}`);
  for (const reader of rights.readers) await runner.query(`GRANT SELECT ON webhooks.all_deliveries TO ${reader}`);
}
