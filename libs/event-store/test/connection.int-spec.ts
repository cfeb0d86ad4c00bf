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

  /** @param onSecond what happens while the second session is announced. */
  const expectOneSession = async (onSecond: (connection: WriterConnection, announced: () => number) => Promise<unknown>): Promise<void> => {
    let [announced, lost] = [0, 0];
    const connection: WriterConnection = new WriterConnection({
      databaseUrl: database.url,
      name: NAME,
      logger: new LogRecord(),
      onUp: async () => {
        if (++announced === 2) await onSecond(connection, () => announced);
        await connection.execute('select 1');
      },
      onDown: () => void lost++,
      onIdle: () => Promise.resolve(false),
    });
    await connection.start();
    try {
      await cut(connection);
      await eventually(() => expect(announced).toBeGreaterThan(2));
      const age = `select backend_start < clock_timestamp() - interval '500 ms' as old from pg_stat_activity where pid = pg_backend_pid()`;
      await eventually(async () => expect(await connection.execute(age)).toEqual([{ old: true }]));
      // Each but the first takes the place of one that was reported as lost, with every lock it held.
      expect(announced).toBe(lost + 1);
      const sessions = (): Promise<object[]> => ask(database.url, `select from pg_stat_activity where application_name = $1`, [NAME]);
      await eventually(async () => expect(await sessions()).toHaveLength(1));
    } finally {
      await connection.stop();
    }
  };
  const cut = (connection: WriterConnection): Promise<unknown> =>
    connection.execute('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);

  it('is one session, also after it was lost while it was being announced', () => expectOneSession(cut));

  it('is one session, also when the announcement of a lost one fails after the next one is up', () =>
    expectOneSession(async (connection, announced) => {
      await cut(connection);
      await eventually(() => expect([announced(), connection.isUp]).toEqual([3, true]));
      throw new Error('the session was lost');
    }));
});
