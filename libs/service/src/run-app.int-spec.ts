import { Module } from '@nestjs/common';
import { findFreePort } from '#embedded';
import type { Bus } from '#messaging';
import {
  eventually,
  startFaultProxy,
  TEST_INDEX_KEY,
  TEST_PERSONAL_DATA_KEYS,
  testDatabase,
  type FaultProxy,
  type TestDatabase,
} from '#testing';
import type { AppDeps, RunningApp } from './app';
import { ProcessConfig } from './config/process-config';
import { startInternalServer } from './internal-server';
import { runApp, type AppProcess } from './run-app';

@Module({})
class NothingElse {}

const BUS = {
  kind: 'in-process',
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  health: () => ({ connected: false, detail: 'no broker answers' }),
} as unknown as Bus;

/** The life of a process before its Postgres is there. */
describe('a process whose Postgres is not there yet', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let config: ProcessConfig;
  let url: string;
  let release: () => void;
  const exits: number[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    const address = new URL(database.url);
    proxy = await startFaultProxy({ target: address.host });
    address.host = proxy.address;
    const internalPort = await findFreePort();
    url = `http://127.0.0.1:${internalPort}`;
    const secrets = {
      internalToken: 'a-token-of-sixteen-characters',
      personalDataKeys: TEST_PERSONAL_DATA_KEYS,
      personalDataIndexKey: TEST_INDEX_KEY,
    };
    config = Object.assign(new ProcessConfig(), { databaseUrl: address.toString(), internalPort, logLevel: 'silent', ...secrets });
    jest.spyOn(process, 'exit').mockImplementation((code) => exits.push(Number(code)) as never);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await proxy.stop();
    await database.drop();
  });
  beforeEach(() => (exits.length = 0));

  const start = async (_config: ProcessConfig, { logger, health, metrics, startDoor }: AppDeps): Promise<RunningApp> => {
    const { host, internalPort: port, internalToken: token } = config;
    const server = await startInternalServer({ module: NothingElse, logger, health, metrics, token, host, port, startDoor });
    // The server listens, and the start goes on.
    await new Promise<void>((resolve) => (release = resolve));
    return server;
  };
  const app = (changes: Partial<AppProcess<ProcessConfig>> = {}): AppProcess<ProcessConfig> => ({
    service: 'test',
    schemas: [],
    readConfig: () => config,
    migrate: () => Promise.resolve(),
    createBus: () => BUS,
    start,
    ...changes,
  });
  const asked = async (path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  it('lives, says what it waits for, and serves when its start has ended, whatever the broker does', async () => {
    proxy.cut();
    const run = runApp(app(), undefined);
    await eventually(async () => expect((await asked('/health/serving')).text).toContain('starting: Postgres at 127.0.0.1'));
    expect(await asked('/health/live')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect([(await asked('/health/serving')).status, (await asked('/health/ready')).status]).toEqual([503, 503]);
    expect((await asked('/metrics')).status).toBe(200);
    proxy.heal();
    // By now it is the app's own server that answers: it knows no other path.
    await eventually(async () => expect((await asked('/internal/unknown')).status).toBe(401));
    expect((await asked('/health/serving')).status).toBe(503);
    release();
    await eventually(async () => expect((await asked('/health/serving')).status).toBe(200));
    expect((await asked('/health/ready')).status).toBe(503);
    process.emit('SIGTERM');
    await run;
    expect(exits).toEqual([0]);
  });

  it.each([
    [undefined, 0],
    ['migrate', 143],
  ])('ends at once on SIGTERM while it waits, with the task %s: %s', async (task, code) => {
    proxy.cut();
    const others = process.listenerCount('SIGTERM');
    const impatient = Object.assign(new ProcessConfig(), config, { startWaitMs: 1_000 });
    const run = runApp(app({ readConfig: () => impatient }), task);
    await eventually(() => expect(process.listenerCount('SIGTERM')).toBe(others + 1));
    process.emit('SIGTERM');
    expect(exits).toEqual([code]);
    await run;
    expect(process.listenerCount('SIGTERM')).toBe(others);
  });

  it('begins its start again when that loses a session, for no longer than START_WAIT_MS', async () => {
    proxy.heal();
    const execve = jest.spyOn(process, 'execve' as never).mockImplementation((() => undefined) as never);
    const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    const failing = (error: Error): Promise<void> => {
      const createBus = (): Bus => {
        throw error;
      };
      return runApp(app({ createBus }), undefined);
    };
    await failing(lost);
    const since = expect.stringMatching(/^--starting-since=\d+/) as string;
    expect(execve).toHaveBeenCalledWith(process.execPath, [process.execPath, ...process.execArgv, process.argv[1], since]);
    await failing(new Error('no such processor'));
    process.argv.push('--starting-since=0');
    await failing(lost);
    process.argv.pop();
    expect(execve).toHaveBeenCalledTimes(1);
    expect(exits).toEqual([1, 1, 1]);
  });

  it('ends when it has waited for START_WAIT_MS', async () => {
    proxy.cut();
    const impatient = Object.assign(new ProcessConfig(), config, { startWaitMs: 500 });
    await runApp(app({ readConfig: () => impatient }), undefined);
    expect(exits).toEqual([1]);
  });

  it('migrates when Postgres is there, and starts nothing', async () => {
    proxy.cut();
    const migrate = jest.fn(() => Promise.resolve());
    const createBus = jest.fn(() => BUS);
    const run = runApp(app({ migrate, createBus }), 'migrate');
    proxy.heal();
    await run;
    expect(migrate).toHaveBeenCalledWith(config);
    expect(createBus).not.toHaveBeenCalled();
    expect(exits).toEqual([]);
  });
});
