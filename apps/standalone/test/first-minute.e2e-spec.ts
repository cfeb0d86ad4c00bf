import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#embedded';
import { hundiMode, type HundiProcess, startHundi } from '#testing';
import { lineOf, paste, type Answer } from './pasted-commands';

jest.setTimeout(180_000);

const mode = hundiMode();

/** The first steps of a newcomer, twice: in one process, and over Kafka. */
describe(`the first minute, ${mode}`, () => {
  const lateModules = join(tmpdir(), `hundi-late-modules-${process.pid}`);
  let hundi: HundiProcess;
  let dataDir: string;
  let firstPayment: Record<string, unknown>;
  let keys: { testKey: string; liveKey: string };

  beforeAll(async () => {
    const environment = { NODE_OPTIONS: `--require ${join(__dirname, 'late-modules.cjs')}`, HUNDI_TEST_LATE_MODULES: lateModules };
    hundi = await startHundi({ mode, environment });
    dataDir = hundi.dataDir;
    keys = { testKey: hundi.testKey, liveKey: hundi.liveKey };
  });

  afterAll(async () => {
    rmSync(lateModules, { force: true });
    await hundi?.stopAndRemove();
  });

  function postgresPid(): number {
    return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  function read(id: unknown): Promise<Answer> {
    return paste(lineOf(hundi.output(), `curl -sS ${hundi.baseUrl}/v1/payments/`).replace('PAYMENT_ID', String(id)));
  }

  it('prints one test key, one live key, the base URL and the docs URL', async () => {
    expect(keys.testKey).toMatch(/^sk_test_\w{60}$/);
    expect(keys.liveKey).toMatch(/^sk_live_\w{60}$/);
    expect(hundi.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(hundi.output()).toContain(`${hundi.baseUrl}/docs`);
    expect((await fetch(`${hundi.baseUrl}/docs`)).status).toBe(200);
  });

  it('has loaded itself before it opens sessions that Postgres ends when they are silent: loading takes seconds on a busy machine', () => {
    expect(existsSync(lateModules) ? readFileSync(lateModules, 'utf8') : '').toBe('');
  });

  it('says which Kafka it uses when it uses one', () => {
    const lines = hundi
      .output()
      .split('\n')
      .filter((line) => /^ *Kafka \S+:\d+$/.test(line));
    expect(lines).toHaveLength(mode === 'kafka' ? 1 : 0);
  });

  it('prints a command that creates a captured UPI payment, and one that reads it', async () => {
    const created = await paste(lineOf(hundi.output(), 'curl -sS -X POST'));
    expect(created).toMatchObject({ status: 201, body: { status: 'captured', amount: 50_000, currency: 'INR', payment_method: 'upi' } });
    firstPayment = created.body;
    expect(await read(firstPayment.id)).toEqual({ status: 200, body: firstPayment });
  });

  it('says how events are watched, from another terminal that does not know the folder', () => {
    expect(hundi.output()).toContain(`"HUNDI_DATA_DIR='${dataDir}' npm run events:tail" in another terminal`);
  });

  it('keeps secrets in files that only their owner can read', () => {
    for (const file of ['secrets.json', 'demo-account.json', 'run.json', 'postgres/password']) {
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
  });

  it('ends cleanly on Ctrl-C, also when it arrives twice at once, and leaves no server behind', async () => {
    const postgres = postgresPid();
    process.kill(hundi.pid, 'SIGINT');
    expect(await hundi.end('SIGINT')).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(hundi.output()).not.toMatch(/error|warn/i);
  });

  it('keeps its data over a second start, and says so', async () => {
    hundi = await startHundi({ mode, dataDir });
    expect(hundi.output()).toContain(`Data kept in ${dataDir}`);
    expect({ testKey: hundi.testKey, liveKey: hundi.liveKey }).toEqual(keys);
    expect(await read(firstPayment.id)).toEqual({ status: 200, body: firstPayment });
  });

  it('starts again after kill -9, with everything it had acknowledged', async () => {
    const acknowledged = (await paste(lineOf(hundi.output(), 'curl -sS -X POST'))).body;
    const orphan = postgresPid();
    expect(await hundi.end('SIGKILL')).toBe('SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    hundi = await startHundi({ mode, dataDir });
    expect(hundi.output()).toContain('adopted the Postgres');
    expect(await read(acknowledged.id)).toEqual({ status: 200, body: acknowledged });
    expect(await paste(lineOf(hundi.output(), 'curl -sS -X POST'))).toMatchObject({ status: 201, body: { status: 'captured' } });
  });
});
