import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { ProcessConfig } from './config/process-config';
import { refuseUnboundLogin, UnboundLoginError } from './refuse-unbound-login';
import { runApp } from './run-app';

describe('a service that logs in as a superuser', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await askDatabase(database.url, `CREATE ROLE unbound_test LOGIN PASSWORD 'bound'`);
  });
  afterAll(async () => {
    await askDatabase(database.url, 'DROP ROLE unbound_test');
    await database.drop();
  });

  const start = async (databaseUrl: string, nodeEnv: 'development' | 'production'): Promise<string[]> => {
    const warnings: string[] = [];
    await refuseUnboundLogin('kyc', { databaseUrl, nodeEnv }, { warn: (_facts: object, text: string) => void warnings.push(text) });
    return warnings;
  };
  const asPlainUser = (): string => Object.assign(new URL(database.url), { username: 'unbound_test', password: 'bound' }).toString();

  it('does not start in production, and is told what to do', async () => {
    await expect(start(database.url, 'production')).rejects.toThrow(UnboundLoginError);
    await expect(start(database.url, 'production')).rejects.toThrow(/KYC_DATABASE_URL .* role hundi_kyc/);
  });

  it('ends in production before it opens a bus', async () => {
    // As after a migration: nothing is missing, so the start does not wait.
    await askDatabase(database.url, 'CREATE SCHEMA kyc');
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const config = Object.assign(new ProcessConfig(), { databaseUrl: database.url, nodeEnv: 'production', logLevel: 'silent' });
    let hasBus = false;
    const app = {
      service: 'kyc',
      readConfig: () => config,
      migrate: () => Promise.resolve(),
      createBus: () => {
        hasBus = true;
        throw new Error('no broker');
      },
      start: () => Promise.reject(new Error('not reached')),
    };
    await expect(runApp(app, undefined)).rejects.toThrow('exit 1');
    exit.mockRestore();
    expect(hasBus).toBe(false);
  });

  it('starts in development with a warning', async () => {
    expect(await start(database.url, 'development')).toEqual([expect.stringContaining('is a superuser')]);
  });

  it('starts in silence as a role that is none, unless row-level security does not apply to it', async () => {
    expect(await start(asPlainUser(), 'production')).toEqual([]);
    await askDatabase(database.url, 'ALTER ROLE unbound_test BYPASSRLS');
    await expect(start(asPlainUser(), 'production')).rejects.toThrow(UnboundLoginError);
  });

  it('is not held up by a database that does not answer', async () => {
    const away = Object.assign(new URL(database.url), { port: '1' }).toString();
    expect(await start(away, 'production')).toEqual([expect.stringContaining('could not be checked')]);
  });
});
