import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepPartitions } from './create-feed';

/** A row of a page and nothing else: what is larger is compressed as before. */
const INLINE_BYTES_MAX = 8_160;

/**
 * A body is about two kilobytes, just where Postgres begins to compress; with its own method, pglz, that takes longer than
 * everything else that is done for the row. LZ4 takes a tenth of it. A server built without LZ4 (as the embedded one is)
 * stores bodies as they are, up to the size of a page.
 */
const STORE_CHEAPLY = `
DO $$
DECLARE
  part regclass;
BEGIN
  ALTER TABLE webhooks.feed_events ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhooks.feed_events'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = ${INLINE_BYTES_MAX})', part);
  END LOOP;
END $$`;

/** What the default partition is stored like, new ones are. */
export const AS_THE_DEFAULT = `(SELECT ' WITH (' || array_to_string(c.reloptions, ', ') || ')' FROM pg_class c
            WHERE c.oid = to_regclass(format('webhooks.%I', parent || '_default')))`;

/** The bodies of the feed are not compressed by the slow method any more. */
export class StoreBodiesCheaply1795272000000 implements MigrationInterface {
  readonly name = 'StoreBodiesCheaply1795272000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STORE_CHEAPLY);
    await runner.query(keepPartitions(AS_THE_DEFAULT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keepPartitions('NULL'));
  }
}
