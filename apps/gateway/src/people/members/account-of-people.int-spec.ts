import { LIST_QUERY, parseQuery } from '#contracts';
import { askDatabase, eventually, FixedClock, testPersonalData } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newOperator } from '../../../test/operator-person';
import { memberOf, newEmail, PASSWORD, Person, signedUp } from '../../../test/person';

/** What the payments service shows of an account without any. */
const NONE = '{"data":[]}';

describe('what people do with whole accounts', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    gateway.found = () => NONE;
  });
  afterAll(() => gateway.stop());
  beforeEach(() => clock.advanceMs(1));

  async function newOwner() {
    const { person, accountId, answer } = await signedUp(gateway);
    const [{ secret } = { secret: '' }] = answer.json.first_keys as { secret: string }[];
    return {
      person,
      accountId,
      secret,
      account: { 'hundi-account': accountId },
      test: { 'hundi-account': accountId, 'hundi-mode': 'test' },
    };
  }
  type Owner = Awaited<ReturnType<typeof newOwner>>;
  const close = ({ person, account }: Owner, name = 'Acme') => person.post('/account/close', { name }, account);
  const askLive = ({ person, account }: Owner, website = 'https://acme.example.com') =>
    person.post('/account/request_live', { legal_name: 'Acme Private Limited', website }, account);
  const rowsOf = (accountId: string, type: string) =>
    askDatabase<{ id: string; status: string; state: Record<string, unknown> }>(
      gateway.keyStore.databaseUrl,
      'SELECT stream_id AS id, status, state FROM accounts.streams WHERE account_id = $1 AND stream_type = $2',
      [accountId, type],
    );
  const eventsOf = async (accountId: string) =>
    (
      await askDatabase<{ type: string }>(
        gateway.keyStore.databaseUrl,
        "SELECT type FROM accounts.events WHERE stream_id = $1 AND type LIKE 'account.c%' ORDER BY version",
        [accountId],
      )
    ).map(({ type }) => type);

  it('make another one', async () => {
    const owner = await newOwner();
    clock.advanceMs(1);
    const { status, json } = await owner.person.post('/accounts', { name: 'Second' });
    expect([status, json.accounts]).toEqual([
      200,
      [expect.objectContaining({ name: 'Acme' }), expect.objectContaining({ name: 'Second', role: 'owner', status: 'active' })],
    ]);
    expect(json.first_keys).toHaveLength(2);
  });

  it('ask for live mode, as owners', async () => {
    const owner = await newOwner();
    const { person: admin } = await memberOf(gateway, { by: owner.person, accountId: owner.accountId, role: 'admin' });
    expect((await askLive({ ...owner, person: admin })).code).toBe('role_insufficient');
    expect((await askLive(owner, 'acme')).code).toBe('url_invalid');
    expect((await askLive(owner)).status).toBe(200);
    const { json } = await owner.person.get('/v1/account', owner.test);
    expect(json).toMatchObject({
      legal_name: 'Acme Private Limited',
      live_enabled: false,
      live_requested_at: Math.floor(clock.nowMs() / 1_000),
    });
    clock.advanceMs(600_000);
    expect((await askLive(owner)).code).toBe('step_up_required');
  });

  it('close one for good, as owners who type its name: its keys are refused at once, its members go on reading', async () => {
    const owner = await newOwner();
    const { person: admin } = await memberOf(gateway, { by: owner.person, accountId: owner.accountId, role: 'admin' });
    const withKey = async () => (await gateway.client.get('/v1/account', { key: owner.secret })).error?.code;
    const app = await owner.person.post(
      '/v1/apps',
      { name: 'Books', redirect_uris: ['https://a.example.com/'], allowed_scopes: ['payments:read'] },
      owner.test,
    );
    expect([(await close({ ...owner, person: admin })).code, (await close(owner, 'acme')).code]).toEqual([
      'role_insufficient',
      'parameter_invalid',
    ]);
    expect(await withKey()).toBeUndefined();
    expect((await close(owner)).json.accounts).toEqual([expect.objectContaining({ status: 'closed' })]);
    clock.advanceMs(5_000);
    expect(['account_suspended', 'api_key_revoked']).toContain(await withKey());
    await eventually(async () => expect(await eventsOf(owner.accountId)).toEqual(['account.created', 'account.closed', 'account.cleared']));
    expect((await rowsOf(owner.accountId, 'api_key')).map(({ status, state }) => [status, state.reason])).toEqual(
      Array(2).fill(['revoked', 'account_closed']),
    );
    expect(await rowsOf(owner.accountId, 'app')).toMatchObject([{ id: app.json.id, status: 'disabled' }]);
    clock.advanceMs(5_000);
    expect(await withKey()).toBe('api_key_revoked');
    expect((await admin.get('/v1/account', owner.test)).json).toMatchObject({ status: 'closed' });
    expect((await admin.get('/members', owner.account)).status).toBe(200);
    const changes = [
      await owner.person.send('PATCH', '/v1/account', { body: { name: 'Acme again' }, headers: owner.test }),
      await owner.person.post('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'] }, owner.test),
      await owner.person.post('/invitations', { email: newEmail(), role: 'viewer' }, owner.account),
      await close(owner),
    ];
    expect(changes.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('403 account_suspended'));
  });

  it.each(['subscriptions', 'mandates'])('close none whose %s in live mode would go on: no key could stop them any more', async (list) => {
    const owner = await newOwner();
    const asked: string[] = [];
    gateway.found = (query) => (asked.push(query), query.startsWith(list) ? '{"data":[{}]}' : NONE);
    const refused = await close(owner);
    gateway.found = () => NONE;
    expect([refused.status, refused.code]).toEqual([409, 'state_conflict']);
    const query = new URL(asked.at(-1)!, gateway.url).searchParams.get('query');
    expect(parseQuery(query, LIST_QUERY).status).toEqual(expect.not.arrayContaining(['cancelled']));
    expect(await eventsOf(owner.accountId)).toEqual(['account.created']);
    expect((await close(owner)).status).toBe(200);
  });

  it('do not join one that was closed meanwhile', async () => {
    const owner = await newOwner();
    const email = newEmail();
    const { json } = await owner.person.post('/invitations', { email, role: 'viewer' }, owner.account);
    await close(owner);
    const [, token] = String(json.link).split('#');
    const joined = await new Person(gateway.url).post('/invitations/accept', { token, email, name: 'Ravi', password: PASSWORD });
    expect(joined.code).toBe('link_invalid');
  });
});

describe('where only invited people sign up', () => {
  it('operators alone make accounts', async () => {
    const gateway = await startGatewayUnderTest({ environment: { SIGNUP: 'invite', RATE_LIMIT_ENABLED: 'false' } });
    const personalData = testPersonalData(gateway.keyStore.databaseUrl, gateway.keyStore);
    const operator = await newOperator(gateway, personalData);
    const made = await operator.person.post('/accounts', { name: 'Second' });
    expect(made.status).toBe(200);
    const [account] = made.json.accounts as { id: string }[];
    const { person } = await memberOf(gateway, { by: operator.person, accountId: account!.id, role: 'owner' });
    expect((await person.post('/accounts', { name: 'Third' })).code).toBe('role_insufficient');
    await personalData.close();
    await gateway.stop();
  });
});
