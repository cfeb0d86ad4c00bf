import { ConfigError } from './config/load-config';
import { ProcessConfig } from './config/process-config';
import { runApp, type AppProcess } from './run-app';

const config = Object.assign(new ProcessConfig(), { databaseUrl: 'postgres://hundi@db/hundi', logLevel: 'silent', startWaitMs: 0 });

class Exited extends Error {}

function appWith(changes: Partial<AppProcess<ProcessConfig>>) {
  const app = {
    service: 'test',
    schemas: [],
    readConfig: jest.fn(() => config),
    migrate: jest.fn(() => Promise.resolve()),
    createBus: jest.fn(() => {
      throw new Error('no broker');
    }),
    start: jest.fn(() => Promise.reject(new Error('not reached'))),
    ...changes,
  };
  return app;
}

describe('runApp', () => {
  const exits: number[] = [];
  const errors: string[] = [];

  beforeEach(() => {
    exits.length = 0;
    errors.length = 0;
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0);
    // The real one never returns either.
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      exits.push(Number(code));
      throw new Exited();
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('says everything that is wrong with the configuration, and ends with 1', async () => {
    const app = appWith({
      readConfig: () => {
        throw new ConfigError(['DATABASE_URL is missing', 'INTERNAL_TOKEN is missing']);
      },
    });
    await expect(runApp(app, undefined)).rejects.toThrow(Exited);
    expect(errors.join('')).toBe('The configuration is not usable:\n  - DATABASE_URL is missing\n  - INTERNAL_TOKEN is missing\n');
    expect(exits).toEqual([1]);
    expect(app.createBus).not.toHaveBeenCalled();
  });

  it('names a HOST that is no address of this machine before it waits for anything, and not Postgres in its place', async () => {
    const app = appWith({ readConfig: () => Object.assign(new ProcessConfig(), config, { host: '192.0.2.1', startWaitMs: 60_000 }) });
    await expect(runApp(app, undefined)).rejects.toThrow(Exited);
    expect(errors.join('')).toBe('HOST is no address that this machine can listen on (EADDRNOTAVAIL).\n');
    expect(exits).toEqual([1]);
  });

  it.each([
    ['it cannot start', undefined, {}],
    ['it cannot migrate', 'migrate', { migrate: () => Promise.reject(new Error('no database')) }],
  ])('ends with 1 when %s', async (_name, task, changes) => {
    await expect(runApp(appWith(changes), task)).rejects.toThrow(Exited);
    expect(exits).toEqual([1]);
  });
});
