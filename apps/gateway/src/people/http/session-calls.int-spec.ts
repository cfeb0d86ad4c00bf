import { newId, SHARD_COUNT, shardOfAccount } from '#contracts';
import { eventually, FixedClock, SeededRandom } from '#testing';
import { setLiveMode } from '../../accounts/operator-accounts';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addSecondFactor, memberOf, PASSWORD, Person, signedUp, type PageAnswer } from '../../../test/person';
import { totpCode } from '../second-factor/totp';

const MINUTE_MS = 60_000;
const KEYS = '/v1/api_keys';

describe('the API, called by a page', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  interface Owner {
    person: Person;
    accountId: string;
    userId: string;
    test: Record<string, string>;
    live: Record<string, string>;
    secret: string;
  }
  async function newOwner(): Promise<Owner> {
    const { person, answer } = await signedUp(gateway);
    const {
      accounts,
      user,
      first_keys: keys,
    } = answer.json as {
      accounts: { id: string }[];
      user: { id: string };
      first_keys: { secret: string }[];
    };
    const accountId = accounts[0]?.id ?? '';
    const inMode = (mode: string) => ({ 'hundi-account': accountId, 'hundi-mode': mode });
    return { person, accountId, userId: user.id, test: inMode('test'), live: inMode('live'), secret: keys[0]?.secret ?? '' };
  }
  const withFactor = ({ person }: Owner): Promise<string> => addSecondFactor(person, clock.nowMs());

  it('erases a customer for who may, once the password was asked for lately', async () => {
    const { person, accountId, test } = await newOwner();
    // No customer of another shard is one of the account: the gateway answers without the payments service, which does not run here.
    const otherShard = (shardOfAccount(accountId) + 1) % SHARD_COUNT;
    const path = `/v1/customers/${newId('customer', otherShard, clock.nowMs(), new SeededRandom())}`;
    const erase = (by: Person) => by.send('DELETE', path, { headers: test });
    const { person: colleague } = await memberOf(gateway, { by: person, accountId, role: 'finance' });
    expect((await erase(colleague)).code).toBe('role_insufficient');
    // Let in: there is no such customer.
    expect((await erase(person)).code).toBe('resource_missing');
    clock.advanceMs(11 * MINUTE_MS);
    expect((await erase(person)).code).toBe('step_up_required');
    await person.post('/step_up', { password: PASSWORD });
    expect((await erase(person)).code).toBe('resource_missing');
  });

  it.each([{ require_two_factor: false }, { on_leak: 'notify' }, { developer_contacts: ['on-call@example.com'] }, { request_log_days: 0 }])(
    'changes what protects the account, %j, once the password was asked for lately, in test mode too',
    async (settings) => {
      const { person, test } = await newOwner();
      const set = (body: object) => person.send('PATCH', '/v1/account', { body, headers: test });
      clock.advanceMs(11 * MINUTE_MS);
      expect((await set({ settings })).code).toBe('step_up_required');
      expect((await set({ name: 'Acme Two', settings: { request_log_days: 3 } })).status).toBe(200);
      await person.post('/step_up', { password: PASSWORD });
      expect((await set({ settings })).json.settings).toMatchObject(settings);
    },
  );

  it('works with cookie, account and mode, and names the person', async () => {
    const { person, accountId, userId, test } = await newOwner();
    expect((await person.get('/v1/account', test)).json).toMatchObject({ id: accountId, name: 'Acme' });
    const made = await person.post(KEYS, { kind: 'restricted', scopes: ['payments:read'] }, test);
    expect([made.status, made.json.created_by]).toEqual([201, { type: 'user', id: userId }]);
  });

  it('(16) refuses a session beside a key', async () => {
    const { person, test, secret } = await newOwner();
    const answer = await person.get('/v1/account', { ...test, authorization: `Bearer ${secret}` });
    expect([answer.status, answer.code]).toEqual([400, 'credentials_exclusive']);
  });

  it('needs all three of them', async () => {
    const { person, test } = await newOwner();
    expect((await person.get('/v1/account', { ...test, 'hundi-mode': '' })).code).toBe('parameter_missing');
    expect((await person.get('/v1/account', { ...test, 'hundi-account': '' })).code).toBe('parameter_missing');
    expect((await person.get('/v1/account', { ...test, 'hundi-mode': 'both' })).code).toBe('parameter_invalid');
    expect((await person.get('/v1/account', {})).code).toBe('api_key_missing');
    expect((await new Person(gateway.url).get('/v1/account', test)).code).toBe('api_key_missing');
  });

  it('(15) refuses changes that no page of ours sent', async () => {
    const { person, test } = await newOwner();
    const change = (headers: Record<string, string>) =>
      person.send('PATCH', '/v1/account', { body: { name: 'Eve' }, headers: { ...test, ...headers } });
    const answers = [
      await change({ 'hundi-csrf': '' }),
      await change({ origin: 'https://evil.example' }),
      await change({ 'sec-fetch-site': 'cross-site' }),
    ];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(3).fill('403 csrf_failed'));
    expect((await change({})).json.name).toBe('Eve');
  });

  it('opens no account that the person does not belong to', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const foreign = await one.person.get('/v1/account', other.test);
    const absent = await one.person.get('/v1/account', { ...other.test, 'hundi-account': 'acct_0TgWzRaB07xK2mNq5Yd8Vf3L' });
    const bare = (text: string): string => text.replaceAll(/req_\w+/g, '');
    expect([foreign.status, foreign.code, bare(foreign.text)]).toEqual([403, 'role_insufficient', bare(absent.text)]);
  });

  it('(20) makes a live secret key with a second factor and the password sent lately', async () => {
    const owner = await newOwner();
    const { person, live, test, accountId } = owner;
    const make = (headers: Record<string, string>) => person.post(KEYS, { kind: 'secret' }, headers);
    expect((await make(live)).code).toBe('live_mode_not_enabled');
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'checked' });
    expect((await make(live)).code).toBe('second_factor_missing');
    expect((await person.get(KEYS, live)).status).toBe(200);
    const totpSecret = await withFactor(owner);
    clock.advanceMs(10 * MINUTE_MS);
    expect((await make(live)).code).toBe('step_up_required');
    expect((await make(test)).status).toBe(201);
    await person.post('/step_up', { password: PASSWORD, totp: totpCode(totpSecret, clock.nowMs()) });
    const { status, json } = await make(live);
    expect([status, json.kind]).toEqual([201, 'secret']);
    expect((await gateway.client.get('/v1/account', { key: String(json.secret) })).status).toBe(200);
  });

  it('(30) makes fifty keys of sixty that are asked for at once', async () => {
    const { person, live, accountId, ...owner } = await newOwner();
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'checked' });
    await withFactor({ person, live, accountId, ...owner });
    // An account decides one command at a time: whoever waits too long is asked to come again.
    const make = async (): Promise<PageAnswer> => {
      const answer = await person.post(KEYS, { kind: 'publishable' }, live);
      return answer.status === 503 ? make() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 60 }, () => make()));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status, code }) => status === 400 && code === 'limit_exceeded');
    expect([made.length, refused.length]).toEqual([50, 10]);
    await eventually(async () => expect((await person.get(`${KEYS}?limit=100&status=active`, live)).json.data).toHaveLength(50));
  });
});
