import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askDatabase, TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase, type TestDatabase } from '#testing';
import { loadConfig } from '../src/config/load-config';
import { ProcessConfig } from '../src/config/process-config';

const PASSWORD = 'p@ss:w/o?r#d%40 &=';
const ROLE = 'hundi_hard_password';

describe('a password with characters that mean something in a URL', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'hundi-password-'));
    await askDatabase(database.url, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
  });
  afterAll(async () => {
    await askDatabase(database.url, `DROP ROLE ${ROLE}`);
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const urlWith = (password: string): string => Object.assign(new URL(database.url), { username: ROLE, password }).toString();
  const file = (): string => {
    writeFileSync(join(folder, 'password'), `${PASSWORD}\n`);
    return join(folder, 'password');
  };

  it.each([
    ['percent-encoded in the URL', () => ({ DATABASE_URL: urlWith(encodeURIComponent(PASSWORD)) })],
    ['as it is in DATABASE_PASSWORD', () => ({ DATABASE_URL: urlWith(''), DATABASE_PASSWORD: PASSWORD })],
    ['as it is in the file of DATABASE_PASSWORD_FILE', () => ({ DATABASE_URL: urlWith(''), DATABASE_PASSWORD_FILE: file() })],
  ])('opens Postgres %s', async (_where, env) => {
    const others = {
      INTERNAL_TOKEN: 'sixteen-characters-or-more',
      PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
      PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
    };
    const { databaseUrl } = loadConfig(ProcessConfig, { ...others, ...env() });
    expect(await askDatabase(databaseUrl, 'SELECT current_user AS "user"')).toEqual([{ user: ROLE }]);
    await expect(askDatabase(urlWith('another'), 'SELECT')).rejects.toThrow('password authentication failed');
  });
});
