import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
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
