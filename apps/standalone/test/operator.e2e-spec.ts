import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock, SystemRandom } from '#service';
import { askDatabase, eventually, hundiUnderTest, TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase } from '#testing';
import { createAccount } from '../../gateway/src/index';
import { migrateAll } from '../src/migrations';
import { runProgram } from './run-program';

jest.setTimeout(120_000);

async function statusWith(key: string, baseUrl: string): Promise<number> {
  return (await fetch(`${baseUrl}/v1/payments/pay_000000000000000000000000`, { headers: { authorization: `Bearer ${key}` } })).status;
}

function keys(parameters: string[], dataDir: string): Promise<string> {
  return runProgram('operator/keys.js', parameters, { HUNDI_DATA_DIR: dataDir });
}

describe('npm run keys', () => {
  it('makes a key that works at once, shows it in the list without its secret, and revokes it for good', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const made = await keys(['create', '--mode', 'live', '--new-account'], dataDir);
    const [, accountId = '', id = '', key = ''] = /Account +(\S+)\nKey id +(\S+)\nKey +(\S+)/.exec(made) ?? [];
    expect(key).toMatch(/^sk_live_/);
    expect(await statusWith(key, baseUrl)).toBe(404);
    const listed = await keys(['list', '--account', accountId], dataDir);
    expect(listed).toContain(`${id}  ${key.slice(0, 12)}…${key.slice(-4)}  active`);
    expect(listed).not.toContain(key);
    await keys(['revoke', id], dataDir);
    expect(await keys(['list', '--account', accountId], dataDir)).toContain('revoked');
    await eventually(async () => expect(await statusWith(key, baseUrl)).toBe(401), { everyMs: 100 });
  });
});

describe('npm run keys -- roll', () => {
  it('makes a key in the place of one, which goes on working, and says under which peppers keys are digested', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const partsOf = (text: string): string[] => /Key id +(\S+)\nKey +(\S+)/.exec(text)?.slice(1) ?? [];
    const [id = '', key = ''] = partsOf(await keys(['create', '--mode', 'test', '--new-account'], dataDir));
    const [, next = ''] = partsOf(await keys(['roll', id, '--overlap', '3600'], dataDir));
    expect([await statusWith(key, baseUrl), await statusWith(next, baseUrl)]).toEqual([404, 404]);
    await expect(keys(['roll', id], dataDir)).rejects.toThrow('has taken the place of this key already');
    await expect(keys(['roll', id, '--overlap=-1'], dataDir)).rejects.toThrow('--overlap takes whole seconds from 0 to 604800.');
    expect(await keys(['peppers'], dataDir)).toMatch(/^version 1 of the pepper: \d+ keys\n/);
  });
});

