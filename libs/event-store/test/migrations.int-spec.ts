import { randomUUID } from 'node:crypto';
import { DatabaseUnusableError, eventStoreMigration, runMigrations, SqlMigration } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';
import { Client, Pool } from 'pg';
import { queryOn } from '../src/writer/load';
import { TableUpkeep } from '../src/table-upkeep';
import { ask, counterStore, LogRecord } from './store-fixture';

const SCHEMA = 'ledger';

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());
  const migrate = (): Promise<string[]> =>
    runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });

  it('run once although two processes start at the same time, and again without effect', async () => {
    const runs = await Promise.all([migrate(), migrate(), migrate()]);
    expect(runs.map((names) => names.length).sort()).toEqual([0, 0, 1]);
    expect(await migrate()).toEqual([]);
  });

  it('put two services into one database without touching each other', async () => {
    await migrate();
    await runMigrations({ databaseUrl: database.url, schema: 'other', migrations: [eventStoreMigration('other')] });
    expect(await ask(database.url, `select table_schema from information_schema.tables where table_name = 'events' order by 1`)).toEqual([
      { table_schema: 'ledger' },
      { table_schema: 'other' },
    ]);
  });

  it('refuse a schema name that is not plain', () => {
    expect(() => eventStoreMigration('x"; drop table y; --')).toThrow(RangeError);
  });

  it('leave nothing half done when they fail, and can be run again', async () => {
    const Create = eventStoreMigration(SCHEMA);
    class Broken1795405000001 extends SqlMigration {
      readonly name = 'Broken1795405000001';
      readonly statements = [`DELETE FROM ${SCHEMA}.relay_cursors`, 'SELECT broken'];
    }
    await expect(runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [Create, Broken1795405000001] })).rejects.toThrow(
      'broken',
    );
    expect(await migrate()).toEqual([]);
    expect(await ask(database.url, `select count(*)::int as count from ${SCHEMA}.relay_cursors`)).toEqual([{ count: 64 }]);
  });
});

describe('a schema that another build made', () => {
  class CreateEventStore extends SqlMigration {
    readonly name: string = 'CreateEventStore1795405000000';
    readonly statements = [`CREATE TABLE ${SCHEMA}.streams (stream_id text)`];
  }
  class CreateStreams1795219200000 extends CreateEventStore {
    override readonly name = 'CreateStreams1795219200000';
  }
  class AddVersions extends SqlMigration {
    readonly name = 'AddVersions1795405000001';
    readonly statements = [`ALTER TABLE ${SCHEMA}.streams ADD COLUMN version integer`];
  }
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());
  const migrate = (...migrations: Parameters<typeof runMigrations>[0]['migrations']): Promise<string[]> =>
    runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations });

  it.each([CreateEventStore, CreateStreams1795219200000])('is refused with what to do, and stays as it is (%p)', async (Create) => {
    await migrate(Create);
    const refused = migrate(eventStoreMigration(SCHEMA));
    await expect(refused).rejects.toThrow(DatabaseUnusableError);
    await expect(refused).rejects.toThrow(
      'The schema ledger was made by another build of Hundi, whose tables this one does not know. Nothing in it was changed.\n' +
        'Give this build a new database; with "npm start", set another HUNDI_DATA_DIR or remove the folder.',
    );
    expect(await ask(database.url, `select table_name from information_schema.tables where table_schema = '${SCHEMA}' order by 1`)).toEqual(
      [{ table_name: 'migrations' }, { table_name: 'streams' }],
    );
  });

  it('is refused although it was made before migrations had fingerprints', async () => {
    await migrate(CreateEventStore);
    await ask(database.url, `ALTER TABLE ${SCHEMA}.migrations DROP COLUMN fingerprint CASCADE`);
    await expect(migrate(CreateEventStore)).rejects.toThrow('was made by another build');
  });

  it('is left as it is where it has the migrations of this build and further ones', async () => {
    await migrate(CreateEventStore, AddVersions);
    expect(await migrate(CreateEventStore)).toEqual([]);
  });
});

describe('the unique index on the command id', () => {
  const TABLES = `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${SCHEMA}.commands'::regclass`;
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());
  const insert = (into: string, commandId: string): Promise<object[]> =>
    ask(
      database.url,
      `insert into ${SCHEMA}.${into} (shard, command_id, stream_id, operation, outcome, http_status, created_at)
       select 1, $1, 's', 'o', 'accepted', 200, coalesce((select to_timestamp(right(relname, 8) || ' 00 +00', 'YYYYMMDD HH24 TZH')
         from pg_class where relname = $2 and relname ~ '[0-9]{8}$'), '2999-01-01')`,
      [commandId, into],
    );

  it('is there in every partition, also in those that are made later', async () => {
    await runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    await ask(database.url, `select ${SCHEMA}.maintain_command_partitions(now() + interval '25 days')`);
    const tables = await ask<{ name: string }>(database.url, TABLES);
    expect(tables.length).toBeGreaterThan(3);
    const twice = randomUUID();
    for (const { name } of tables) {
      await insert(name, twice);
      await expect(insert(name, twice)).rejects.toMatchObject({ code: '23505' });
    }
  });
});

