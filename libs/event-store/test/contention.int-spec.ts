import { shardOfAccount, type Command } from '#contracts';
import { WriterUnavailableError, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import { SCHEMA, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore, untilSessionWaits } from './store-fixture';

describe('an append that others are in the way of (F11)', () => {
  let database: TestDatabase;
  let other: Client;
  let store: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url, { writerCount: 1 });
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await store.stop();
    await database.drop();
  });

  const count = async (table: string): Promise<number> => (await ask(database.url, `select from ${SCHEMA}.${table}`)).length;
  const lock = (shard: number): Promise<unknown> => other.query('SELECT pg_advisory_lock($1, $2)', [lockClass(SCHEMA, 'append'), shard]);
  /** Sessions of the store begin with this setting. */
  const serveWith = async (setting: string): Promise<void> => {
    await store.stop();
    await other.query(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET ${setting}`);
    store = await servingCounterStore(database.url, { writerCount: 1 });
  };
  /** From now on every append fails like that, the first `times` of them. Sequences are not rolled back. */
  const failAppends = (code: string, times: number, constraint = 'events_pkey'): Promise<unknown> =>
    other.query(`CREATE SEQUENCE ${SCHEMA}.attempts;
      CREATE FUNCTION ${SCHEMA}.fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('${SCHEMA}.attempts') <= ${times} THEN
          RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}', CONSTRAINT = '${constraint}';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail BEFORE INSERT ON ${SCHEMA}.commands_default FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.fail();
      DO $$ DECLARE part text; BEGIN
        FOR part IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '${SCHEMA}.commands'::regclass
          AND inhrelid <> '${SCHEMA}.commands_default'::regclass
        LOOP EXECUTE 'CREATE TRIGGER fail BEFORE INSERT ON ' || part || ' FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.fail()'; END LOOP;
      END $$`);
  const storeByScript = ({ commandId, streamId }: Command): Promise<unknown> =>
    other.query(
      `INSERT INTO ${SCHEMA}.commands (shard, command_id, stream_id, operation, outcome, http_status, response)
       VALUES (3, $1, $2, 'counter.open', 'accepted', 200, '{"by":"a script"}')`,
      [commandId, streamId],
    );
  const attempts = async (): Promise<number> =>
    Number((await ask<{ last_value: string }>(database.url, `select last_value from ${SCHEMA}.attempts`))[0]?.last_value);

  it('is given up for one that locks the shards in the opposite order, and made once', async () => {
    // The store looks for a circle after three seconds, before it gives up its lock after five; this session never looks.
    await serveWith(`deadlock_timeout = '3s'`);
    await other.query(`SET deadlock_timeout = '1h'`);
    const [low, high] = [newCounterIn(3), newCounterIn(40)];
    await lock(shardOfAccount(high.accountId));
    const replies = Promise.all([low, high].map((target) => store.submit(counterCommand('counter.open', target))));
    await untilSessionWaits(database.url);
    // Now each waits for the other; Postgres ends the one that looks.
    await lock(shardOfAccount(low.accountId));
    await other.query('SELECT pg_advisory_unlock_all()');
    expect((await replies).map(({ status }) => status)).toEqual([201, 201]);
    expect([await count('events'), await count('commands')]).toEqual([2, 2]);
    const deadlocks = `select deadlocks::int as seen from pg_stat_database where datname = current_database()`;
    await eventually(async () => expect(await ask(database.url, deadlocks)).toEqual([{ seen: 1 }]));
  });

  it.each(['40001', '40P01', '55P03', '23505'])('is tried again after %s, and stored once', async (code) => {
    await failAppends(code, 4);
    expect(await store.submit(counterCommand('counter.open', newCounterIn(3)))).toMatchObject({ status: 201 });
    expect([await attempts(), await count('events'), await count('commands')]).toEqual([5, 1, 1]);
  });

  it.each(['25P03', '42P01', '42703', '42501'])('is brought again after %s, and stored once when that is over', async (code) => {
    await failAppends(code, 1);
    const command = counterCommand('counter.open', newCounterIn(3));
    await expect(store.submit(command)).rejects.toThrow(WriterUnavailableError);
    await eventually(async () => expect(await store.submit(command)).toMatchObject({ status: 201 }));
    expect([await attempts(), await count('events')]).toEqual([2, 1]);
  });

  it('is refused at once for a unique index that is none of ours: another attempt would meet the same row', async () => {
    await failAppends('23505', 5, 'made_by_an_operator');
    expect(await store.submit(counterCommand('counter.open', newCounterIn(3)))).toMatchObject({ refusal: { code: 'internal_error' } });
    expect([await attempts(), await count('events'), await count('commands')]).toEqual([1, 0, 0]);
  });

  it.each(['repeatable read', 'serializable'])(
    'sees what was stored while it waited for its lock, also where the database has %s as its default',
    async (isolation) => {
      await failAppends('40001', 0);
      await serveWith(`default_transaction_isolation = '${isolation}'`);
      const command = counterCommand('counter.open', newCounterIn(3));
      await lock(3);
      const reply = store.submit(command);
      await untilSessionWaits(database.url);
      await storeByScript(command);
      await other.query('SELECT pg_advisory_unlock_all()');
      expect(await reply).toMatchObject({ status: 200, body: '{"by":"a script"}' });
      // The script's own: the append did not try to store what it should have seen.
      expect(await attempts()).toBe(1);
    },
  );

  it('is answered as not done after five attempts, and the same command acts once when the way is free', async () => {
    await failAppends('40001', 5);
    const command = counterCommand('counter.open', newCounterIn(3));
    expect(await store.submit(command)).toMatchObject({ refusal: { code: 'lock_timeout' } });
    expect([await attempts(), await count('events'), await count('commands')]).toEqual([5, 0, 0]);
    expect(await store.submit(command)).toMatchObject({ status: 201 });
    expect([await count('events'), await count('commands')]).toEqual([1, 1]);
  });

  it('meets the command of a writer that did not take the lock of the shard, and answers what that one stored', async () => {
    const command = counterCommand('counter.open', newCounterIn(3));
    await other.query('BEGIN');
    await storeByScript(command);
    const reply = store.submit(command);
    await untilSessionWaits(database.url);
    await other.query('COMMIT');
    expect(await reply).toMatchObject({ status: 200, body: '{"by":"a script"}' });
    expect([await count('events'), await count('commands')]).toEqual([0, 1]);
  });
});
