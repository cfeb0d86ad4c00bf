import { eventually, hundiUnderTest } from '#testing';
import { Cli } from './hundi-tool';
import { Page, PASSWORD } from './page';

jest.setTimeout(180_000);

const hundi = hundiUnderTest();
const environment = { HUNDI_DATA_DIR: hundi.dataDir };
const run = (...parameters: string[]) => Cli.run(hundi, parameters, environment);

/** What a command answers to programs. */
async function rowsOf(...parameters: string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await run(...parameters, '--json');
  if (code !== 0) throw new Error(err);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function statusWith(key: string): Promise<string> {
  const response = await fetch(`${hundi.baseUrl}/v1/payments?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  const { error } = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${error?.code ?? ''}`.trim();
}

const becomes = (key: string, status: string) =>
  eventually(async () => expect(await statusWith(key)).toBe(status), { everyMs: 200, withinMs: 15_000 });

describe('npx hundi, on the installation', () => {
  it('makes an account with a link that makes its owner, and decides about account, keys and person', async () => {
    const email = `cli-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const [made = {}] = await rowsOf('accounts', 'create', '--email', email, '--name', 'From the terminal');
    const accountId = String(made.id);
    expect(made).toMatchObject({
      name: 'From the terminal',
      operator: false,
      link: expect.stringContaining('/dashboard/invitation#') as string,
    });
    const person = new Page(hundi.baseUrl);
    const [, token] = String(made.link).split('#');
    const joined = await person.post('/invitations/accept', { token, email, name: 'Ravi Iyer', password: PASSWORD });
    expect(joined.json).toMatchObject({ is_operator: false, accounts: [{ id: accountId, role: 'owner', live_enabled: false }] });

    const noLive = await run('keys', 'create', '--account', accountId, '--mode', 'live');
    expect([noLive.code, noLive.err]).toEqual([1, expect.stringContaining('Live mode is not enabled')]);
    await run('accounts', 'enable-live', accountId, '--note', 'documents checked');
    const [live = {}] = await rowsOf('keys', 'create', '--account', accountId, '--mode', 'live', '--name', 'Server');
    expect(await statusWith(String(live.key))).toBe('200');
    await run('accounts', 'suspend', accountId, '--note', 'ticket 812');
    await becomes(String(live.key), '403 account_suspended');
    await run('accounts', 'resume', accountId, '--note', 'ticket 812 is closed');
    await becomes(String(live.key), '200');
    expect(await rowsOf('accounts', 'list', '--query', accountId)).toEqual([
      expect.objectContaining({ id: accountId, status: 'active', live_enabled: true, members: 1 }),
    ]);

    const [rolled = {}] = await rowsOf('keys', 'roll', String(live.id), '--overlap', '3600');
    expect(await statusWith(String(rolled.key))).toBe('200');
    expect((await run('keys', 'revoke', String(live.id))).out).toContain('is revoked');
    await becomes(String(live.key), '401 api_key_revoked');
    expect((await rowsOf('keys', 'list', '--account', accountId)).map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [live.id, 'revoked'],
        [rolled.id, 'active'],
      ]),
    );
    await run('accounts', 'disable-live', accountId, '--note', 'the contract has ended');
    await becomes(String(rolled.key), '403 live_mode_not_enabled');

    expect((await rowsOf('users', 'list', '--limit', '5')).map((user) => user.email)).toContain(email);
    expect((await run('users', 'disable', email, '--note', 'left the company')).out).toContain('signed out everywhere');
    expect((await person.get('/session')).code).toBe('session_missing');
    expect((await run('users', 'enable', email)).code).toBe(0);
    expect((await run('users', 'reset-second-factor', email)).out).toContain('has no second factor now');
    expect((await rowsOf('mails', '--limit', '10')).filter(({ to }) => to === email)).toMatchObject([{ kind: 'factor_changed' }]);
  });

  const ACCOUNT = 'acct_0TgWzRaB00xK2mNq5Yd8Vf3L';
  // What is typed wrong is in run-installation.spec.ts.
  it.each<[string[], number, string]>([
    [['accounts', 'make'], 2, 'There is no command "hundi accounts make"'],
    [['accounts', 'suspend', ACCOUNT, '--note', 'x'], 1, `There is no account ${ACCOUNT}.`],
    [['keys', 'create', '--account', ACCOUNT, '--mode', 'test', '--kind', 'restricted'], 1, '--scopes belong to a restricted key'],
    [['keys', 'revoke', 'key_0TgWzRaB00xK2mNq5Yd8Vf3L'], 1, 'There is no key key_'],
    [['users', 'disable', 'nobody@example.com'], 1, 'There is no person nobody@example.com'],
  ])('ends %j with %i and says what is wrong', async (parameters, code, sentence) => {
    const answer = await run(...parameters);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(sentence)]);
    expect(answer.err).not.toMatch(/^\s+at /m);
  });

  it('opens no installation whose secrets it does not have', async () => {
    const given = { DATABASE_URL: hundi.databaseUrl, HUNDI_DATA_DIR: '/dev/null/hundi' };
    const keys = await Cli.run(hundi, ['keys', 'list', '--account', hundi.accountId], given);
    expect([keys.code, keys.err]).toEqual([1, expect.stringContaining('DATABASE_URL is set without API_KEY_PEPPER')]);
    const users = await Cli.run(hundi, ['users', 'list'], { ...given, API_KEY_PEPPER: 'a pepper of some length' });
    expect([users.code, users.err]).toEqual([1, expect.stringContaining('DATABASE_URL is set without PERSONAL_DATA_KEYS')]);
  });
});
