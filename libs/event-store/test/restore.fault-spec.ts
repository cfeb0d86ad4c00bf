import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { EventMessage } from '#contracts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import { acceptLogEpoch, eventStoreMigration, runMigrations, verifyChain, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { applyEach } from './apply-each';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

const SHARD = 6;
const SOURCE = 'counters.events';
const IDENTITY = { schema: SCHEMA, consumer: 'tally', source: SOURCE };

/** Backup and restore as docs/how-to/operate.md says, of a real Postgres with archived WAL. */
describe('a store that goes on after a restore or a fail-over that lost its end (F26)', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let store: EventStore | undefined;
  let topic: Topic;
  /** A team with a database of its own, which is not restored. */
  let team: TestDatabase;
  let client: Client;
  let tallied: string[];

  const pathOf = (...parts: string[]): string => join(folder, ...parts);
  const start = async (name: string): Promise<void> => {
    postgres = await startEmbeddedPostgres({ dataDir: pathOf(name), durable: false });
    await eventually(async () => expect(await ask(postgres.url, 'select pg_is_in_recovery() as is')).toEqual([{ is: false }]), {
      withinMs: 20_000,
      everyMs: 100,
    });
  };
  const serve = async (): Promise<void> => {
    topic = new Topic();
    store = await servingCounterStore(postgres.url);
    store.startRelay(topic.publish);
  };
  const end = async (): Promise<void> => {
    await store?.stop();
    store = undefined;
    await postgres.stop();
  };
  /** @returns the ids of counters that were acknowledged, and their events. */
  const happen = async (count: number): Promise<EventMessage[]> => {
    const before = topic.messages.length;
    for (let index = 0; index < count; index++) {
      expect((await store!.submit(counterCommand('counter.open', newCounterIn(SHARD)))).status).toBe(201);
    }
    await eventually(() => expect(topic.messages.length).toBeGreaterThanOrEqual(before + count));
    return topic.messages.slice(-count);
  };
  const take = (messages: readonly EventMessage[]): Promise<string[]> =>
    applyEach(client, IDENTITY, messages, ({ cloudEvent }) => void tallied.push(cloudEvent.id));
  const idsOf = (messages: readonly EventMessage[]): string[] => messages.map(({ cloudEvent }) => cloudEvent.id);
  const log = async (): Promise<string[]> =>
    (
      await ask<{ event_id: string }>(postgres.url, `select event_id from ${SCHEMA}.events where shard = $1 order by position`, [SHARD])
    ).map(({ event_id: id }) => id);
  /** Beside a store that has to be heard of meanwhile. */
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

  /** The operator's step: the marks of the team are compared with the epochs of the log. */
  const accept = async (): Promise<void> => {
    const { rows } = await client.query<{ position: string; epoch: string }>(`select position, epoch from ${SCHEMA}.consumer_positions`);
    const values = [SOURCE, SHARD, rows[0]?.position, rows[0]?.epoch];
    await ask(
      postgres.url,
      `insert into ${SCHEMA}.consumer_positions (consumer, source, partition, position, epoch) values ('tally', $1, $2, $3, $4)`,
      values,
    );
    const accepted = { databaseUrl: postgres.url, ownerSchema: SCHEMA, consumerSchema: SCHEMA, consumer: 'tally', source: SOURCE };
    const [setBack] = await acceptLogEpoch(accepted);
    await client.query(`update ${SCHEMA}.consumer_positions set position = $1, epoch = 0`, [String(setBack?.to)]);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-restore-'));
    chmodSync(folder, 0o755);
    mkdirSync(pathOf('archive'));
    chmodSync(pathOf('archive'), 0o777);
    team = await counterDatabase();
    client = new Client({ connectionString: team.url });
    await client.connect();
    tallied = [];
    await start('first');
    await runMigrations({ databaseUrl: postgres.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
  }, 60_000);
  afterEach(async () => {
    await end();
    await client.end();
    await team.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What consumers ahead of the log meet, and that nothing of the new log is missing in the end. */
  const goOn = async (kept: readonly EventMessage[], lost: readonly EventMessage[]): Promise<void> => {
    expect(await log()).toEqual(idsOf(kept));
    expect(await verifyChain({ databaseUrl: postgres.url, schema: SCHEMA })).toMatchObject({ intact: true });
    await serve();
    const again = await happen(lost.length + 1);
    // Positions of lost events are given again, by the relay from its stored cursor.
    expect(again.map(({ position }) => position)).toEqual(again.map((_, index) => BigInt(kept.length + index + 1)));
    expect(new Set(await take(topic.messages))).toContain('restored');
    expect(tallied).toEqual(idsOf([...kept, ...lost]));
    await accept();
    const all = [...kept, ...again];
    await take(again);
    expect(await log()).toEqual(idsOf(all));
    expect(tallied).toEqual(idsOf([...kept, ...lost, ...again]));
  };

  it('restored to a point in time: nothing before it is lost, and consumers that are ahead stop until the operator continues them', async () => {
    await ask(postgres.url, `alter system set archive_mode = on`);
    await ask(postgres.url, `alter system set archive_command = 'cp %p ${pathOf('archive')}/%f'`);
    await postgres.stop();
    await start('first');
    await serve();
    const before = await happen(3);
    const backup = new Client({ connectionString: postgres.url });
    await backup.connect();
    await backup.query(`select pg_backup_start('test', true)`);
    await copy(pathOf('first'), pathOf('second'));
    const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await backup.end();
    const kept = [...before, ...(await happen(4))];
    await ask(postgres.url, `select pg_create_restore_point('before_the_mistake')`);
    const lost = await happen(3);
    expect(new Set(await take([...kept, ...lost]))).toEqual(new Set(['applied']));
    await ask(postgres.url, 'select pg_switch_wal()');
    await end();

    const cluster = pathOf('second', 'cluster');
    execFileSync('sh', ['-c', `rm -rf ${cluster}/postmaster.pid ${cluster}/pg_wal/0*`]);
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(cluster, 'recovery.signal'), '');
    const restore = [
      `restore_command = 'cp ${pathOf('archive')}/%f %p'`,
      `recovery_target_name = 'before_the_mistake'`,
      `recovery_target_action = 'promote'`,
    ];
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `${restore.join('\n')}\n`);
    execFileSync('chown', ['-R', '--reference', join(cluster, 'PG_VERSION'), cluster]);
    await start('second');
    await goOn(kept, lost);
  }, 120_000);

  it('failed over to a standby that lagged: the timeline tells, without anybody saying so', async () => {
    await serve();
    const kept = await happen(3);
    await end();
    await copy(pathOf('first'), pathOf('standby'));
    await start('first');
    await serve();
    const lost = await happen(3);
    expect(new Set(await take([...kept, ...lost]))).toEqual(new Set(['applied']));
    await end();

    const cluster = pathOf('standby', 'cluster');
    writeFileSync(join(cluster, 'recovery.signal'), '');
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `restore_command = 'false'\n`);
    execFileSync('chown', ['-R', '--reference', join(cluster, 'PG_VERSION'), cluster]);
    await start('standby');
    await goOn(kept, lost);
  }, 120_000);
});
