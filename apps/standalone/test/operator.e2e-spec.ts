import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, hundiUnderTest, type HundiProcess, programEnvironment, standaloneProgram, startHundi, testDatabase } from '#testing';
import { lineOf, paste } from './pasted-commands';

jest.setTimeout(120_000);

async function statusWith(key: string, baseUrl: string): Promise<number> {
  return (await fetch(`${baseUrl}/v1/payments/pay_000000000000000000000000`, { headers: { authorization: `Bearer ${key}` } })).status;
}

function keys(parameters: string[], dataDir: string): string {
  return run('keys.js', parameters, { HUNDI_DATA_DIR: dataDir });
}

function run(name: string, parameters: string[], environment: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [standaloneProgram(name), ...parameters], {
    env: programEnvironment(environment),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe('npm run keys', () => {
  it('makes a key that works at once, shows it in the list without its secret, and revokes it for good', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const made = keys(['create', '--mode', 'live', '--new-account'], dataDir);
    const [, accountId = '', id = '', key = ''] = /Account +(\S+)\nKey id +(\S+)\nKey +(\S+)/.exec(made) ?? [];
    expect(key).toMatch(/^sk_live_/);
    expect(await statusWith(key, baseUrl)).toBe(404);
    const listed = keys(['list', '--account', accountId], dataDir);
    expect(listed).toContain(`${id}  sk_live_…${key.slice(-4)}  active`);
    expect(listed).not.toContain(key);
    keys(['revoke', id], dataDir);
    expect(keys(['list', '--account', accountId], dataDir)).toContain('revoked');
    await eventually(async () => expect(await statusWith(key, baseUrl)).toBe(401), { withinMs: 6_000, everyMs: 100 });
  });
});

describe('npm run keys -- allow', () => {
  it('says where a key may be used, at its creation or later, and takes nothing that is no address', async () => {
    const { dataDir, baseUrl } = hundiUnderTest();
    const made = keys(['create', '--mode', 'test', '--allow', '203.0.113.0/24,2001:db8::/32'], dataDir);
    const [, id = '', key = ''] = /Key id +(\S+)\nKey +(\S+)/.exec(made) ?? [];
    expect(await statusWith(key, baseUrl)).toBe(403);
    expect(keys(['list'], dataDir)).toMatch(new RegExp(`${id}  .*  from 203\\.0\\.113\\.0/24, 2001:db8::/32`));
    expect(keys(['allow', id, 'anywhere'], dataDir)).toContain(`${id} may be used from anywhere`);
    await eventually(async () => expect(await statusWith(key, baseUrl)).toBe(404), { withinMs: 6_000, everyMs: 100 });
    expect(() => keys(['allow', id, 'example.com'], dataDir)).toThrow('"example.com" is no address');
  });
});

describe('npm run migrate', () => {
  it('brings every schema up to date, and makes the demo account once however often it runs', async () => {
    const database = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'hundi-migrate-spec-'));
    const environment = { DATABASE_URL: database.url, HUNDI_DATA_DIR: dataDir, HUNDI_DEMO_ACCOUNT: 'true' };
    const first = run('migrate.js', [], environment);
    expect(first).toMatch(/Every schema is up to date\.\nAccount +acct_\w{24}\nTest key +sk_test_\w{60}\nLive key +sk_live_\w{60}\n/);
    expect(run('migrate.js', [], environment)).toBe(first);
    expect(run('verify-chain.js', [], environment)).toContain('OK payments: 0 events');
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
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
    const lines = run('verify-chain.js', [], { HUNDI_DATA_DIR: dataDir }).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^OK payments: [1-9]\d* events, every hash is right$/);
    expect(lines[1]).toMatch(/^OK kyc: \d+ events, every hash is right$/);
    expect(lines[2]).toMatch(/^OK webhooks: \d+ events, every hash is right$/);
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
    expect(run('rebuild-view.js', ['payments', 'payments_list', '--compare'], environment)).toBe(
      'Compared payments payments_list: 0 rows differed from the live view.\n',
    );
    expect(run('rebuild-view.js', ['payments', 'payments_list'], environment)).toBe(
      'Rebuilt payments payments_list: 0 rows differed from the live view.\n',
    );
    await create();
    expect(run('rebuild-view.js', ['payments', 'payments_list', '--compare'], environment)).toContain(': 0 rows differed');
  });

  it.each([
    [['payments', 'nothing'], 'payments has these views: payments_list'],
    [['nobody', 'payments_list'], 'Usage: npm run rebuild-view'],
    [[], 'Usage: npm run rebuild-view'],
  ])('complains about %j and says what there is', (parameters, complaint) => {
    expect(() => run('rebuild-view.js', parameters, { HUNDI_DATA_DIR: hundiUnderTest().dataDir })).toThrow(complaint);
  });
});

