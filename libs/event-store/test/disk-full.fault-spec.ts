import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import { eventStoreMigration, runMigrations, type EventStore } from '#event-store';
import { SCHEMA, Topic, counterCommand, newCounterIn, servingCounterStore } from './store-fixture';
import { StoreLoad } from './store-load.contract';

const MOUNT = mkdtempSync(join(tmpdir(), 'hundi-disk-'));
/** As much as a Postgres of ours needs, and a little more. */
const mountDisk = (): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'none', MOUNT]).status === 0;
const unmountDisk = (): boolean => spawnSync('umount', ['-l', MOUNT]).status === 0;
/** Only root may, and not in every container: elsewhere the test is reported as skipped. */
const mayMount = mountDisk() && unmountDisk();

/** docs/reference/guarantees.md, F10: the disk of the database is full. */
describe('a store whose disk is full', () => {
  let postgres: EmbeddedPostgres;
  let store: EventStore;
  const topic = new Topic();
  const ballast = join(MOUNT, 'ballast');

  beforeAll(async () => {
    if (!mayMount) return;
    mountDisk();
    chmodSync(MOUNT, 0o755);
    postgres = await startEmbeddedPostgres({ dataDir: join(MOUNT, 'postgres'), durable: true });
    await runMigrations({ databaseUrl: postgres.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    store = await servingCounterStore(postgres.url);
    store.startRelay(topic.publish);
  });
  afterAll(async () => {
    if (mayMount) {
      await store.stop();
      await postgres.stop();
      unmountDisk();
    }
    rmSync(MOUNT, { recursive: true, force: true });
  });

  /** To the last byte, while Postgres writes too. */
  const fillDisk = (): void => {
    const file = openSync(ballast, 'w');
    const megabyte = Buffer.alloc(1024 * 1024);
    try {
      for (;;) writeSync(file, megabyte);
    } catch (error) {
      expect(error).toHaveProperty('code', 'ENOSPC');
    } finally {
      closeSync(file);
    }
  };

  (mayMount ? it : it.skip)(
    'takes nothing that it cannot keep, still shows what it has, and goes on by itself when there is room',
    async () => {
      const target = newCounterIn(7);
      const first = counterCommand('counter.open', target);
      const load = new StoreLoad(store);
      load.answered.set(first.commandId, (await store.submit(first)).status);
      await load.goesOn(200);
      fillDisk();
      await load.isRefused(40_000);
      expect(await store.reads.findStream(target.streamId, target.accountId, false)).not.toBeNull();
      rmSync(ballast);
      await load.goesOn(200, 40_000);
      await load.end();
      await load.expectWhole(postgres.url, topic);
    },
    120_000,
  );
});
