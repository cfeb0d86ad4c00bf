import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import { eventStoreMigration, runMigrations, type EventStore } from '#event-store';
import { eventually } from '#testing';
import { SCHEMA, Topic, ask, servingCounterStore } from './store-fixture';
import { StoreLoad } from './store-load.contract';

/** Attaches to a process of its own, as a container may forbid it. */
const mayTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;
const SKIPPED = mayTrace ? '' : ' (skipped: strace is not installed, or may not trace)';

describe('a Postgres whose disk fails while it commits (F9)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-flush-'));
  let postgres: EmbeddedPostgres;
  let store: EventStore;
  let tracer: ChildProcess | undefined;
  const topic = new Topic();

  beforeAll(async () => {
    if (!mayTrace) return;
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
    await runMigrations({ databaseUrl: postgres.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    store = await servingCounterStore(postgres.url);
    store.startRelay(topic.publish);
  });
  afterAll(async () => {
    tracer?.kill('SIGTERM');
    if (mayTrace) {
      await store.stop();
      await postgres.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Of the sessions that append, one system call fails, the third of its kind. */
  const fail = async (call: string, errno: string): Promise<void> => {
    const writers = `select pid from pg_stat_activity where application_name like 'hundi ${SCHEMA} writer %'`;
    const pids = (await ask<{ pid: number }>(postgres.url, writers)).flatMap(({ pid }) => ['-p', String(pid)]);
    const words: string[] = [];
    tracer = spawn('strace', [...pids, '-e', `trace=${call}`, '-e', `inject=${call}:error=${errno}:when=3`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    tracer.stderr?.on('data', (chunk: Buffer) => words.push(chunk.toString()));
    await eventually(() => expect(words.join('')).toContain('(INJECTED)'));
  };

  (mayTrace ? it : it.skip)(
    `acknowledges nothing that is not kept, and goes on by itself after each recovery${SKIPPED}`,
    async () => {
      const load = new StoreLoad(store);
      await load.goesOn(200);
      await fail('fdatasync', 'EIO');
      await load.goesOn(200, 40_000);
      await fail('pwrite64', 'ENOSPC');
      await load.goesOn(200, 40_000);
      await load.end();
      await load.expectWhole(postgres.url, topic);
    },
    120_000,
  );
});