describe('the statistics of a new table', () => {
  let database: TestDatabase;
  const migrate = (): Promise<string[]> =>
    runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
  beforeEach(async () => {
    database = await testDatabase();
    await migrate();
  });
  afterEach(() => database.drop());

  const grow = (): Promise<object[]> =>
    ask(
      database.url,
      `insert into ${SCHEMA}.commands (shard, command_id, stream_id, operation, outcome, http_status)
       select 1, gen_random_uuid(), 's', 'o', 'accepted', 200 from generate_series(1, 5000)`,
    );
  const analyzed = (): Promise<object[]> =>
    ask(
      database.url,
      `select case when c.relname ~ '^commands_' then 'commands' else c.relname end as name, c.reltuples::int as rows from pg_class c
       where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind = 'r' and c.reltuples >= 0`,
    );

  it('come soon after it has grown, and those of a small one are left to autovacuum', async () => {
    await grow();
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const upkeep = new TableUpkeep({ schema: SCHEMA, query: queryOn(pool), logger: new LogRecord() });
    await upkeep.analyzeNewTables();
    await upkeep.stop();
    expect(await analyzed()).toEqual([{ name: 'commands', rows: 5_000 }]);
    await pool.end();
  });

  it('come with the migration that follows a restore: a dump has none', async () => {
    await grow();
    await migrate();
    expect(await analyzed()).toEqual([{ name: 'commands', rows: 5_000 }]);
  });
});

describe('the partitions of stored answers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
  });
  afterAll(() => database.drop());

  const partitions = async (table = 'commands'): Promise<string[]> =>
    (
      await ask<{ name: string }>(
        database.url,
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${SCHEMA}.${table}'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  const maintainIn = (days: number): Promise<object[]> =>
    ask(database.url, `select ${SCHEMA}.maintain_command_partitions(now() + make_interval(days => $1))`, [days]);
  const insertAged = async (days: number): Promise<void> => {
    await ask(
      database.url,
      `insert into ${SCHEMA}.commands (shard, command_id, stream_id, operation, outcome, http_status, created_at)
       values (1, gen_random_uuid(), 's', 'o', 'accepted', 200, now() + make_interval(days => $1))`,
      [days],
    );
  };
  const answers = async (): Promise<number> => (await ask(database.url, `select from ${SCHEMA}.commands`)).length;

  it('are there for today and the next ten days, and a default catches the rest', async () => {
    expect(await partitions()).toHaveLength(3);
    await insertAged(0);
    await insertAged(400);
    expect(await ask(database.url, `select from ${SCHEMA}.commands_default`)).toHaveLength(1);
  });

  it('keep an answer for 30 days and drop it within the next eleven', async () => {
    for (const day of [5, 10, 15, 20, 25, 29]) await maintainIn(day);
    expect(await answers()).toBe(2);
    await maintainIn(41);
    expect(await answers()).toBe(1);
  });

  it('keep the packs of answers as long as the answers', async () => {
    const spans = async (table: string): Promise<string[]> => (await partitions(table)).map((name) => name.replace(table, ''));
    for (const days of [60, 70, 115]) {
      await maintainIn(days);
      expect(await spans('answers')).toEqual(await spans('commands'));
    }
    const aged = `insert into ${SCHEMA}.answers (bodies, created_at) select 'a', now() + make_interval(days => days) from unnest('{100,300}'::int[]) days`;
    await ask(database.url, aged);
    await maintainIn(141);
    expect(await ask(database.url, `select from ${SCHEMA}.answers`)).toHaveLength(1);
  });

  it('keep a refusal for ten minutes only, and accepted answers of any age beside it', async () => {
    const insert = (outcome: string, minutes: number, count: number): Promise<object[]> =>
      ask(
        database.url,
        `insert into ${SCHEMA}.commands (shard, command_id, stream_id, operation, outcome, http_status, created_at)
         select 2, gen_random_uuid(), 's', 'o', $1, 200, now() - make_interval(mins => $2) from generate_series(1, $3)`,
        [outcome, minutes, count],
      );
    await Promise.all([insert('refused', 11, 2_500), insert('refused', 9, 3), insert('accepted', 11, 5)]);
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const upkeep = new TableUpkeep({ schema: SCHEMA, query: queryOn(pool), logger: new LogRecord() });
    await upkeep.forgetRefusals();
    const kept = await ask(
      database.url,
      `select outcome, count(*)::int from ${SCHEMA}.commands where shard = 2 group by outcome order by 1`,
    );
    expect(kept).toEqual([
      { outcome: 'accepted', count: 5 },
      { outcome: 'refused', count: 3 },
    ]);
    await pool.end();
  });

  it('never keep a store from starting: while the table is in use, answers rest in the default', async () => {
    const [today] = (await partitions()).filter((name) => name !== `${SCHEMA}.commands_default`);
    await ask(database.url, `drop table ${today ?? ''}`);
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    const store = counterStore(database.url, { schema: SCHEMA });
    try {
      await reader.query(`begin; lock table ${SCHEMA}.commands_default in access share mode`);
      await expect(store.start()).resolves.toBeUndefined();
      expect(await partitions()).not.toContain(today);
    } finally {
      await reader.end();
      await store.stop();
      await maintainIn(0);
    }
  });
});
