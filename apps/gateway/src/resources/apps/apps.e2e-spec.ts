import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';
import { keyStoreOf, newAccountKey } from '../../../test/new-account';
import { createAccount, createApiKey } from '../../accounts/operator-accounts';

const hundi = hundiUnderTest();
const PATH = '/v1/apps';
const BOOKS = { name: 'Books', redirect_uris: ['https://books.example.com/back'], allowed_scopes: ['payments:read'] };
const HOUR_S = 3_600;

describe('/v1/apps', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });

  const made = async (body: object = BOOKS): Promise<{ id: string; path: string; json: Record<string, unknown> }> => {
    const { status, json } = await merchant.post(PATH, body);
    expect([status, json.error]).toEqual([201, undefined]);
    return { id: String(json.id), path: `${PATH}/${String(json.id)}`, json };
  };

  describe('201', () => {
    it('shows the secret once, and what is usual', async () => {
      const { json, path } = await made();
      expect(json).toMatchObject({
        ...{
          object: 'app',
          livemode: false,
          name: 'Books',
          client_type: 'confidential',
          status: 'active',
          is_verified: false,
          sequence: 1,
        },
        ...{
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_basic',
          dpop_required: false,
        },
        ...{
          client_secret: expect.stringMatching(/^ocs_test_[0-9A-Za-z]{60}$/),
          client_secret_hint: expect.stringMatching(/^ocs_test_.{3}….{4}$/),
        },
      });
      expect((await merchant.get(path)).json).toEqual({ ...json, client_secret: null });
    });

    it('(29) shows the same secret to a repeated request, and refuses another body', async () => {
      const once = { 'idempotency-key': crypto.randomUUID() };
      const [first, again] = [await merchant.post(PATH, BOOKS, once), await merchant.post(PATH, BOOKS, once)];
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      expect((await merchant.post(PATH, { ...BOOKS, name: 'Other' }, once)).error.code).toBe('idempotency_key_reused');
    });

    it('gives a public app no secret', async () => {
      const { json } = await made({ ...BOOKS, client_type: 'public', redirect_uris: ['http://127.0.0.1/back'] });
      expect(json).toMatchObject({ token_endpoint_auth_method: 'none', client_secret: null, client_secret_hint: null });
    });

    it('makes nothing in a dry run', async () => {
      const { json } = await merchant.post(`${PATH}?dry_run=true`, BOOKS);
      expect(json).toMatchObject({ object: 'dry_run', status: 201, resource: { name: 'Books', client_secret: null } });
    });
  });

  describe('200', () => {
    it('lists, changes and deletes apps', async () => {
      const { id, path } = await made();
      expect((await merchant.patch(path, { name: 'Ledgers', status: 'disabled' })).json).toMatchObject({
        name: 'Ledgers',
        status: 'disabled',
      });
      const shown = async (query: string): Promise<unknown[]> =>
        ((await merchant.get(`${PATH}?${query}`)).json.data as { id: string }[]).map((app) => app.id);
      await eventually(async () => expect(await shown('status=disabled')).toEqual([id]));
      const deleted = { id, object: 'app', deleted: true };
      expect([(await merchant.delete(path)).json, (await merchant.delete(path)).json]).toEqual([deleted, deleted]);
      expect((await merchant.get(path)).json).toMatchObject({ status: 'deleted' });
      await eventually(async () => expect([await shown('status=disabled'), await shown('status=deleted')]).toEqual([[], [id]]));
    });

    it('gives an app a new secret, and says until when the one of before works', async () => {
      const { path, json: before } = await made();
      const { status, json } = await merchant.post(`${path}/roll_secret`, { overlap_seconds: HOUR_S });
      expect([status, json]).toMatchObject([200, { client_secret: expect.stringMatching(/^ocs_test_/), sequence: 2 }]);
      expect(json.client_secret).not.toBe(before.client_secret);
      expect(json.previous_secret_expires_at).toBe(Number(json.updated_at) + HOUR_S);
    });

    it('(55) writes an entry of the audit log for each command, and shows no secret in it', async () => {
      const { id, path, json } = await made();
      const rolled = await merchant.post(`${path}/roll_secret`, {});
      const { json: log, text } = await merchant.get(`/v1/audit_log?resource=${id}`);
      expect((log.data as { action: string }[]).map(({ action }) => action)).toEqual(['apps.roll_secret', 'apps.create']);
      expect([json.client_secret, rolled.json.client_secret].some((secret) => text.includes(String(secret)))).toBe(false);
    });
  });

  describe('400', () => {
    it.each([
      ['scope_unknown', 'allowed_scopes.1', { allowed_scopes: ['payments:read', 'keys:write'] }],
      ['redirect_uri_invalid', 'redirect_uris.0', { redirect_uris: ['http://books.example.com'] }],
      ['parameter_missing', 'redirect_uris', { redirect_uris: [] }],
      ['parameter_missing', 'redirect_uris', { redirect_uris: null }],
      ['parameter_invalid', 'jwks', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] } }],
      ['parameter_invalid', 'token_endpoint_auth_method', { client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }],
      ['parameter_invalid', 'grant_types', { grant_types: ['password'] }],
    ])('%s: %s', async (code, param, change) => {
      const { status, error } = await merchant.post(PATH, { ...BOOKS, ...change });
      expect([status, error]).toMatchObject([400, { code, param }]);
    });
  });

  it.each([[{}], [{ redirect_uris: [] }]])('an app of client_credentials alone needs no redirect_uris: %j', async (more) => {
    const terms = { name: 'Books', grant_types: ['client_credentials'], allowed_scopes: ['payments:read'] };
    const { status, json } = await merchant.post(PATH, { ...terms, ...more });
    expect([status, json.redirect_uris]).toEqual([201, []]);
  });

  describe('403 and 404', () => {
    it('asks for its scope, and shows no app of another account', async () => {
      const { path } = await made();
      const { json } = await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: ['apps:read'] });
      const reader = merchant.with(String(json.secret));
      expect([(await reader.get(path)).status, (await reader.delete(path)).status]).toEqual([200, 403]);
      const other = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
      expect([(await other.get(path)).status, (await other.delete(path)).status]).toEqual([404, 404]);
    });
  });

  it('(48) acts for its account in its own mode alone', async () => {
    const keyStore = keyStoreOf(hundi);
    const { id: accountId } = await createAccount(keyStore, { name: 'Both modes', isLiveEnabled: true });
    const inMode = async (livemode: boolean): Promise<Merchant> =>
      merchant.with((await createApiKey(keyStore, { accountId, kind: 'secret', livemode })).key);
    const [inTest, inLive] = [await inMode(false), await inMode(true)];
    const [testPath, livePath] = [await inTest.customer({ name: 'Asha' }), await inLive.customer({ name: 'Asha' })];
    const { json: app } = await inTest.post(PATH, { ...BOOKS, allowed_scopes: ['customers:read'], grant_types: ['client_credentials'] });
    const basic = Buffer.from(`${String(app.id)}:${String(app.client_secret)}`).toString('base64');
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'customers:read' });
    const answer = await fetch(`${hundi.baseUrl}/oauth/token`, { method: 'POST', headers: { authorization: `Basic ${basic}` }, body });
    const { access_token: token, livemode } = (await answer.json()) as { access_token: string; livemode: boolean };
    const own = merchant.with(token);
    expect([answer.status, livemode, (await own.get(testPath)).status]).toEqual([200, false, 200]);
    const hidden = await own.get(livePath);
    expect([hidden.status, hidden.error.code]).toEqual([404, 'resource_missing']);
  });

  it('409: of a deleted app nothing changes', async () => {
    const { path } = await made();
    await merchant.delete(path);
    expect((await merchant.patch(path, { name: 'Again' })).error.code).toBe('state_conflict');
  });
});
