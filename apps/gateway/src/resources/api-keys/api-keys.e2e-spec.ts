import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const PATH = '/v1/api_keys';
const EXPORT = { kind: 'restricted', name: 'Export', scopes: ['payments:read', 'keys:read'] };
const HOUR_S = 3_600;
/** A revocation is known to every process within five seconds. */
const KNOWN = { withinMs: 10_000, everyMs: 200 };

describe('/v1/api_keys', () => {
  let merchant: Merchant;
  let key: string;
  beforeEach(async () => {
    key = await newAccountKey(hundi);
    merchant = await Merchant.connect(hundi.baseUrl, key);
  });

  const made = async (body: object = EXPORT, by = merchant): Promise<{ id: string; secret: string; path: string }> => {
    const { status, json } = await by.post(PATH, body);
    expect(status).toBe(201);
    return { id: String(json.id), secret: String(json.secret), path: `${PATH}/${String(json.id)}` };
  };
  const statusWith = async (secret: string, path = '/v1/payments'): Promise<[number, string | undefined]> => {
    const { status, json } = await merchant.with(secret).get(path);
    return [status, (json.error as { code: string } | undefined)?.code];
  };

  /** The list follows within a second: the key of the test itself is in it. */
  const expectOnlyOwn = (): Promise<void> => eventually(async () => expect((await merchant.get(PATH)).json.data).toHaveLength(1));

  describe('201', () => {
    it('shows the key once, and it works at once for its scopes alone', async () => {
      const { status, json, headers } = await merchant.post(PATH, EXPORT);
      expect([status, headers.location]).toEqual([201, `${PATH}/${String(json.id)}`]);
      expect(json).toMatchObject({
        ...{ object: 'api_key', livemode: false, kind: 'restricted', name: 'Export', scopes: EXPORT.scopes, status: 'active' },
        ...{ hint: expect.stringMatching(/^rk_test_.{4}….{4}$/), secret: expect.stringMatching(/^rk_test_[0-9A-Za-z]{60}$/) },
        ...{ created_by: { type: 'api_key' }, sequence: 1 },
      });
      expect(await statusWith(String(json.secret))).toEqual([200, undefined]);
      expect(await statusWith(String(json.secret), '/v1/refunds')).toEqual([403, 'scope_insufficient']);
      const shown = await merchant.get(`${PATH}/${String(json.id)}`);
      expect([shown.status, shown.text.includes(String(json.secret))]).toEqual([200, false]);
      expect(shown.json).toEqual({ ...json, secret: null });
    });

    it('(29) shows the same secret to a repeated request, and refuses another body', async () => {
      const once = { 'idempotency-key': crypto.randomUUID() };
      const [first, again] = [await merchant.post(PATH, EXPORT, once), await merchant.post(PATH, EXPORT, once)];
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      const other = await merchant.post(PATH, { ...EXPORT, name: 'Other' }, once);
      expect([other.status, other.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect(await statusWith(String(first.json.secret))).toEqual([200, undefined]);
    });

    it('makes a publishable key, whose text is no secret, and which may do nothing yet', async () => {
      const { id, secret } = await made({ kind: 'publishable' });
      expect((await merchant.get(`${PATH}/${id}`)).json.secret).toBe(secret);
      expect((await merchant.patch(`${PATH}/${id}`, { name: 'Page' })).json.secret).toBe(secret);
      expect(await statusWith(secret)).toEqual([403, 'key_restricted']);
    });

    it('makes nothing in a dry run', async () => {
      const { json } = await merchant.post(`${PATH}?dry_run=true`, EXPORT);
      expect(json).toMatchObject({ object: 'dry_run', status: 201, resource: { kind: 'restricted', secret: null } });
      await expectOnlyOwn();
    });
  });

  describe('200', () => {
    it('lists the keys of the account and mode, by kind and status', async () => {
      const [exporting, page] = [await made(), await made({ kind: 'publishable' })];
      await merchant.delete(page.path);
      const idsOf = async (query: string): Promise<unknown[]> =>
        ((await merchant.get(`${PATH}?${query}`)).json.data as { id: string }[]).map(({ id }) => id);
      await eventually(async () => expect(await idsOf('kind=publishable&status=revoked')).toEqual([page.id]));
      expect(await idsOf('kind=restricted')).toEqual([exporting.id]);
      expect(await idsOf('status=active')).toHaveLength(2);
    });

    it('lists those that were not used for so many days', async () => {
      await merchant.post('/v1/api_keys', { kind: 'publishable', name: 'Shop page' });
      const unused = async (days: string) => {
        const { status, json, error } = await merchant.get(`/v1/api_keys?unused_days=${days}`);
        return status === 200 ? (json.data as { name: string }[]).map(({ name }) => name) : error;
      };
      await eventually(async () => expect(await unused('0')).toContain('Shop page'));
      expect(await unused('90')).toEqual([]);
      expect(await unused('soon')).toMatchObject({ code: 'parameter_invalid', param: 'unused_days' });
    });

    it('changes what a key may do', async () => {
      const { id, secret, path } = await made();
      const { json } = await merchant.patch(path, { scopes: ['refunds:read'], name: 'Refunds', metadata: { team: 'finance' } });
      expect(json).toMatchObject({ id, scopes: ['refunds:read'], name: 'Refunds', metadata: { team: 'finance' }, sequence: 2 });
      await eventually(async () => expect(await statusWith(secret)).toEqual([403, 'scope_insufficient']), KNOWN);
      expect(await statusWith(secret, '/v1/refunds')).toEqual([200, undefined]);
    });

    it('(25) lets a new key take the place of one, which works until its overlap is over', async () => {
      const old = await made();
      const { status, json } = await merchant.post(`${old.path}/roll`, { overlap_seconds: HOUR_S });
      expect([status, json]).toMatchObject([200, { rolled_from: old.id, name: 'Export', scopes: EXPORT.scopes, status: 'active' }]);
      const { json: before } = await merchant.get(old.path);
      expect(before).toMatchObject({ rolled_to: json.id, status: 'active', expires_at: Number(before.updated_at) + HOUR_S });
      expect(await Promise.all([old.secret, String(json.secret)].map((secret) => statusWith(secret)))).toEqual([
        [200, undefined],
        [200, undefined],
      ]);
      const twice = await merchant.post(`${old.path}/roll`);
      expect([twice.status, twice.error.code]).toEqual([409, 'key_already_rolled']);
    });

    it('ends a key at once when it is rolled without an overlap', async () => {
      const old = await made();
      const { json } = await merchant.post(`${old.path}/roll`, { overlap_seconds: 0 });
      expect((await merchant.get(old.path)).json).toMatchObject({ status: 'revoked', revoked_reason: 'rolled' });
      expect(await statusWith(old.secret)).toEqual([401, 'api_key_revoked']);
      expect(await statusWith(String(json.secret))).toEqual([200, undefined]);
    });

    it('keeps why it was revoked, and takes no other reason than it knows', async () => {
      const { path } = await made();
      const wrong = await merchant.delete(`${path}?reason=bored`);
      expect([wrong.status, ...problemsOf(wrong)]).toEqual([400, 'reason parameter_invalid']);
      expect((await merchant.get(path)).json.status).toBe('active');
      expect((await merchant.delete(`${path}?reason=leaked`)).status).toBe(200);
      expect((await merchant.get(path)).json).toMatchObject({ status: 'revoked', revoked_reason: 'leaked' });
    });

    it('(28) revokes a key with those that it made, again with the same answer', async () => {
      const parent = await made({ ...EXPORT, scopes: ['payments:read', 'keys:write'] });
      const child = await made({ ...EXPORT, scopes: ['payments:read'] }, merchant.with(parent.secret));
      const gone = { id: parent.id, object: 'api_key', deleted: true };
      const [first, again] = [await merchant.delete(parent.path), await merchant.delete(parent.path)];
      expect([first.json, again.json]).toEqual([gone, gone]);
      expect((await merchant.get(child.path)).json).toMatchObject({ status: 'revoked', revoked_reason: 'maker_revoked' });
      expect(await statusWith(child.secret)).toEqual([401, 'api_key_revoked']);
    });

    it('tells of each change, and of no secret', async () => {
      const { id, secret, path } = await made();
      await merchant.patch(path, { name: 'Weekly' });
      await merchant.delete(path);
      await eventually(async () => {
        const { json, text } = await merchant.get('/v1/events?type=api_key.*');
        const own = (json.data as { type: string; resource: { id: string } }[]).filter(({ resource }) => resource.id === id);
        expect(own.map(({ type }) => type)).toEqual(['api_key.revoked', 'api_key.updated', 'api_key.created']);
        expect(text).not.toContain(secret.slice(32));
      });
    });
  });

  describe('POST /v1/api_keys/report_leak', () => {
    const report = (body: object) => merchant.api.post(`${PATH}/report_leak`, { body });

    it('(33) ends the key of whoever holds its text, once, and tells nothing', async () => {
      const { id, secret, path } = await made();
      const forged = secret.slice(0, 40) + secret.slice(40).toLowerCase();
      const answers = [];
      for (const text of [secret, secret, forged, 'no key at all']) answers.push(await report({ key: text }));
      expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(4).fill([200, { received: true }]));
      expect(await statusWith(secret)).toEqual([401, 'api_key_revoked']);
      expect((await merchant.get(path)).json).toMatchObject({ status: 'revoked', revoked_reason: 'leaked', sequence: 2 });
      await eventually(async () => {
        const { json } = await merchant.get('/v1/events?type=api_key.revoked');
        expect((json.data as { resource: object }[]).map(({ resource }) => resource)).toEqual([{ type: 'api_key', id }]);
      });
    });

    it('needs the key, and no other', async () => {
      const answer = await report({});
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'key parameter_missing']);
    });
  });

  describe('400, 403, 404, 409', () => {
    it('reports every wrong field at once, and makes nothing', async () => {
      const soon = Math.floor(Date.now() / 1_000) + 60;
      const wrong = {
        kind: 'master',
        scopes: ['payments:all', 'refunds:read'],
        allowed_addresses: ['shop.example.com'],
        expires_at: 'soon',
      };
      const answer = await merchant.post(PATH, wrong);
      expect([answer.status, ...problemsOf(answer).toSorted()]).toEqual([
        400,
        ...['allowed_addresses.0 parameter_invalid', 'expires_at parameter_invalid', 'kind parameter_invalid', 'scopes.0 scope_unknown'],
      ]);
      expect(problemsOf(await merchant.post(PATH, { kind: 'restricted' }))).toEqual(['scopes parameter_missing']);
      expect(problemsOf(await merchant.post(PATH, { kind: 'publishable', scopes: ['payments:read'] }))).toEqual([
        'scopes parameter_invalid',
      ]);
      const early = await merchant.post(PATH, { ...EXPORT, expires_at: soon });
      expect([early.status, early.error]).toMatchObject([400, { param: 'expires_at', reason: 'too_soon' }]);
      await expectOnlyOwn();
    });

    it('(28) makes and rolls no secret key', async () => {
      const answer = await merchant.post(PATH, { kind: 'secret' });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([403, 'session_only', 'kind']);
      expect(answer.error.hint).toMatch(/"npm run keys -- create --mode test --account acct_\w{24}" makes a secret key/);
      const own = `${PATH}/key_${key.slice('sk_test_'.length).slice(0, 24)}`;
      expect((await merchant.post(`${own}/roll`)).error.code).toBe('key_restricted');
      const other = merchant.with((await made({ ...EXPORT, scopes: ['keys:write'] })).secret);
      expect((await other.post(`${own}/roll`)).error.code).toBe('session_only');
    });

    it('(28) gives no key more than the one that asks may do', async () => {
      const narrow = merchant.with((await made({ ...EXPORT, scopes: ['keys:write', 'payments:read'] })).secret);
      const wider = await narrow.post(PATH, { ...EXPORT, scopes: ['payments:write'] });
      expect([wider.status, wider.error.code, wider.error.param]).toEqual([403, 'scope_insufficient', 'scopes']);
      const other = await made({ ...EXPORT, scopes: ['refunds:read'] });
      expect((await narrow.post(`${other.path}/roll`)).error.code).toBe('scope_insufficient');
      expect((await narrow.patch(other.path, { scopes: ['customers:read'] })).error.code).toBe('scope_insufficient');
    });

    it('changes nothing of a key that has ended', async () => {
      const { path } = await made();
      await merchant.delete(path);
      const late = await merchant.patch(path, { name: 'Late' });
      expect([late.status, late.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'revoked' }]);
    });

    it('knows no key of another account', async () => {
      const { path } = await made();
      const stranger = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
      const answers = await Promise.all([
        stranger.get(path),
        stranger.patch(path, { name: 'Mine' }),
        stranger.delete(path),
        stranger.post(`${path}/roll`),
      ]);
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(4).fill([404, 'resource_missing']));
    });
  });
});
