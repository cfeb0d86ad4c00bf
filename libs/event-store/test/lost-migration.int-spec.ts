import { DatabaseUnusableError, eventStoreMigration, runMigrations, SqlMigration } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';

const SCHEMA = 'ledger';

/** As a Postgres that is stopped does to a connection that waits. */
class CutOff1796900000000 extends SqlMigration {
  readonly name = 'CutOff1796900000000';
  readonly statements = [
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'hundi ${SCHEMA} migrate' AND pid <> pg_backend_pid()`,
  ];
}

describe('migrations whose Postgres goes away', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());

  it('say so in words for an operator, and go on where they are run again', async () => {
    const migrate = (more: Parameters<typeof runMigrations>[0]['migrations'] = []): Promise<string[]> =>
      runMigrations({ databaseUrl: database.url, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA), ...more] });
    const lost = migrate([CutOff1796900000000]);
    await expect(lost).rejects.toThrow(DatabaseUnusableError);
    await expect(lost).rejects.toThrow(/Postgres ended the connection .* run it again/s);
    expect(await migrate()).toEqual([]);
  });
});
