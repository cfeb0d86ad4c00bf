import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { FolderInUseError } from './embedded-error';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres';
import { endProcess, isAlive } from './processes';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startEmbeddedPostgres', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-postgres-spec-'));
  const dataDir = join(folder, 'postgres');
  const started: EmbeddedPostgres[] = [];

  async function start(log?: (line: string) => void): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log });
    started.push(postgres);
    return postgres;
  }

  beforeAll(() => chmodSync(folder, 0o755));

  afterAll(async () => {
    for (const { pid } of started) await endProcess(pid, [{ signal: 'SIGKILL', graceMs: 5_000 }]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps what was committed over a stop and a start', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id int); insert into kept values (1)');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await second.stop();
  });

  it('runs with production durability', async () => {
    const postgres = await start();
    const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums`;
    expect(await query(postgres.url, settings)).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' }]);
    await postgres.stop();
  });

  it('keeps the password in a file that only its owner can read', async () => {
    const postgres = await start();
    const { mode } = statSync(join(dataDir, 'password'));
    expect(mode & 0o777).toBe(0o600);
    await expect(query(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed');
    expect(postgres.url).toContain(readFileSync(join(dataDir, 'password'), 'utf8').trim());
    await postgres.stop();
  });

  it('refuses a folder that another live process uses, and leaves its server alone', async () => {
    const first = await start();
    await expect(startEmbeddedPostgres({ dataDir, durable: true })).rejects.toBeInstanceOf(FolderInUseError);
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
  });

  it.each([0, 600, 1_200])('serves one of two first starts on an empty folder, %i ms apart, and refuses the other', async (apartMs) => {
    const empty = mkdtempSync(join(tmpdir(), 'hundi-first-spec-'));
    chmodSync(empty, 0o755);
    const begin = () => startEmbeddedPostgres({ dataDir: join(empty, 'postgres'), durable: false });
    const results = await Promise.allSettled([begin(), delay(apartMs).then(begin)]);
    const [winner] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (winner !== undefined) started.push(winner);
    const refusals = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toEqual([expect.any(FolderInUseError)]);
    expect(await query(winner?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(join(empty, 'postgres')).sort()).toEqual(['cluster', 'password', 'postgres.log']);
    await winner?.stop();
    rmSync(empty, { recursive: true, force: true });
  });

  it('adopts the server of a process that was killed', async () => {
    const orphan = await leaveOrphan(dataDir);
    const lines: string[] = [];
    const postgres = await start((line) => lines.push(line));
    expect(postgres).toMatchObject({ adopted: true, pid: orphan });
    expect(lines).toEqual([expect.stringContaining('left behind')]);
    expect(await query(postgres.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await postgres.stop();
    expect(isAlive(orphan)).toBe(false);
  });

  it('starts again after the server itself was killed, and stops at once when it is already dead', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await second.stop();
  });

  it('works in a folder below one that is closed to everybody else', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'hundi-closed-spec-'));
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    const postgres = await startEmbeddedPostgres({ dataDir: join(closed, 'postgres'), durable: false });
    started.push(postgres);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    rmSync(closed, { recursive: true, force: true });
  });

  it('says what is wrong with a folder that cannot be written', async () => {
    await expect(startEmbeddedPostgres({ dataDir: '/dev/null/hundi', durable: true })).rejects.toThrow(
      'The folder /dev/null/hundi is not writable (ENOTDIR). Choose another with HUNDI_DATA_DIR.',
    );
  });
});

/** Start Postgres from another Node process and kill that process: the id of the server that stays. */
async function leaveOrphan(dataDir: string): Promise<number> {
  const script = `require(${JSON.stringify(join(__dirname, '../../../dist/libs/embedded/src/index.js'))})
    .startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: true }).then((postgres) => console.log(postgres.pid))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return Number(line.toString());
}
