import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askDatabase, TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase, type TestDatabase } from '#testing';
import { migrateAll } from '../src/migrations';
import { runProgram } from './run-program';

jest.setTimeout(120_000);

const CONFIGURED = {
  HUNDI_DATA_DIR: '/dev/null/hundi',
  API_KEY_PEPPER: 'pepper-of-the-twice-suite',
  INTERNAL_TOKEN: 'token-of-the-twice-suite',
  PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
  PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
};

type Program = [name: string, ...parameters: string[]];

/** @returns what those printed that ended with 0, and what the others say. */
async function atOnce(
  programs: readonly Program[],
  environment: Record<string, string>,
): Promise<{ printed: string[]; refused: string[] }> {
  const ends = await Promise.allSettled(programs.map(([name, ...parameters]) => runProgram(name, parameters, environment)));
  return {
    printed: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
    refused: ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])),
  };
}

/** An operator who believes that a command hangs, or two who do not know of each other. */
describe('commands of operators that are run at the same moment', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;
  const openMigrated = async (): Promise<void> => {
    database = await testDatabase('all_schemas', migrateAll);
    environment = { ...CONFIGURED, DATABASE_URL: database.url };
  };
  afterEach(() => database.drop());

  it('migrate, with a demo account: all print the same account, whose secrets the folder keeps', async () => {
    database = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'hundi-twice-'));
    environment = { DATABASE_URL: database.url, HUNDI_DATA_DIR: dataDir, HUNDI_DEMO_ACCOUNT: 'true' };
    const { printed, refused } = await atOnce([['migrate.js'], ['migrate.js'], ['migrate.js']], environment);
    expect(refused).toEqual([]);
    expect(printed).toEqual(Array(3).fill(await runProgram('migrate.js', [], environment)));
    expect(await askDatabase(database.url, `SELECT FROM accounts.streams WHERE stream_type = 'account'`)).toHaveLength(1);
    expect(readdirSync(dataDir).sort()).toEqual(['demo-account.json', 'secrets.json']);
    rmSync(dataDir, { recursive: true });
  });

  it('rebuilds of several views, and a migration', async () => {
    await openMigrated();
    const rebuild: Program = ['operator/rebuild-view.js', 'payments'];
    const programs: Program[] = [
      [...rebuild, 'payments_list'],
      ['migrate.js'],
      [...rebuild, 'refunds_list'],
      [...rebuild, 'mandates_list'],
    ];
    const { printed, refused } = await atOnce(programs, environment);
    expect({ printed: printed.length, refused }).toEqual({ printed: programs.length, refused: [] });
  });

  it('keys -- roll: one key takes the place of the old one, the others are refused', async () => {
    await openMigrated();
    const made = await runProgram('operator/keys.js', ['create', '--mode', 'test', '--new-account'], environment);
    const roll: Program = ['operator/keys.js', 'roll', /Key id +(\S+)/.exec(made)?.[1] ?? ''];
    const { printed, refused } = await atOnce([roll, roll, roll], environment);
    expect({ printed: printed.length, refused: refused.length }).toEqual({ printed: 1, refused: 2 });
    for (const sentence of refused) expect(sentence).toContain('has taken the place of this key already');
  });

  it('rewrap-keys and log-epoch -- begin: once too often does no harm', async () => {
    await openMigrated();
    for (const program of [['operator/rewrap-keys.js'], ['operator/log-epoch.js', 'begin']] as Program[])
      expect(await atOnce([program, program], environment)).toMatchObject({ printed: { length: 2 }, refused: [] });
    expect(await askDatabase(database.url, 'SELECT FROM payments.log_epochs')).toHaveLength(2);
  });
});
