import { Client } from 'pg';
import type { EventMessage } from '#contracts';
import { acceptLogEpoch, beginLogEpoch, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { applyEach } from './apply-each';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, counterStore, newCounterIn } from './store-fixture';

const SHARD = 6;
const IDENTITY = { schema: SCHEMA, consumer: 'tally', source: 'counters.events' };

/** A copy of a database without connections: the backup. */
async function copyOf(url: string): Promise<string> {
  const copy = new URL(url);
  const name = copy.pathname.slice(1);
  copy.pathname = `/${name}_copy`;
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await ask(admin.toString(), `create database ${name}_copy template ${name}`);
  return copy.toString();
}

describe('a log that is restored (I8)', () => {
  let database: TestDatabase;
  let store: EventStore | undefined;
  let client: Client;
  let topic: Topic;
  let tallied: string[];

  /** A store on that database that publishes, and stores so many events in one shard. */
  const serve = async (url: string): Promise<void> => {
    topic = new Topic();
    store = counterStore(url);
    await store.start();
    await store.takeAll();
    store.startRelay(topic.publish);
  };
  const stop = async (): Promise<void> => {
    await store?.stop();
    store = undefined;
  };
  const happen = async (count: number): Promise<EventMessage[]> => {
    const before = topic.messages.length;
    for (let index = 0; index < count; index++) await store!.submit(counterCommand('counter.open', newCounterIn(SHARD)));
    await eventually(() => expect(topic.messages).toHaveLength(before + count));
    return topic.messages.slice(before);
  };
  /** Its marks are in a database of its own, that is not restored. */
  const take = (messages: readonly EventMessage[]): Promise<string[]> =>
    applyEach(client, IDENTITY, messages, ({ cloudEvent }) => void tallied.push(cloudEvent.id));
  const epochs = async (url: string): Promise<{ starts: string[] }[]> =>
    ask<{ starts: string[] }>(url, `select starts from ${SCHEMA}.log_epochs order by epoch`);

  beforeEach(async () => {
    database = await counterDatabase();
    tallied = [];
    const own = await counterDatabase();
    client = new Client({ connectionString: own.url });
    await client.connect();
  });
  afterEach(async () => {
    await stop();
    await client.end();
    await database.drop();
  });

  it('begins one epoch with the whole log, and none when it is only started again', async () => {
    await serve(database.url);
    const [first] = await happen(2);
    await stop();
    await serve(database.url);
    const [third] = await happen(1);
    expect(first?.epoch).toEqual({ id: third?.epoch?.id, start: 0n, ofPrev: 0n });
    expect(third?.epoch?.ofPrev).toBe(third?.epoch?.id);
    expect(await epochs(database.url)).toHaveLength(1);
  });

  it('gives positions again in another epoch: a consumer that is ahead stops, and continues from its start when the operator says so', async () => {
    await serve(database.url);
    const kept = await happen(2);
    await stop();
    const backup = await copyOf(database.url);
    await serve(database.url);
    const lost = await happen(3);
    expect(await take([...kept, ...lost])).toEqual(Array(5).fill('applied'));
    await stop();

    // What Postgres itself says after a promotion is played in the fault suites.
    await ask(backup, `update ${SCHEMA}.log_epochs set timeline = timeline + 1`);
    await serve(backup);
    const again = await happen(3);
    expect(again.map(({ position }) => position)).toEqual([3n, 4n, 5n]);
    expect(again[0]?.epoch).toMatchObject({ start: 2n, ofPrev: kept[1]?.epoch?.id });
    expect(await take([...kept, ...again])).toEqual(['dropped', 'dropped', 'restored', 'restored', 'restored']);
    const [six] = await happen(1);
    expect(await take([six!])).toEqual(['restored']);

    // The operator's step, on the owner's epochs and the consumer's marks; here they are in two databases.
    const { rows } = await client.query<{ position: string; epoch: string }>(`select position, epoch from ${SCHEMA}.consumer_positions`);
    await ask(
      backup,
      `insert into ${SCHEMA}.consumer_positions (consumer, source, partition, position, epoch) values ('tally', $1, $2, $3, $4)`,
      [IDENTITY.source, SHARD, rows[0]?.position, rows[0]?.epoch],
    );
    const accepted = { databaseUrl: backup, ownerSchema: SCHEMA, consumerSchema: SCHEMA, consumer: 'tally', source: IDENTITY.source };
    expect(await acceptLogEpoch(accepted)).toEqual([{ shard: SHARD, from: 5n, to: 2n }]);
    expect(await acceptLogEpoch(accepted)).toEqual([]);
    await client.query(`update ${SCHEMA}.consumer_positions set position = 2, epoch = 0`);
    expect(await take([...again, six!])).toEqual(Array(4).fill('applied'));
    expect(tallied).toEqual([...kept, ...lost, ...again, six!].map(({ cloudEvent }) => cloudEvent.id));
  });

  it('goes on without a stop for consumers that are not ahead of it', async () => {
    await serve(database.url);
    const [first, second] = await happen(2);
    expect(await take([first!])).toEqual(['applied']);
    await stop();
    await ask(database.url, `update ${SCHEMA}.log_epochs set system_identifier = 'another'`);
    await serve(database.url);
    const [third] = await happen(1);
    expect(await take([second!, third!])).toEqual(['applied', 'applied']);
    expect(await epochs(database.url)).toMatchObject([
      { starts: expect.arrayContaining(['0']) },
      { starts: expect.arrayContaining(['2']) },
    ]);
  });

  it('begins an epoch when an operator says that it was restored, and takes back a cursor of the lost end', async () => {
    await serve(database.url);
    await happen(2);
    await stop();
    await ask(database.url, `update ${SCHEMA}.relay_cursors set position = 9, public_position = 9 where shard = $1`, [SHARD]);
    await beginLogEpoch({ databaseUrl: database.url, schema: SCHEMA });
    await serve(database.url);
    const [third] = await happen(1);
    expect(third).toMatchObject({ position: 3n, prev: 2n, epoch: { start: 2n } });
    expect(await epochs(database.url)).toHaveLength(2);
  });

  it('reports to a reader its last position before a restore, so that what was published before is not missed on a new topic', async () => {
    await serve(database.url);
    await happen(2);
    await eventually(async () => expect(await store!.published.ends()).toEqual(new Map([[SHARD, { position: 2n, restoredTo: 0n }]])));
    await stop();
    await beginLogEpoch({ databaseUrl: database.url, schema: SCHEMA });
    await serve(database.url);
    await happen(1);
    await eventually(async () => expect(await store!.published.ends()).toEqual(new Map([[SHARD, { position: 3n, restoredTo: 2n }]])));
  });

  it('is entered by a relay whose sessions outlived it: it saves no cursor of the epoch before', async () => {
    await serve(database.url);
    await happen(1);
    const old = topic.messages[0]!.epoch!.id;
    await beginLogEpoch({ databaseUrl: database.url, schema: SCHEMA });
    for (let index = 0; index < 2; index++) await store!.submit(counterCommand('counter.open', newCounterIn(SHARD)));
    // What was on its way when the epoch began may stand on the topic in both: the cursor that would end it is not saved.
    const inNewEpoch = (): bigint[] => topic.messages.filter(({ epoch }) => epoch?.id !== old).map(({ position }) => position);
    await eventually(() => expect(inNewEpoch()).toEqual([2n, 3n]));
    await eventually(async () => {
      const cursors = await ask<{ position: string }>(database.url, `select position from ${SCHEMA}.relay_cursors where shard = $1`, [
        SHARD,
      ]);
      expect(cursors).toEqual([{ position: '3' }]);
    });
  });

  it('lets an ordinary role ask Postgres which log it has', async () => {
    const [user] = await ask<{ name: string }>(database.url, `select 'reader_' || pg_backend_pid() as name`);
    await ask(database.url, `create role ${user!.name}`);
    await client.end();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`set role ${user!.name}`);
    const { rows } = await client.query(
      'select system_identifier, pg_walfile_name(pg_current_wal_insert_lsn()) as file from pg_control_system()',
    );
    expect(rows).toHaveLength(1);
    await client.query(`reset role; drop role ${user!.name}`);
  });
});
