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

/** The type of a column that a view shows cannot be changed; the rights on the view follow after the migrations. */
async function setCollation(runner: QueryRunner, collation: string): Promise<void> {
  await runner.query('DROP VIEW webhooks.all_deliveries');
  for (const table of TABLES) await runner.query(`ALTER TABLE webhooks.${table} ALTER COLUMN delivery_id TYPE text COLLATE ${collation}`);
  await runner.query(ALL_DELIVERIES);
}
