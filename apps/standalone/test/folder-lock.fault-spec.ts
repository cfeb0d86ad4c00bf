import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive } from '#embedded';
import { eventually, HundiDidNotStartError, startHundi, type HundiProcess } from '#testing';
import { FolderServer } from './folder-server';

jest.setTimeout(180_000);

const CLAIM = `SELECT a.pid FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory' AND l.granted
  WHERE a.application_name = 'hundi-claim'`;
const CLAIM_LOCK = 4863_4449;

/** One Hundi at a time on a data folder, also after the session that says so was lost. */
describe('the claim of a data folder', () => {
  let hundi: HundiProcess;
  let postgres: FolderServer;

  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded', environment: { LOG_LEVEL: 'fatal' } });
    postgres = new FolderServer(hundi.dataDir);
  });
  afterAll(async () => {
    await hundi.stopAndRemove();
    await postgres.stop();
  });

  const ask = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  const claimant = async (): Promise<number> => {
    const [row] = await ask(CLAIM);
    if (row === undefined) throw new Error('the folder is not claimed');
    return row.pid as number;
  };

  const pay = async (): Promise<number> => {
    const answer = await fetch(`${hundi.baseUrl}/v1/payments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${hundi.testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 50_000, currency: 'INR', payment_method: 'upi' }),
    });
    return answer.status;
  };

  const expectSecondRefused = async (): Promise<void> => {
    const { dataDir, pid } = hundi;
    const failure = await startHundi({ mode: 'embedded', dataDir }).catch((error: unknown) => error);
    if (!(failure instanceof HundiDidNotStartError)) throw new Error(`a second Hundi started: ${String(failure)}`);
    expect(failure.exit).toBe(1);
    expect(failure.output).toContain(`Another running Hundi (process ${pid}) already uses ${dataDir}.`);
  };

  it('is made again when its session was ended, and keeps a second Hundi out', async () => {
    const first = await claimant();
    await ask(`SELECT pg_terminate_backend(${first})`);
    await eventually(async () => expect(await claimant()).not.toBe(first));
    await expectSecondRefused();
  });

  it('is made again when one backend was killed and Postgres ended all sessions', async () => {
    const first = await claimant();
    const [other] = await ask(`SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'hundi payments%' LIMIT 1`);
    process.kill(other?.pid as number, 'SIGKILL');
    await eventually(async () => expect(await claimant()).not.toBe(first));
    await eventually(async () => expect(await pay()).toBe(201));
    // The claim alone keeps it out, without the file that says which process it is.
    const [runFile, aside] = [join(hundi.dataDir, 'run.json'), join(hundi.dataDir, 'run.json.aside')];
    renameSync(runFile, aside);
    const failure = await startHundi({ mode: 'embedded', dataDir: hundi.dataDir }).catch((error: unknown) => error);
    renameSync(aside, runFile);
    expect((failure as HundiDidNotStartError).output).toContain(`Another running Hundi already uses ${hundi.dataDir}.`);
    expect(await pay()).toBe(201);
  });

  it('ends the Hundi that lost it to another process, and leaves that one its Postgres', async () => {
    const other = new pg.Client({ connectionString: postgres.url, application_name: 'another Hundi' });
    await other.connect();
    const taken = other.query('SELECT pg_advisory_lock($1)', [CLAIM_LOCK]);
    await ask(`SELECT pg_terminate_backend(${await claimant()})`);
    await taken;
    expect(await hundi.ended).toBe(1);
    expect(hundi.output()).toContain('It took the folder while this one had lost its claim.');
    expect((await other.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(isAlive(postgres.pid)).toBe(true);
    expect(existsSync(join(hundi.dataDir, 'run.json'))).toBe(false);
    await other.end();
    await postgres.end('SIGINT');
  });
});