describe('npm run keys -- create --scopes', () => {
  it('makes a restricted key that may do what it lists and nothing else, and takes no scope that does not exist', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const made = await keys(['create', '--mode', 'test', '--scopes', 'webhooks:read, events:read'], dataDir);
    const [, key = ''] = /\nKey {2,}(rk_test_\S+)/.exec(made) ?? [];
    expect(await statusWith(key, baseUrl)).toBe(403);
    const events = await fetch(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${key}` } });
    expect(events.status).toBe(200);
    await expect(keys(['create', '--mode', 'test', '--scopes', 'payments:all'], dataDir)).rejects.toThrow('"payments:all" is no scope.');
  });
});

describe('the command that a refusal names', () => {
  const asked = async (key: string): Promise<{ status: number; command: string[] }> => {
    const answer = await fetch(`${hundiUnderTest().baseUrl}/v1/payments/pay_000000000000000000000000`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { error } = (await answer.json()) as { error: { hint: string } };
    return { status: answer.status, command: /"npm run keys -- ([^"]*)"/.exec(error.hint)?.[1]?.split(' ') ?? [] };
  };

  it.each(['test', 'live'])('makes a key of the same account that has the missing scope, in %s mode', async (mode) => {
    const { dataDir } = hundiUnderTest();
    const made = await keys(['create', '--mode', mode, '--new-account', '--scopes', 'events:read'], dataDir);
    const [, accountId = '', key = ''] = /Account +(\S+)\n[^]*\nKey {2,}(\S+)/.exec(made) ?? [];
    const { status, command } = await asked(key);
    expect(status).toBe(403);
    const [, account, next = ''] = /Account +(\S+)\n[^]*\nKey {2,}(\S+)/.exec(await keys(command, dataDir)) ?? [];
    expect([account, next.slice(0, 8), (await asked(next)).status]).toEqual([accountId, `rk_${mode}_`, 404]);
  });

  it('makes a key of the same account, with the scopes of one that was revoked', async () => {
    const { dataDir } = hundiUnderTest();
    const made = await keys(['create', '--mode', 'test', '--new-account', '--scopes', 'payments:read,events:read'], dataDir);
    const [, accountId = '', id = '', key = ''] = /Account +(\S+)\nKey id +(\S+)\nKey +(\S+)/.exec(made) ?? [];
    await keys(['revoke', id], dataDir);
    await eventually(async () => expect((await asked(key)).status).toBe(401), { everyMs: 100 });
    const printed = await keys((await asked(key)).command, dataDir);
    const [, account, next = ''] = /Account +(\S+)\n[^]*\nKey {2,}(rk_test_\S+)/.exec(printed) ?? [];
    expect([account, (await asked(next)).status]).toEqual([accountId, 404]);
  });

  it('lets a key be used from elsewhere', async () => {
    const { dataDir } = hundiUnderTest();
    const made = await keys(['create', '--mode', 'test', '--allow', '203.0.113.0/24'], dataDir);
    const [, key = ''] = /\nKey {2,}(\S+)/.exec(made) ?? [];
    const { status, command } = await asked(key);
    expect(status).toBe(403);
    await keys(
      command.map((word) => (word === '<addresses>' ? 'anywhere' : word)),
      dataDir,
    );
    await eventually(async () => expect((await asked(key)).status).toBe(404), { everyMs: 100 });
  });
});

describe('npm run keys -- allow', () => {
  it('says where a key may be used, at its creation or later, and takes nothing that is no address', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const made = await keys(['create', '--mode', 'test', '--allow', '203.0.113.0/24,2001:db8::/32'], dataDir);
    const [, id = '', key = ''] = /Key id +(\S+)\nKey +(\S+)/.exec(made) ?? [];
    expect(await statusWith(key, baseUrl)).toBe(403);
    expect(await keys(['list'], dataDir)).toMatch(new RegExp(`${id}  .*  from 203\\.0\\.113\\.0/24, 2001:db8::/32`));
    expect(await keys(['allow', id, 'anywhere'], dataDir)).toContain(`${id} may be used from anywhere`);
    await eventually(async () => expect(await statusWith(key, baseUrl)).toBe(404), { everyMs: 100 });
    await expect(keys(['allow', id, 'example.com'], dataDir)).rejects.toThrow('"example.com" is no address');
  });
});

describe('npm run migrate', () => {
  it('brings every schema up to date, and makes the demo account once however often it runs', async () => {
    const database = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'hundi-migrate-spec-'));
    const environment = { DATABASE_URL: database.url, HUNDI_DATA_DIR: dataDir, HUNDI_DEMO_ACCOUNT: 'true' };
    const first = await runProgram('migrate.js', [], environment);
    expect(first).toMatch(/Every schema is up to date\.\nAccount +acct_\w{24}\nTest key +sk_test_\w{60}\nLive key +sk_live_\w{60}\n/);
    expect(await runProgram('migrate.js', [], environment)).toBe(first);
    expect(await runProgram('operator/verify-chain.js', [], environment)).toContain('OK payments: 0 events');
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('in production', () => {
  it('a migration makes no demo account and prints no key, and says how one is made', async () => {
    const database = await testDatabase();
    const environment = {
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      HUNDI_DEMO_ACCOUNT: 'true',
      HUNDI_DATA_DIR: '/dev/null/hundi',
    };
    const printed = await runProgram('migrate.js', [], environment);
    expect(printed).toContain('npm run keys -- create --mode live --new-account');
    expect(printed).not.toMatch(/sk_(test|live)_/);
    expect(await askDatabase(database.url, 'SELECT 1 FROM accounts.streams')).toEqual([]);
    await database.drop();
  });
});

describe('hundi-operator, where nothing is built and no folder can be written', () => {
  const NO_FOLDER = { HUNDI_DATA_DIR: '/dev/null/hundi' };
  const operate = (parameters: string[], environment: Record<string, string> = {}): Promise<string> =>
    runProgram('operator/main.js', parameters, { ...NO_FOLDER, ...environment });

  it('has every command of operators, by the name that npm knows', async () => {
    const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../../../package.json');
    const commands = Object.keys(scripts).filter((name) => /src\/(operator\/|migrate)/.test(scripts[name] ?? ''));
    let usage = '';
    try {
      await operate(['nothing']);
    } catch (error) {
      usage = (error as Error).message;
    }
    expect(usage.trim().split('Commands: ')[1]?.split(', ')).toEqual(commands.sort());
  });

  it('migrates, makes a key, verifies the log and rebuilds a view', async () => {
    const database = await testDatabase();
    const environment = {
      DATABASE_URL: database.url,
      API_KEY_PEPPER: 'pepper-of-the-operator-suite',
      INTERNAL_TOKEN: 'token-of-the-operator-suite',
      PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
      PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
    };
    expect(await operate(['migrate'], environment)).toBe('Every schema is up to date.\n');
    expect(await operate(['keys', 'create', '--mode', 'test', '--new-account'], environment)).toMatch(/Key +sk_test_/);
    expect(await operate(['hundi', 'accounts', 'list'], environment)).toMatch(/^acct_\w{24} {2}active {2}live {2}0 members/);
    expect(await operate(['verify-chain'], environment)).toContain('OK payments: 0 events');
    expect(await operate(['rebuild-view', 'payments', 'payments_list'], environment)).toContain(
      'Rebuilt payments payments_list: 0 rows differed',
    );
    await database.drop();
  });
});

describe('npm run verify-chain', () => {
  it('finds the log of every service intact while payments go on', async () => {
    const { baseUrl, testKey, dataDir } = hundiUnderTest();
    const created = await fetch(`${baseUrl}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 50_000, currency: 'INR', payment_method: 'upi' }),
    });
    expect(created.status).toBe(201);
    const lines = (await runProgram('operator/verify-chain.js', [], { HUNDI_DATA_DIR: dataDir })).trim().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^OK payments: [1-9]\d* events, every hash is right; \d+ streams, every row is what its events say$/);
    expect(lines[1]).toMatch(/^OK kyc: \d+ events, every hash is right; \d+ streams, every row is what its events say$/);
    expect(lines[2]).toMatch(/^OK webhooks: \d+ events, every hash is right; \d+ streams, every row is what its events say$/);
    expect(lines[3]).toMatch(/^OK accounts: [1-9]\d* events, every hash is right; \d+ streams, every row is what its events say$/);
    expect(lines[4]).toMatch(/^OK audit: [1-9]\d* entries, every hash is right$/);
  });

  it('names the first row that is not what was written, and fails', async () => {
    const database = await testDatabase();
    await runProgram('migrate.js', [], { DATABASE_URL: database.url });
    await askDatabase(
      database.url,
      `insert into payments.events (shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id,
        command_id, correlation_id, occurred_at, data, meta, hash)
      values (12, 1, 'pay_1', 1, 'PaymentCreated', 1, 'acct_1', false, 'evt_1', gen_random_uuid(), 'corr_1', 0, '{}', '{}', '\\x00')`,
    );
    await expect(runProgram('operator/verify-chain.js', [], { DATABASE_URL: database.url })).rejects.toThrow(
      'BROKEN payments: shard 12, position 1, event evt_1: the row is not what was written',
    );
    await database.drop();
  });

  it('names the stored state that is not what its events say, and fails (F27)', async () => {
    const database = await testDatabase('all_schemas', migrateAll);
    const clock = new SystemClock();
    await createAccount(
      { databaseUrl: database.url, pepper: 'pepper-of-the-operator-suite', clock, random: new SystemRandom(clock) },
      { name: 'Corner shop' },
    );
    const environment = { DATABASE_URL: database.url };
    expect(await runProgram('operator/verify-chain.js', [], environment)).toMatch(
      /^OK payments: .+\nOK kyc: .+\nOK webhooks: .+\nOK accounts: 1 events, .+\nOK audit: .+\n$/,
    );
    const [row] = await askDatabase<{ stream_id: string; shard: number }>(
      database.url,
      `UPDATE accounts.streams SET state = replace(state::text, 'Corner shop', 'Corner shed')::json RETURNING stream_id, shard`,
    );
    await expect(runProgram('operator/verify-chain.js', [], environment)).rejects.toThrow(
      `BROKEN accounts: every event is right, but rows of accounts.streams are not what their events say: ${row?.stream_id} (shard ${row?.shard}) in state`,
    );
    await database.drop();
  });
});

