import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { awaitServiceDatabase, UnboundLoginError } from './await-database';
import { ProcessConfig } from './config/process-config';
import { Health } from './health';
import type { Logger } from './log/logger';
import { runApp } from './run-app';

describe('a service that logs in as a superuser', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await askDatabase(database.url, `CREATE ROLE unbound_test LOGIN PASSWORD 'bound'`);
  });
  afterAll(async () => {
    await askDatabase(database.url, 'DROP OWNED BY unbound_test');
    await askDatabase(database.url, 'DROP ROLE unbound_test');
    await database.drop();
  });

  /** @returns what it warned of; the service of the name `test` has no rights that it could lack. */
  const start = async (
    databaseUrl: string,
    nodeEnv: 'development' | 'production',
    { service = 'test', warnings = [] as string[] } = {},
  ): Promise<string[]> => {
    const logger = { warn: (_facts: object, text: string) => void warnings.push(text) } as unknown as Logger;
    await awaitServiceDatabase({ service, schemas: [] }, { databaseUrl, nodeEnv, startWaitMs: 600_000 }, { health: new Health(), logger });
    return warnings;
  };
  const asPlainUser = (): string => Object.assign(new URL(database.url), { username: 'unbound_test', password: 'bound' }).toString();

  it('does not start in production, names what to do, and waits for no schema before', async () => {
    const warnings: string[] = [];
    const refusal = start(database.url, 'production', { service: 'kyc', warnings });
    await expect(refusal).rejects.toThrow(UnboundLoginError);
    await expect(refusal).rejects.toThrow(/KYC_DATABASE_URL .* role hundi_kyc/);
    expect(warnings).toEqual([]);
  });

  it('ends in production before it opens a bus', async () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const config = Object.assign(new ProcessConfig(), { databaseUrl: database.url, nodeEnv: 'production', logLevel: 'silent' });
    let hasBus = false;
    const app = {
      service: 'kyc',
      schemas: [],
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

  it('starts in development with one warning, however long it waits for its schema', async () => {
    const warnings: string[] = [];
    const waiting = start(database.url, 'development', { service: 'kyc', warnings });
    await eventually(() => expect(warnings.length).toBeGreaterThan(1));
    await askDatabase(database.url, 'CREATE SCHEMA kyc');
    await waiting;
    expect(warnings.filter((text) => !text.includes('no schema kyc'))).toEqual([expect.stringContaining('is a superuser')]);
  });

  it('starts in silence as a role that is none, unless row-level security does not apply to it', async () => {
    expect(await start(asPlainUser(), 'production')).toEqual([]);
    await askDatabase(database.url, 'ALTER ROLE unbound_test BYPASSRLS');
    await expect(start(asPlainUser(), 'production')).rejects.toThrow(UnboundLoginError);
  });
});
