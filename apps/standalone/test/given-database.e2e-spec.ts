import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase } from '#testing';
import { runProgram } from './run-program';

jest.setTimeout(120_000);

describe('npm run rebuild-view on a database that was given', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hundi-given-database-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it.each([
    ['PERSONAL_DATA_KEYS', { PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY }],
    ['PERSONAL_DATA_INDEX_KEY', { PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS }],
  ])('asks for %s, and makes no key of its own: no customer would be found by e-mail in what it builds', async (missing, given) => {
    const environment = { DATABASE_URL: 'postgres://hundi@127.0.0.1:1/hundi', HUNDI_DATA_DIR: dataDir, ...given };
    await expect(runProgram('operator/rebuild-view.js', ['payments', 'customers_list'], environment)).rejects.toThrow(
      `DATABASE_URL is set without ${missing}: `,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('a command of operators on a database that it cannot work on', () => {
  const folder = { HUNDI_DATA_DIR: '/dev/null/hundi' };

  it.each([
    ['log-epoch', ['begin']],
    ['rebuild-view', ['payments', 'payments_list']],
  ])('%s wants the user that owns everything, not the role of the other commands', async (name, parameters) => {
    const environment = { OPERATOR_DATABASE_URL: 'postgres://hundi_operator@127.0.0.1:1/hundi', ...folder };
    const keys = { PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS, PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY };
    await expect(runProgram(`operator/${name}.js`, parameters, { ...environment, ...keys })).rejects.toThrow('DATABASE_URL is not set: ');
  });

  it.each([
    ['verify-chain', []],
    ['unsettled', ['list']],
    ['log-epoch', ['begin']],
  ])('%s says of one that was not migrated what is to be done', async (name, parameters) => {
    const database = await testDatabase();
    const ended = runProgram(`operator/${name}.js`, parameters, { DATABASE_URL: database.url, ...folder });
    await expect(ended).rejects.toThrow(/^The database \S+ does not have the schemas of this version \(.+\)\.\n.*"npm run migrate"/);
    await database.drop();
  });

  it('names a database that does not exist, and one that does not answer, without the password', async () => {
    const database = await testDatabase();
    const missing = new URL(database.url);
    missing.pathname = '/no_such_database';
    const away = 'postgres://hundi:a-password@127.0.0.1:1/hundi';
    const errorAt = async (url: string): Promise<string> =>
      runProgram('operator/verify-chain.js', [], { OPERATOR_DATABASE_URL: url, ...folder }).catch(({ message }: Error) => message);
    expect(await errorAt(missing.toString())).toMatch(/^Postgres at \S+ does not let the user \S+ into the database no_such_database \(/);
    expect(await errorAt(away)).toMatch(/^Postgres at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)\.\n/);
    await database.drop();
  });
});
