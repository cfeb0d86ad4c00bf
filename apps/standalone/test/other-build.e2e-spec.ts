import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askDatabase, HundiDidNotStartError, startHundi, type HundiProcess } from '#testing';
import { runProgram } from './run-program';

jest.setTimeout(120_000);

const REFUSAL = `The schema payments was made by another build of Hundi, whose tables this one does not know. Nothing in it was changed.
Give this build a new database; with "npm start", set another HUNDI_DATA_DIR or remove the folder.
`;

describe('a data folder that another build made', () => {
  let hundi: HundiProcess;
  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded' });
  });
  afterAll(() => rmSync(hundi.dataDir, { recursive: true, force: true }));

  it('is refused by "npm run migrate" and by "npm start", which leaves nothing running', async () => {
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    await askDatabase(databaseUrl, `UPDATE payments.migrations SET fingerprint = 'of another build'`);
    await expect(runProgram('migrate.js', [], { DATABASE_URL: databaseUrl, HUNDI_DATA_DIR: hundi.dataDir })).rejects.toThrow(REFUSAL);
    await hundi.end('SIGTERM');
    const error = await startHundi({ mode: 'embedded', dataDir: hundi.dataDir }).catch((refusal: unknown) => refusal);
    expect(error).toEqual(new HundiDidNotStartError(1, REFUSAL));
    expect(existsSync(join(hundi.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });
});
