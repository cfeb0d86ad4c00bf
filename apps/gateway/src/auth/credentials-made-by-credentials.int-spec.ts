import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { addSecondFactor, memberOf, signedUp, type Person } from '../../test/person';
import { KNOWN } from '../../test/known-within';
import { setLiveMode } from '../accounts/operator-accounts';

const KEYS = '/v1/api_keys';
const APPS = '/v1/apps';
const SCOPES = ['payments:write', 'account:read'];

describe('a credential that a credential made', () => {
  let gateway: GatewayUnderTest;
  let owner: Person;
  let accountId: string;
  let test: Record<string, string>;
  let live: Record<string, string>;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    ({ person: owner, accountId } = await signedUp(gateway));
    const inMode = (mode: string) => ({ 'hundi-account': accountId, 'hundi-mode': mode });
    [test, live] = [inMode('test'), inMode('live')];
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'test' });
  });
  afterAll(() => gateway.stop());

  type Answer = Awaited<ReturnType<GatewayUnderTest['client']['send']>>;
  interface Made {
    id: string;
    secret: string;
  }
  const codeOf = ({ json }: { json: unknown }): string | undefined => (json as { error?: { code: string } }).error?.code;
  const verdict = ({ status, json }: Pick<Answer, 'status' | 'json'>): unknown[] => [status, codeOf({ json })];
  const call = (key: string, method: string, path: string, body?: object): Promise<Answer> =>
    gateway.client.send(method, path, { key, body });
  async function newKey(scopes: string[], more: object = {}): Promise<Made> {
    const { json, text } = await owner.post(KEYS, { kind: 'restricted', scopes, ...more }, test);
    if (typeof json.id !== 'string') throw new Error(text);
    return { id: json.id, secret: String(json.secret) };
  }
  const appBody = (scopes: string[], more: object = {}) => ({
    name: 'Books',
    allowed_scopes: scopes,
    grant_types: ['client_credentials'],
    ...more,
  });
  async function newApp(key: string, scopes = SCOPES): Promise<Made> {
    const { json, text } = await call(key, 'POST', APPS, appBody(scopes));
    if (typeof json.id !== 'string') throw new Error(text);
    return { id: json.id, secret: String(json.client_secret) };
  }
  async function token({ id, secret }: Made, scope = SCOPES.join(' ')): Promise<{ status: number; json: Record<string, unknown> }> {
    const response = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }
  const accessToken = async (app: Made): Promise<string> => String((await token(app)).json.access_token);
  const ends = (access: string): Promise<void> =>
    eventually(async () => expect((await call(access, 'GET', '/v1/account')).status).toBe(401), KNOWN);

  describe('is no wider', () => {
    it('403: an app that acts for its own account gets no scope that its maker lacks', async () => {
      const { secret } = await newKey(['apps:write', 'payments:read']);
      const answer = await call(secret, 'POST', APPS, appBody(SCOPES));
      expect([...verdict(answer), answer.error.param]).toEqual([403, 'scope_insufficient', 'allowed_scopes']);
      expect((await call(secret, 'POST', APPS, appBody(['payments:read']))).status).toBe(201);
    });

    it('403: nor one that is there, when its scopes, its grants or its secret change', async () => {
      const weak = (await newKey(['apps:write'])).secret;
      const { secret } = await newKey(['apps:write', ...SCOPES]);
      const app = await newApp(secret);
      const consented = await call(secret, 'POST', APPS, { name: 'C', redirect_uris: ['https://a.example.com/b'], allowed_scopes: SCOPES });
      const path = `${APPS}/${app.id}`;
      for (const answer of [
        await call(weak, 'PATCH', path, { allowed_scopes: ['refunds:write'] }),
        await call(weak, 'PATCH', path, { token_endpoint_auth_method: 'client_secret_post' }),
        await call(weak, 'PATCH', path, { status: 'active' }),
        await call(weak, 'POST', `${path}/roll_secret`, {}),
        await call(weak, 'PATCH', `${APPS}/${String(consented.json.id)}`, { grant_types: ['client_credentials', 'authorization_code'] }),
      ])
        expect(verdict(answer)).toEqual([403, 'scope_insufficient']);
      expect((await call(weak, 'PATCH', path, { name: 'Ledgers' })).status).toBe(200);
      expect((await call(weak, 'PATCH', path, { status: 'disabled' })).status).toBe(200);
    });

    it('403: in live mode a person gives an app what the role allows', async () => {
      const { person: developer } = await memberOf(gateway, { by: owner, accountId, role: 'developer' });
      await addSecondFactor(developer);
      expect(codeOf(await developer.post(APPS, appBody(SCOPES), live))).toBe('scope_insufficient');
      expect((await developer.post(APPS, appBody(['payments:read']), live)).status).toBe(201);
    });

    it('ends no later than its maker, and works from no other address', async () => {
      const expiresAt = Math.trunc(Date.now() / 1_000) + 7_200;
      const limits = { expires_at: expiresAt, allowed_addresses: ['127.0.0.0/8', '::1', '203.0.113.7'] };
      const maker = await newKey(['keys:write', 'payments:write'], limits);
      const make = (more: object) =>
        call(maker.secret, 'POST', KEYS, { kind: 'restricted', name: 'n', scopes: ['payments:read'], ...more });
      for (const more of [{}, { expires_at: null, allowed_addresses: [] }, { expires_at: null, allowed_addresses: null }])
        expect((await make(more)).json).toMatchObject(limits);
      const narrow = { expires_at: expiresAt - 600, allowed_addresses: ['127.0.0.1'] };
      expect((await make(narrow)).json).toMatchObject(narrow);
      for (const [param, value] of [
        ['expires_at', expiresAt + 1],
        ['allowed_addresses', ['203.0.113.0/24']],
        ['allowed_addresses', ['127.0.0.1', '198.51.100.1']],
      ] as const) {
        const answer = await make({ [param]: value });
        expect([...verdict(answer), answer.error.param]).toEqual([403, 'key_restricted', param]);
      }
    });

    it('403: no key lifts its own limits, nor those of what it made; it may tighten them', async () => {
      const expiresAt = Math.trunc(Date.now() / 1_000) + 7_200;
      const maker = await newKey(['keys:write'], { expires_at: expiresAt, allowed_addresses: ['127.0.0.0/8'] });
      const child = await call(maker.secret, 'POST', KEYS, { kind: 'restricted', name: 'n', scopes: ['keys:read'] });
      for (const id of [maker.id, String(child.json.id)])
        for (const body of [
          { expires_at: null },
          { expires_at: expiresAt + 60 },
          { allowed_addresses: null },
          { allowed_addresses: [] },
          { allowed_addresses: ['0.0.0.0/1'] },
        ])
          expect(verdict(await call(maker.secret, 'PATCH', `${KEYS}/${id}`, body))).toEqual([403, 'key_restricted']);
      expect((await call(maker.secret, 'PATCH', `${KEYS}/${maker.id}`, { expires_at: expiresAt - 60 })).status).toBe(200);
    });

    it('rolls no key that works from elsewhere, and the new one ends with it', async () => {
      const expiresAt = Math.trunc(Date.now() / 1_000) + 7_200;
      const maker = await newKey(['keys:write', 'payments:read'], { expires_at: expiresAt, allowed_addresses: ['127.0.0.0/8'] });
      const elsewhere = await newKey(['payments:read']);
      const bound = await newKey(['payments:read'], { allowed_addresses: ['127.0.0.1'] });
      const roll = (id: string) => call(maker.secret, 'POST', `${KEYS}/${id}/roll`, {});
      expect(verdict(await roll(elsewhere.id))).toEqual([403, 'key_restricted']);
      expect((await roll(bound.id)).json).toMatchObject({ expires_at: expiresAt, allowed_addresses: ['127.0.0.1'] });
    });
  });

  describe('ends with its maker', () => {
    it('401: the tokens of an app whose key is revoked, and there are no new ones', async () => {
      const maker = await newKey(['apps:write', ...SCOPES]);
      const app = await newApp(maker.secret);
      const access = await accessToken(app);
      expect((await call(access, 'GET', '/v1/account')).status).toBe(200);
      await owner.send('DELETE', `${KEYS}/${maker.id}`, { headers: test });
      await ends(access);
      expect(await token(app)).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
      const { json } = await owner.post(`${APPS}/${app.id}/roll_secret`, {}, test);
      expect((await token({ id: app.id, secret: String(json.client_secret) })).status).toBe(200);
    });

    it('goes on when its key was rolled, narrows with the key, and ends with its right to change apps', async () => {
      const maker = await newKey(['apps:write', ...SCOPES]);
      const app = await newApp(maker.secret);
      const { json } = await owner.post(`${KEYS}/${maker.id}/roll`, { overlap_seconds: 0 }, test);
      const access = await accessToken(app);
      expect((await call(access, 'GET', '/v1/account')).status).toBe(200);
      await owner.send('PATCH', `${KEYS}/${String(json.id)}`, { body: { scopes: ['apps:write', 'payments:read'] }, headers: test });
      await eventually(async () => expect((await call(access, 'GET', '/v1/account')).status).toBe(403), KNOWN);
      expect((await token(app)).json).toMatchObject({ error: 'invalid_scope' });
      await owner.send('PATCH', `${KEYS}/${String(json.id)}`, { body: { scopes: ['payments:read'] }, headers: test });
      await ends(access);
    });

    it('401: the tokens of an app whose maker has another role by now, or has left the account', async () => {
      const { person: admin, userId } = await memberOf(gateway, { by: owner, accountId, role: 'admin' });
      const { json } = await admin.post(APPS, appBody(SCOPES), test);
      const app = { id: String(json.id), secret: String(json.client_secret) };
      const access = await accessToken(app);
      expect((await call(access, 'GET', '/v1/account')).status).toBe(200);
      await owner.send('PATCH', `/members/${userId}`, { body: { role: 'viewer' }, headers: test });
      await ends(access);
      await owner.send('PATCH', `/members/${userId}`, { body: { role: 'developer' }, headers: test });
      const again = await accessToken(app);
      await owner.send('DELETE', `/members/${userId}`, { headers: test });
      await ends(again);
      expect((await token(app)).json).toMatchObject({ error: 'unauthorized_client' });
    });

    it('is used from the addresses of the key that made it alone', async () => {
      const maker = await newKey(['apps:write', ...SCOPES], { allowed_addresses: ['127.0.0.0/8', '::1'] });
      const access = await accessToken(await newApp(maker.secret));
      expect((await call(access, 'GET', '/v1/account')).status).toBe(200);
      await owner.send('PATCH', `${KEYS}/${maker.id}`, { body: { allowed_addresses: ['203.0.113.7'] }, headers: test });
      await eventually(async () => expect(verdict(await call(access, 'GET', '/v1/account'))).toEqual([403, 'ip_not_allowed']), KNOWN);
    });
  });

  it('writes an audit entry for each token by client credentials', async () => {
    const app = await newApp((await newKey(['apps:write', ...SCOPES])).secret);
    await token(app, 'account:read');
    await token(app);
    const { json } = await owner.get(`/v1/audit_log?action=apps.issue_token&resource=${app.id}`, test);
    expect(json.data).toEqual(
      [SCOPES, ['account:read']].map((scopes) =>
        expect.objectContaining({
          action: 'apps.issue_token',
          outcome: 'done',
          actor: { type: 'app', id: app.id, name: 'Books' },
          resource: { type: 'app', id: app.id },
          changes: { scopes: [null, scopes] },
        }),
      ),
    );
  });
});