describe('npm run rebuild-view', () => {
  it('builds a list anew beside the live one while payments go on, and finds that nothing differed', async () => {
    const hundi = hundiUnderTest();
    const create = async (): Promise<void> => {
      const created = await fetch(`${hundi.baseUrl}/v1/payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 50_000, currency: 'INR', payment_method: 'upi' }),
      });
      expect(created.status).toBe(201);
    };
    await create();
    const environment = { HUNDI_DATA_DIR: hundi.dataDir };
    expect(await runProgram('operator/rebuild-view.js', ['payments', 'payments_list', '--compare'], environment)).toBe(
      'Compared payments payments_list: 0 rows differed from the live view.\n',
    );
    expect(await runProgram('operator/rebuild-view.js', ['payments', 'payments_list'], environment)).toBe(
      'Rebuilt payments payments_list: 0 rows differed from the live view.\n',
    );
    await create();
    expect(await runProgram('operator/rebuild-view.js', ['payments', 'payments_list', '--compare'], environment)).toContain(
      ': 0 rows differed',
    );
  });

  it.each([
    [['payments', 'nothing'], 'payments has these views: payments_list'],
    [['nobody', 'payments_list'], 'Usage: npm run rebuild-view'],
    [[], 'Usage: npm run rebuild-view'],
  ])('complains about %j and says what there is', async (parameters, explanation) => {
    await expect(runProgram('operator/rebuild-view.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).rejects.toThrow(
      explanation,
    );
  });
});
