import { createLogger, requireDurableDatabase } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';

/** The Postgres of the tests has all three off. */
describe('a database that may lose what was acknowledged', () => {
  let database: TestDatabase;
  const logger = createLogger({ service: 'test', level: 'silent' });
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('is refused in production, with the settings by name', async () => {
    await expect(requireDurableDatabase(database.url, { nodeEnv: 'production' }, logger)).rejects.toThrow(
      'Postgres can lose acknowledged payments in a crash: fsync, synchronous_commit, full_page_writes off',
    );
    await askDatabase(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = on`);
    await expect(requireDurableDatabase(database.url, { nodeEnv: 'production' }, logger)).rejects.toThrow('fsync, full_page_writes off');
  });

  it('is taken where its settings are allowed by name, in development and in tests', async () => {
    const allowed = ['fsync', 'synchronous_commit', 'full_page_writes'];
    await requireDurableDatabase(database.url, { nodeEnv: 'production', databaseSettingsAllowedOff: allowed }, logger);
    await requireDurableDatabase(database.url, { nodeEnv: 'development' }, logger);
    await requireDurableDatabase('postgres://nowhere.invalid/none', { nodeEnv: 'test' }, logger);
  });
});
