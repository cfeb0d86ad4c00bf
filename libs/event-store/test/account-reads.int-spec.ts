import { randomUUID } from 'node:crypto';
import { eventStoreMigration, runMigrations } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';
import { Pool } from 'pg';
import { accountQueries, openPools } from '../src/pools';
import { accountQueryOn, queryAccountsOn } from '../src/reads/account-query';
import { ask, counterCommand, counterStore, newCounterIn, servingCounterStore } from './store-fixture';

/** A schema that has a reader: what is bound is what `npm run migrate` makes. */
const SCHEMA = 'payments';
const ALL = (table: string) => ({ name: `all_${table}`, text: `SELECT account_id FROM ${SCHEMA}.${table} GROUP BY 1` });
const BROKEN = { name: 'broken', text: 'SELECT 1 / $1::int' };

describe('reads of one account', () => {
  const [own, foreign] = [newCounterIn(7), newCounterIn(7)];
  let database: TestDatabase;
  let readers: Pool;
  beforeAll(async () => {
    database = await testDatabase('store_with_reader', async (databaseUrl) => {
      await runMigrations({ databaseUrl, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    });
    const store = await servingCounterStore(database.url, { schema: SCHEMA });
    for (const target of [own, foreign]) await store.submit(counterCommand('counter.open', target, { commandId: randomUUID() }));
    await store.stop();
    // One connection, so that each statement meets what the one before left behind.
    readers = new Pool({ connectionString: database.url, max: 1, options: `-c role=hundi_${SCHEMA}_reader` });
  });
  afterAll(async () => {
    await readers.end();
    await database.drop();
  });

  const unset = async (table: string): Promise<number> => (await readers.query(ALL(table))).rows.length;

  it.each(['events', 'streams'])('see nothing of %s while no account is set', async (table) => {
    expect(await ask(database.url, ALL(table).text)).toHaveLength(2);
    expect(await unset(table)).toBe(0);
  });

  it.each(['events', 'streams'])('see of %s the rows of their account alone, whatever the statement asks for', async (table) => {
    for (const { accountId } of [own, foreign, own]) {
      expect(await accountQueryOn(readers, accountId)(ALL(table), [])).toEqual([{ account_id: accountId }]);
    }
    expect(await unset(table)).toBe(0);
  });

  it('see the rows of their account alone when those of several are read in one message', async () => {
    const asked = [own, foreign, own].map(({ accountId }) => ({ accountId, statement: ALL('streams'), values: [] }));
    expect(await queryAccountsOn(readers)(asked)).toEqual(asked.map(({ accountId }) => [{ account_id: accountId }]));
    expect(await unset('streams')).toBe(0);
    const swapped = [own, foreign].map(({ streamId }, index) => ({
      accountId: [foreign, own][index]!.accountId,
      statement: { name: 'one_stream', text: `SELECT stream_id FROM ${SCHEMA}.streams WHERE stream_id = $1` },
      values: [streamId],
    }));
    expect(await queryAccountsOn(readers)(swapped)).toEqual([[], []]);
  });

  it('all fail when one of their message does, and leave no account behind', async () => {
    const asked = [ALL('streams'), BROKEN, ALL('events')].map((statement) => ({
      accountId: own.accountId,
      statement,
      values: statement === BROKEN ? [0] : [],
    }));
    await expect(queryAccountsOn(readers)(asked)).rejects.toThrow('division by zero');
    expect(await unset('streams')).toBe(0);
    expect(await queryAccountsOn(readers)([])).toEqual([]);
  });

  it('leave no account behind when a statement fails', async () => {
    await expect(accountQueryOn(readers, own.accountId)(BROKEN, [0])).rejects.toThrow('division by zero');
    expect(await unset('streams')).toBe(0);
    expect(await accountQueryOn(readers, foreign.accountId)(ALL('streams'), [])).toEqual([{ account_id: foreign.accountId }]);
  });

  it('leave no account and no late answer behind when they are given up in the middle', async () => {
    const locking = new Pool({ connectionString: database.url, max: 1 });
    const impatient = new Pool({ connectionString: database.url, max: 1, query_timeout: 200, options: `-c role=hundi_${SCHEMA}_reader` });
    await locking.query(`BEGIN; LOCK TABLE ${SCHEMA}.events`);
    const asked = ['streams', 'events', 'streams'].map((table) => ({ accountId: own.accountId, statement: ALL(table), values: [] }));
    await expect(queryAccountsOn(impatient)(asked)).rejects.toThrow('Query read timeout');
    const next = accountQueryOn(impatient, foreign.accountId)(ALL('streams'), []);
    await locking.query('COMMIT');
    expect(await next).toEqual([{ account_id: foreign.accountId }]);
    expect((await impatient.query(ALL('streams'))).rows).toEqual([]);
    await Promise.all([locking.end(), impatient.end()]);
  });

  it('write nothing, for their account or another', async () => {
    for (const accountId of [own.accountId, foreign.accountId]) {
      const insert = { name: 'insert', text: `INSERT INTO ${SCHEMA}.streams SELECT * FROM ${SCHEMA}.streams` };
      await expect(accountQueryOn(readers, accountId)(insert, [])).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('of a store find what is their own, and not what is asked for in the name of another', async () => {
    const store = await servingCounterStore(database.url, { schema: SCHEMA });
    expect(await store.reads.findStream(own.streamId, own.accountId, false)).toMatchObject({ head: { streamId: own.streamId } });
    expect(await store.reads.findStream(own.streamId, foreign.accountId, false)).toBeNull();
    expect(await store.reads.readHistory({ streamId: own.streamId, accountId: own.accountId, livemode: false })).not.toEqual([]);
    await store.stop();
  });

  it('of a store that are asked for at once find each its own, once or several times', async () => {
    const store = await servingCounterStore(database.url, { schema: SCHEMA });
    const more = newCounterIn(7);
    const second = { ...more, accountId: own.accountId };
    await store.submit(counterCommand('counter.open', second, { commandId: randomUUID() }));
    const asked = [own, foreign, second, own, { ...foreign, accountId: own.accountId }, newCounterIn(7)];
    const found = await Promise.all(
      Array.from({ length: 20 }, () => asked)
        .flat()
        .map(({ streamId, accountId }) => store.reads.findStream(streamId, accountId, false)),
    );
    const expected = [own.streamId, foreign.streamId, second.streamId, own.streamId, undefined, undefined];
    expect(found.map((snapshot) => snapshot?.head.streamId)).toEqual(Array.from({ length: 20 }, () => expected).flat());
    await store.stop();
  });

  it('of a store see nothing that the policies do not show, whatever its own conditions let through', async () => {
    const store = await servingCounterStore(database.url, { schema: SCHEMA });
    const policy = (using: string): Promise<object[]> =>
      ask(
        database.url,
        `ALTER POLICY of_account ON ${SCHEMA}.streams USING (${using}); ALTER POLICY of_account ON ${SCHEMA}.events USING (${using})`,
      );
    await policy('false');
    const found = await store.reads.findStream(own.streamId, own.accountId, false);
    const history = await store.reads.readHistory({ streamId: own.streamId, accountId: own.accountId, livemode: false });
    await policy(`account_id = current_setting('hundi.account_id', true)`);
    await store.stop();
    expect([found, history]).toEqual([null, []]);
  });

  it.each(['reads', 'lists'] as const)('of a store are made on %s, which see nothing while no account is set', async (name) => {
    const pools = openPools(counterStore(database.url, { schema: SCHEMA }).options);
    const { rows } = await pools[name].query(ALL('streams'));
    const ofAccount = await accountQueries(SCHEMA, pools[name])(own.accountId)(ALL('streams'), []);
    await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
    expect([rows, ofAccount]).toEqual([[], [{ account_id: own.accountId }]]);
  });
});
