import { Client } from 'pg';
import { eventually } from '#testing';
import { everyRow } from '../../../test/every-row';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addSecondFactor, memberOf, signedUp, type PageAnswer, type Person } from '../../../test/person';
import { createApiKey, setLiveMode } from '../../accounts/operator-accounts';
import { formatApiKey, parseApiKey } from '../../auth/api-key-format';

describe('what only people set of their account', () => {
  let gateway: GatewayUnderTest;
  let owner: Person;
  let accountId: string;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  beforeEach(async () => {
    ({ person: owner, accountId } = await signedUp(gateway));
  });
  afterAll(() => gateway.stop());

  const account = (mode = 'test') => ({ 'hundi-account': accountId, 'hundi-mode': mode });
  const set = (settings: object, by: Person = owner): Promise<PageAnswer> =>
    by.send('PATCH', '/v1/account', { body: { settings }, headers: account() });

  it.each([
    ['require_two_factor', true],
    ['require_two_factor', null],
    ['on_leak', 'notify'],
  ])('%s is refused from a key, with whatever else it asks for', async (name, value) => {
    const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
    const body = { name: 'Taken over', settings: { [name]: value } };
    const answer = await gateway.client.send('PATCH', '/v1/account', { key, body });
    expect([answer.status, answer.error?.code, answer.error?.param]).toEqual([403, 'session_only', `settings.${name}`]);
    expect((await owner.get('/v1/account', account())).json).toMatchObject({ name: 'Acme', settings: { require_two_factor: false } });
  });

  it('a second factor is asked of everybody, in both modes, and for pages of the account too', async () => {
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'for the test' });
    const { person: developer } = await memberOf(gateway, { by: owner, accountId, role: 'developer' });
    await addSecondFactor(owner);
    expect((await set({ require_two_factor: true })).json.settings).toMatchObject({ require_two_factor: true });
    for (const mode of ['test', 'live']) {
      expect((await developer.get('/v1/webhook_endpoints', account(mode))).code).toBe('second_factor_missing');
    }
    expect((await developer.get('/members', account())).code).toBe('second_factor_missing');
    expect((await developer.get('/session', account())).json.scopes).toEqual({ test: [], live: [] });
    await addSecondFactor(developer);
    expect((await developer.get('/members', account())).status).toBe(200);
    expect((await developer.get('/v1/request_logs', account())).status).toBe(200);
  });

  it('who has none when it is asked for may leave, and do nothing else', async () => {
    const { person: viewer, userId } = await memberOf(gateway, { by: owner, accountId, role: 'viewer' });
    const { userId: otherId } = await memberOf(gateway, { by: owner, accountId, role: 'viewer' });
    await set({ require_two_factor: true });
    expect((await viewer.send('DELETE', `/members/${otherId}`, { headers: account() })).code).toBe('second_factor_missing');
    expect((await viewer.send('DELETE', `/members/${userId}`, { headers: account() })).status).toBe(200);
    expect((await viewer.get('/members', account())).code).toBe('resource_missing');
  });

  it('an owner who requires it without having one adds one first, and is not locked out', async () => {
    await set({ require_two_factor: true });
    expect((await set({ require_two_factor: false })).code).toBe('second_factor_missing');
    await addSecondFactor(owner);
    expect((await set({ require_two_factor: false })).status).toBe(200);
  });

  it('a key that leaked goes on where the account decides about it, but never a live secret one', async () => {
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'for the test' });
    await set({ on_leak: 'notify' });
    const made = (kind: 'secret' | 'restricted', livemode: boolean) =>
      createApiKey(gateway.keyStore, { accountId, kind, livemode, scopes: kind === 'restricted' ? ['keys:read'] : [] });
    const keys = [await made('secret', false), await made('restricted', true), await made('secret', true)];
    const report = (key: string) => gateway.client.send('POST', '/v1/api_keys/report_leak', { body: { key } });
    for (const { key } of [...keys, ...keys]) expect((await report(key)).json).toEqual({ received: true });
    const [mine = '', ...others] = keys.map(({ key }) => key);
    const shown = (key: string, id: string) => gateway.client.get(`/v1/api_keys/${id}`, { key });
    const times = { leak_reported_at: expect.any(Number) as number, sequence: 2 };
    expect((await shown(mine, keys[0]!.id)).json).toMatchObject({ status: 'active', ...times });
    expect((await shown(others[0]!, keys[1]!.id)).json).toMatchObject({ status: 'active', ...times });
    expect((await shown(others[1]!, keys[2]!.id)).error?.code).toBe('api_key_revoked');
  });

  it('a publishable key goes on, whatever the account decides: its text stands in pages, where any visitor could report it', async () => {
    const { id, key } = await createApiKey(gateway.keyStore, { accountId, kind: 'publishable', livemode: false });
    const asSecret = formatApiKey({ ...parseApiKey(key)!, kind: 'secret' });
    for (const onLeak of ['revoke', 'notify']) {
      await set({ on_leak: onLeak });
      for (const text of [key, asSecret]) {
        expect((await gateway.client.send('POST', '/v1/api_keys/report_leak', { body: { key: text } })).json).toEqual({ received: true });
      }
      expect((await owner.get(`/v1/api_keys/${id}`, account())).json).toMatchObject({
        status: 'active',
        leak_reported_at: null,
        sequence: 1,
      });
    }
  });

  describe('are written to', () => {
    const mailsTo = (address: string): string[] => gateway.terminal.filter((line) => line.startsWith(`Mail to ${address}:`));
    const leaked = async (): Promise<void> => {
      const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'restricted', livemode: false, scopes: ['payments:read'] });
      await gateway.client.send('POST', '/v1/api_keys/report_leak', { body: { key } });
    };

    it('developer contacts alone, when a key leaked', async () => {
      const contacts = [`on-call-${accountId}@example.com`, `api-${accountId}@example.com`];
      const answer = await set({ developer_contacts: contacts });
      expect(answer.json.settings).toMatchObject({ developer_contacts: contacts });
      await leaked();
      await eventually(() => expect(contacts.map((one) => mailsTo(one).length)).toEqual([1, 1]));
      const { email } = (await owner.get('/session')).json.user as { email: string };
      expect(mailsTo(email).filter((line) => line.includes('leaked'))).toEqual([]);
    });

    it('those that a person named: a key changes them neither by name nor with all settings', async () => {
      const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
      const patch = (settings: object | null) => gateway.client.send('PATCH', '/v1/account', { key, body: { settings } });
      await set({ developer_contacts: ['on-call@example.com'] });
      for (const contacts of [['evil@example.com'], [], null]) {
        const { status, error } = await patch({ developer_contacts: contacts });
        expect([status, error.code, error.param]).toEqual([403, 'session_only', 'settings.developer_contacts']);
      }
      expect((await patch(null)).json.settings).toMatchObject({ developer_contacts: ['on-call@example.com'] });
      await set({ developer_contacts: null });
    });

    it('owners and admins, where no contact is named', async () => {
      const { answer } = await memberOf(gateway, { by: owner, accountId, role: 'admin' });
      const { answer: ofViewer } = await memberOf(gateway, { by: owner, accountId, role: 'viewer' });
      await set({ on_leak: 'notify' });
      await leaked();
      const addressOf = ({ json }: PageAnswer): string => (json.user as { email: string }).email;
      const [admin, viewer, mine] = [answer, ofViewer, await owner.get('/session')].map(addressOf);
      const noticed = (address = ''): number => mailsTo(address).filter((line) => line.includes('reported as leaked')).length;
      await eventually(() => expect([noticed(mine), noticed(admin)]).toEqual([1, 1]));
      expect(noticed(viewer)).toBe(0);
    });

    it('what is wrong is named, and addresses are in no event and no log in clear', async () => {
      const wrong = await set({ developer_contacts: ['on-call@example.com', 'no address'] });
      expect([wrong.status, wrong.code]).toEqual([400, 'email_invalid']);
      const many = await set({ developer_contacts: Array.from({ length: 6 }, (_, index) => `dev-${index}@example.com`) });
      expect([many.status, many.code]).toEqual([400, 'parameter_invalid']);
      await set({ developer_contacts: ['on-call@example.com'] });
      const client = new Client({ connectionString: gateway.keyStore.databaseUrl });
      await client.connect();
      const rows = await everyRow(client).finally(() => client.end());
      expect([rows.includes('account.updated'), rows.includes('on-call@example.com')]).toEqual([true, false]);
    });
  });
});
