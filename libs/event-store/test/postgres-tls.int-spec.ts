import { eventStoreMigration, runMigrations } from '#event-store';
import { startSecuredPostgres, testDatabase, type SecuredPostgres } from '#testing';
import { WriterConnection } from '../src/writer/connection';
import { ask, counterStore, LogRecord, SCHEMA } from './store-fixture';

/** What Node and the driver say of a server that is not to be trusted. */
const FOREIGN = /self.signed certificate in certificate chain|unable to verify the first certificate|unable to get local issuer/;
const OTHER_NAME = /does not match certificate's altnames|Hostname\/IP does not match/;
const PLAIN = /server does not support SSL/;

describe('Postgres over TLS', () => {
  let postgres: SecuredPostgres;
  beforeAll(async () => {
    postgres = await startSecuredPostgres();
  });
  afterAll(() => postgres.stop());

  const migrate = (databaseUrl: string): Promise<string[]> =>
    runMigrations({ databaseUrl, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(postgres.url);
    change(url);
    return url.toString();
  };

  it('carries migrations and every connection of a store', async () => {
    await migrate(postgres.url);
    const store = counterStore(postgres.url);
    await store.start();
    await store.takeAll();
    await store.reads.findStream('pay_none', 'acct_none', false);
    const sessions = await ask<{ ssl: boolean }>(
      postgres.url,
      `SELECT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name LIKE 'hundi ${SCHEMA} %'`,
    );
    await store.stop();
    expect(sessions.length).toBeGreaterThan(2);
    expect(sessions.every(({ ssl }) => ssl)).toBe(true);
  });

  it.each<[string, (url: URL) => void, RegExp]>([
    ['whose certificate another authority signed', (url) => url.searchParams.set('sslrootcert', postgres.foreignCaFile), FOREIGN],
    ['whose certificate is for another name', (url) => (url.hostname = '127.0.0.1'), OTHER_NAME],
  ])('refuses a server %s: migrations, pools and the connections that append', async (_, change, reason) => {
    const url = changed(change);
    await expect(migrate(url)).rejects.toThrow(reason);
    const store = counterStore(url);
    await expect(store.reads.findStream('pay_none', 'acct_none', false)).rejects.toThrow(reason);
    await store.stop();
    await expect(writerTo(url).start()).rejects.toThrow(reason);
  });

  it('refuses a server that speaks plain text, and is refused by one that does not when it does itself', async () => {
    const plain = await testDatabase();
    const url = new URL(plain.url);
    url.hostname = 'localhost';
    url.search = new URL(postgres.url).search;
    await expect(migrate(url.toString())).rejects.toThrow(PLAIN);
    await expect(writerTo(url.toString()).start()).rejects.toThrow(PLAIN);
    await plain.drop();
    await expect(migrate(changed((one) => (one.search = '')))).rejects.toThrow(/no encryption/);
  });
});

/** The only connection that brings a socket of its own. */
function writerTo(databaseUrl: string): WriterConnection {
  const nothing = { onUp: () => Promise.resolve(), onDown: () => undefined, onIdle: () => Promise.resolve(false) };
  return new WriterConnection({ databaseUrl, name: 'hundi tls test', logger: new LogRecord(), ...nothing });
}
