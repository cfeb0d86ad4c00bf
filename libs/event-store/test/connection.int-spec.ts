import { eventually, type TestDatabase } from '#testing';
import { WriterConnection } from '../src/writer/connection';
import { LogRecord, ask, counterDatabase } from './store-fixture';

const NAME = 'hundi connection test';

describe('the connection of a writer', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await counterDatabase();
  });
  afterEach(() => database.drop());

  it('is one session, also after it was lost while it was being announced', async () => {
    const cut = (): Promise<object[]> =>
      ask(
        database.url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
        [NAME],
      );
    let announced = 0;
    const connection: WriterConnection = new WriterConnection({
      databaseUrl: database.url,
      name: NAME,
      logger: new LogRecord(),
      onUp: async () => {
        if (++announced === 2) await cut();
        await connection.execute('select 1');
      },
      onDown: () => undefined,
      onIdle: () => Promise.resolve(false),
    });
    await connection.start();
    try {
      await cut();
      await eventually(() => expect(announced).toBeGreaterThan(2));
      const age = `select backend_start < clock_timestamp() - interval '500 ms' as old from pg_stat_activity where pid = pg_backend_pid()`;
      await eventually(async () => expect(await connection.execute(age)).toEqual([{ old: true }]));
      expect(announced).toBe(3);
      expect(await ask(database.url, `select from pg_stat_activity where application_name = $1`, [NAME])).toHaveLength(1);
    } finally {
      await connection.stop();
    }
  });
});
