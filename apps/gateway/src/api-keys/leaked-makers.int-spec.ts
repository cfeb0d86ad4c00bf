import { FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { addSecondFactor, memberOf, signedUp, type Person } from '../../test/person';
import { setLiveMode } from '../accounts/operator-accounts';

const KEYS = '/v1/api_keys';

describe('a key or a person who may make keys, and no secret one', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  interface Account {
    person: Person;
    accountId: string;
    test: Record<string, string>;
    live: Record<string, string>;
    /** The id of the first secret key. */
    secretId: string;
  }
  async function newAccount(): Promise<Account> {
    const { person, accountId, answer } = await signedUp(gateway);
    const [first] = answer.json.first_keys as { id: string }[];
    const inMode = (mode: string) => ({ 'hundi-account': accountId, 'hundi-mode': mode });
    return { person, accountId, test: inMode('test'), live: inMode('live'), secretId: first?.id ?? '' };
  }
  async function newKey({ person, test }: Account, scopes: string[]): Promise<{ id: string; key: string }> {
    const { json } = await person.post(KEYS, { kind: 'restricted', scopes }, test);
    return { id: String(json.id), key: String(json.secret) };
  }
  const codeOf = ({ json }: { json: unknown }): string | undefined => (json as { error?: { code: string } }).error?.code;

  it('leaves no key that it rolled when it is revoked', async () => {
    const account = await newAccount();
    const [leaked, other] = [await newKey(account, ['keys:write', 'payments:read']), await newKey(account, ['payments:read'])];
    const rolled = await gateway.client.post(`${KEYS}/${other.id}/roll`, { key: leaked.key, body: {} });
    const { id } = rolled.json as { id: string };
    await account.person.send('DELETE', `${KEYS}/${leaked.id}`, { headers: account.test });
    const { json } = await account.person.get(`${KEYS}/${id}`, account.test);
    expect(json).toMatchObject({ status: 'revoked', revoked_reason: 'maker_revoked' });
  });

  it('takes no protection from a key that may do more', async () => {
    const account = await newAccount();
    const { key } = await newKey(account, ['keys:write', 'payments:read']);
    const wider = await newKey(account, ['refunds:write']);
    const patch = (id: string, body: object) => gateway.client.send('PATCH', `${KEYS}/${id}`, { key, body });
    for (const id of [account.secretId, wider.id]) {
      expect(codeOf(await patch(id, { allowed_addresses: null }))).toBe('scope_insufficient');
      expect(codeOf(await patch(id, { expires_at: null }))).toBe('scope_insufficient');
      expect((await patch(id, { name: 'Till' })).status).toBe(200);
    }
    const equal = await newKey(account, ['payments:read']);
    expect((await patch(equal.id, { allowed_addresses: ['203.0.113.7'] })).status).toBe(200);
  });

  it('ends itself, and no other key, whatever its scopes', async () => {
    const account = await newAccount();
    const [one, other] = [await newKey(account, ['payments:read']), await newKey(account, ['payments:read'])];
    const end = ({ id }: { id: string }) => gateway.client.send('DELETE', `${KEYS}/${id}`, { key: one.key });
    expect(codeOf(await end(other))).toBe('scope_insufficient');
    expect((await end(one)).status).toBe(200);
    const { json: publishable } = await account.person.post(KEYS, { kind: 'publishable' }, account.test);
    const refused = await gateway.client.send('DELETE', `${KEYS}/${String(publishable.id)}`, { key: String(publishable.secret) });
    expect(codeOf(refused)).toBe('key_restricted');
  });

  it('takes none from a live secret key as a developer', async () => {
    const account = await newAccount();
    await setLiveMode(gateway.keyStore, account.accountId, { isEnabled: true, note: 'checked' });
    await addSecondFactor(account.person, clock.nowMs());
    const { json } = await account.person.post(KEYS, { kind: 'secret', allowed_addresses: ['203.0.113.7'] }, account.live);
    const { person: developer } = await memberOf(gateway, { by: account.person, accountId: account.accountId, role: 'developer' });
    await addSecondFactor(developer, clock.nowMs());
    const path = `${KEYS}/${String(json.id)}`;
    const answer = await developer.send('PATCH', path, { body: { allowed_addresses: null }, headers: account.live });
    expect(answer.code).toBe('role_insufficient');
    expect((await account.person.send('PATCH', path, { body: { allowed_addresses: null }, headers: account.live })).status).toBe(200);
  });

  it('gives an app a live credential only with a password sent lately', async () => {
    const account = await newAccount();
    await setLiveMode(gateway.keyStore, account.accountId, { isEnabled: true, note: 'checked' });
    const { person, live } = account;
    await addSecondFactor(person, clock.nowMs());
    const body = { name: 'Books', allowed_scopes: ['payments:write'], grant_types: ['client_credentials'] };
    const { json } = await person.post('/v1/apps', body, live);
    clock.advanceMs(11 * 60_000);
    const path = `/v1/apps/${String(json.id)}`;
    expect((await person.post('/v1/apps', body, live)).code).toBe('step_up_required');
    expect((await person.post(`${path}/roll_secret`, {}, live)).code).toBe('step_up_required');
    expect((await person.send('PATCH', path, { body: { allowed_scopes: [] }, headers: live })).code).toBe('step_up_required');
    expect((await person.send('PATCH', path, { body: { name: 'Ledgers' }, headers: live })).status).toBe(200);
  });
});