describe.each(['embedded', 'kafka'] as const)('npm run unsettled, %s', (mode) => {
  let hundi: HundiProcess;
  beforeAll(async () => {
    hundi = await startHundi({ mode });
  });
  afterAll(() => hundi?.stopAndRemove());

  const call = async (path: string, body?: object): Promise<Record<string, unknown> & { id: string }> => {
    const response = await fetch(`${hundi.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown> & { id: string };
  };
  const unsettled = (...parameters: string[]): string => run('unsettled.js', parameters, { HUNDI_DATA_DIR: hundi.dataDir });
  /** A refund that nobody will ever hear of by himself. */
  const pendingRefund = async (): Promise<{ payment: string; refund: string }> => {
    const payment = (await call('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' })).id;
    const made = await call('/v1/refunds', { payment_id: payment, amount: 20_000, metadata: { sandbox_outcome: 'pending' } });
    expect(made).toMatchObject({ status: 'pending' });
    return { payment, refund: made.id };
  };

  it('lists a refund that is pending for too long, and ends it as the operator found it, with who and why', async () => {
    const { payment, refund } = await pendingRefund();
    expect(unsettled('list')).not.toContain(refund);
    expect(unsettled('list', '--days', '0')).toContain(`{"id":"${refund}","why":"refund_pending","status":"pending","amount":20000`);
    const said = unsettled('resolve', refund, '--as', 'processed', '--utr', 'AXIS1', '--note', 'seen at the bank', '--by', 'asha');
    expect(said).toBe(`${refund} is processed, says asha.\n`);
    expect(await call(`/v1/refunds/${refund}`)).toMatchObject({ status: 'processed', acquirer_reference: { utr: 'AXIS1' } });
    expect(await call(`/v1/payments/${payment}`)).toMatchObject({ amount_refunded: 20_000 });
    expect(unsettled('list', '--days', '0')).not.toContain(refund);
    expect(() => unsettled('resolve', refund, '--as', 'failed', '--note', 'again')).toThrow('nobody doubts it');
  });

  it.each([
    [['resolve', 'rfnd_1', '--as', 'processed'], 'Say why with --note'],
    [['resolve', 'rfnd_1', '--as', 'captured', '--note', 'x'], '--as is one of processed, failed'],
    [['resolve', 'pay_000000000000000000000000', '--as', 'not_captured', '--note', 'x'], 'There is no payment or refund'],
    [['look'], 'Usage:'],
  ])('complains about %j', (parameters, complaint) => {
    expect(() => unsettled(...parameters)).toThrow(complaint);
  });
});

describe.each(['embedded', 'kafka'] as const)('npm run webhook-endpoint, %s', (mode) => {
  let hundi: HundiProcess;
  beforeAll(async () => {
    hundi = await startHundi({ mode });
  });
  afterAll(() => hundi?.stopAndRemove());

  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${hundi.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const program = (...parameters: string[]): string => run('webhook-endpoint.js', parameters, { HUNDI_DATA_DIR: hundi.dataDir });

  it('disables an endpoint so that only the operator can enable it again', async () => {
    const id = String((await call('/v1/webhook_endpoints', { url: 'https://shop.example.com/hook' })).id);
    const path = `/v1/webhook_endpoints/${id}`;
    expect(program('disable', id, '--note', 'floods others', '--by', 'asha')).toBe(`${id} is disabled, says asha.\n`);
    expect(await call(path)).toMatchObject({ status: 'disabled', disabled_reason: 'admin' });
    expect(await call(`${path}/enable`, {})).toMatchObject({ error: { code: 'state_conflict', reason: 'admin' } });
    expect(program('enable', id, '--note', 'mended', '--by', 'asha')).toBe(`${id} is enabled, says asha.\n`);
    const record = await call(path);
    expect(record).toMatchObject({ status: 'enabled', disabled_reason: null });
    expect(JSON.stringify(record)).not.toContain('floods');
  });

  it.each([
    [['disable', 'we_1'], 'Say why with --note'],
    [['disable', 'we_000000000000000000000000', '--note', 'x'], 'There is no webhook endpoint'],
    [['look'], 'Usage:'],
  ])('complains about %j', (parameters, complaint) => {
    expect(() => program(...parameters)).toThrow(complaint);
  });
});

describe.each(['embedded', 'kafka'] as const)('npm run events:tail, %s', (mode) => {
  let hundi: HundiProcess;

  beforeAll(async () => {
    hundi = await startHundi({ mode });
  });

  afterAll(() => hundi?.stopAndRemove());

  it('prints the public events of a payment as they pass, one JSON line each', async () => {
    const tail = spawn(process.execPath, [standaloneProgram('events-tail.js')], {
      env: programEnvironment({ HUNDI_DATA_DIR: hundi.dataDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let printed = '';
    tail.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    tail.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(() => expect(said).toContain('Listening'), { withinMs: 20_000 });
    const { id } = paste(lineOf(hundi.output(), 'curl -sS -X POST')).body;
    const events = await eventually(
      () => {
        const lines = printed.split('\n').filter((line) => line.includes(String(id)));
        const parsed = lines.map((line) => JSON.parse(line) as { type: string; sequence: number });
        expect(parsed.at(-1)?.type).toBe('payment.captured');
        return parsed;
      },
      { withinMs: 10_000 },
    );
    expect(events[0]?.type).toBe('payment.created');
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    tail.kill('SIGINT');
    expect((await once(tail, 'close'))[0]).toBe(0);
  });
});
