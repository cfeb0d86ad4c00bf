import { hash } from 'node:crypto';
import { Client as Postgres } from 'pg';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { changedLast, eventually } from '#testing';
import { createAccount, createApiKey, suspendAccount } from '../../accounts/operator-accounts';
import type { Answer } from '../../../test/api-client';
import { KNOWN } from '../../../test/known-within';
import { memberOf, signedUp } from '../../../test/person';
import { OAuthUnderTest, REDIRECT, VERIFIER, type TestApp } from '../../../test/oauth-under-test';

const PATH = '/v1/account';

describe('an access token', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  let access: string;
  let database: Postgres;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    app = await oauth.app({ allowed_scopes: ['account:read', 'payments:read', 'payments:write'] });
    ({ access } = await oauth.tokens(app, { scope: 'account:read payments:read' }));
    database = new Postgres(oauth.gateway.keyStore.databaseUrl);
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await oauth.stop();
  });

  const get = (token: string, headers: Record<string, string> = {}, path = PATH): Promise<Answer> =>
    oauth.gateway.client.get(path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const outcome = ({ status, error, json }: Answer): unknown[] => [status, error?.code ?? json.id];

  it('acts for the account that consented, within its scopes', async () => {
    expect(outcome(await get(access))).toEqual([200, oauth.merchantId]);
    const refused = await get(access, {}, '/v1/refunds');
    expect(outcome(refused)).toEqual([403, 'scope_insufficient']);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="refunds:read"');
  });

  it('is named as the app in the audit log', async () => {
    await oauth.gateway.client.post('/v1/api_keys', { body: { kind: 'publishable' }, headers: { authorization: `Bearer ${access}` } });
    await eventually(async () => {
      const { json } = await oauth.gateway.client.get('/v1/audit_log?outcome=refused', { key: oauth.merchantKey });
      expect((json.data as { actor: object }[]).map(({ actor }) => actor)).toContainEqual({ type: 'app', id: app.id, name: null });
    });
  });

  it('(49) is refused when it is cut, changed, unknown, or in the query', async () => {
    const changed = changedLast(access);
    const { access: other } = await oauth.tokens(app);
    await database.query('DELETE FROM gateway.oauth_objects WHERE digest = $1', [hash('sha256', `AccessToken ${other}`, 'buffer')]);
    for (const token of [access.slice(0, -1), changed, other]) {
      const answer = await get(token);
      expect([...outcome(answer), answer.headers['www-authenticate']]).toEqual([401, 'token_invalid', 'Bearer error="invalid_token"']);
    }
    expect((await oauth.gateway.client.get(`${PATH}?access_token=${access}`)).status).toBe(401);
  });

  it('is refused as expired an hour later', async () => {
    const { access: late } = await oauth.tokens(app);
    await database.query("UPDATE gateway.oauth_objects SET expires_at = now() - interval '1 second' WHERE digest = $1", [
      hash('sha256', `AccessToken ${late}`, 'buffer'),
    ]);
    expect(outcome(await get(late))).toEqual([401, 'token_expired']);
  });

  it('(47) is refused within five seconds of its end, of that of the connection, and of the app', async () => {
    const ends: ((token: string, connection: string, own: TestApp) => Promise<unknown>)[] = [
      (token, _connection, own) => oauth.form('/oauth/revoke', own, { token }),
      (_token, connection) => oauth.gateway.client.send('DELETE', `/v1/connections/${connection}`, { key: oauth.merchantKey }),
      (_token, connection) => oauth.gateway.client.send('DELETE', `/v1/connections/${connection}`, { key: oauth.gateway.testKey }),
      (_token, _connection, own) => oauth.gateway.client.send('DELETE', `/v1/apps/${own.id}`, { key: oauth.gateway.testKey }),
    ];
    for (const end of ends) {
      const own = await oauth.app({ allowed_scopes: ['account:read'] });
      const { access: token, json } = await oauth.tokens(own, { scope: 'account:read' });
      expect(outcome(await get(token))).toEqual([200, oauth.merchantId]);
      await end(token, String(json.connection_id), own);
      await eventually(async () => expect(outcome(await get(token))).toEqual([401, 'token_invalid']), KNOWN);
    }
  });

  it('(47) is refused while its account is suspended', async () => {
    const { person, accountId: id } = await signedUp(oauth.gateway);
    const back = await oauth.browser(person).allow(oauth.authorizeUrl(app, { scope: 'account:read' }), id, ['account:read']);
    const { json } = await oauth.exchange(app, back.searchParams.get('code') ?? '');
    expect(outcome(await get(String(json.access_token)))).toEqual([200, id]);
    await suspendAccount(oauth.gateway.keyStore, id, 'held');
    await eventually(async () => expect(outcome(await get(String(json.access_token)))).toEqual([403, 'account_suspended']), KNOWN);
  });

  it('(47) is refused once whoever consented has left the account, and both sides see the end of the connection', async () => {
    const { person, accountId } = await signedUp(oauth.gateway);
    const colleague = await memberOf(oauth.gateway, { by: person, accountId, role: 'admin' });
    const back = await oauth
      .browser(colleague.person)
      .allow(oauth.authorizeUrl(app, { scope: 'account:read' }), accountId, ['account:read']);
    const { json } = await oauth.exchange(app, back.searchParams.get('code') ?? '');
    const token = String(json.access_token);
    expect(outcome(await get(token))).toEqual([200, accountId]);
    const removed = await person.send('DELETE', `/members/${colleague.userId}`, { headers: { 'hundi-account': accountId } });
    expect(removed.status).toBe(200);
    await eventually(async () => expect(outcome(await get(token))).toEqual([401, 'token_invalid']), KNOWN);
    await eventually(
      async () => {
        const shown = await oauth.gateway.client.get(`/v1/connections/${String(json.connection_id)}`, { key: oauth.gateway.testKey });
        expect(shown.json).toMatchObject({ status: 'revoked', revoked_by: 'consenter' });
      },
      { withinMs: 40_000, everyMs: 200 },
    );
  });

  describe('that is bound to a key', () => {
    let key: CryptoKey;
    let jwk: JWK;
    let bound: string;
    const proof = async (changes: object = {}, by = key, of = jwk): Promise<string> =>
      new SignJWT({
        ...{ jti: crypto.randomUUID(), iat: Math.trunc(Date.now() / 1_000), htm: 'GET', htu: `${oauth.gateway.url}${PATH}` },
        ...(bound !== undefined && { ath: hash('sha256', bound, 'base64url') }),
        ...changes,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: of })
        .sign(by);
    beforeAll(async () => {
      const pair = await generateKeyPair('ES256', { extractable: true });
      [key, jwk] = [pair.privateKey, await exportJWK(pair.publicKey)];
      const dpop = await proof({ htm: 'POST', htu: `${oauth.gateway.url}/oauth/token` });
      const fields = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code_verifier: VERIFIER };
      const code = await oauth.code(app, { scope: 'account:read' });
      const { json } = await oauth.form('/oauth/token', app, { ...fields, code }, { dpop });
      bound = String(json.access_token);
      expect((await oauth.form('/oauth/introspect', app, { token: bound })).json.cnf).toEqual({ jkt: await calculateJwkThumbprint(jwk) });
    });
    const with_ = (dpop: string, scheme = 'DPoP'): Promise<Answer> => get(bound, { authorization: `${scheme} ${bound}`, dpop });

    it('acts with a proof', async () => expect(outcome(await with_(await proof()))).toEqual([200, oauth.merchantId]));

    it('(46) is refused as Bearer', async () => expect(outcome(await with_(await proof(), 'Bearer'))).toEqual([401, 'token_invalid']));

    it('(46) is refused with a proof that was used, is of another method, address, time, token or key', async () => {
      const used = await proof();
      expect((await with_(used)).status).toBe(200);
      const other = await generateKeyPair('ES256', { extractable: true });
      const proofs = [
        used,
        await proof({ htm: 'POST' }),
        await proof({ htu: `${oauth.gateway.url}/v1/payments` }),
        await proof({ iat: Math.trunc(Date.now() / 1_000) - 61 }),
        await proof({ ath: hash('sha256', access, 'base64url') }),
        await proof({}, other.privateKey, await exportJWK(other.publicKey)),
        await proof({}, other.privateKey),
      ];
      for (const dpop of proofs) {
        const answer = await with_(dpop);
        expect([...outcome(answer), answer.headers['www-authenticate']]).toEqual([401, 'token_invalid', 'DPoP error="invalid_dpop_proof"']);
      }
    });

    it('(46) is not given for a proof that is too old, or used', async () => {
      const htu = `${oauth.gateway.url}/oauth/token`;
      const ask = async (dpop: string) => {
        const { json } = await oauth.form('/oauth/token', app, { grant_type: 'refresh_token', refresh_token: 'rt_test_none' }, { dpop });
        return json.error;
      };
      expect(await ask(await proof({ htm: 'POST', htu, iat: Math.trunc(Date.now() / 1_000) - 61 }))).toBe('invalid_dpop_proof');
      expect(await ask(await proof({ htm: 'GET', htu }))).toBe('invalid_dpop_proof');
    });
  });

  describe('and the header Hundi-Account', () => {
    const asPlatform = (account: string, key = oauth.gateway.testKey, path = PATH): Promise<Answer> =>
      oauth.gateway.client.get(path, { key, headers: { 'hundi-account': account } });

    it('let a platform act for an account that is connected, within the scopes of both', async () => {
      expect(outcome(await asPlatform(oauth.merchantId))).toEqual([200, oauth.merchantId]);
      expect(outcome(await asPlatform(oauth.merchantId, undefined, '/v1/refunds'))).toEqual([403, 'scope_insufficient']);
      const { key } = await createApiKey(oauth.gateway.keyStore, {
        ...{ accountId: oauth.gateway.accountId, kind: 'restricted', livemode: false, scopes: ['refunds:read'] },
      });
      expect(outcome(await asPlatform(oauth.merchantId, key))).toEqual([403, 'scope_insufficient']);
    });

    it('(50) refuse an account that is unknown, not connected, or no id, with the same bytes; and a token for another account', async () => {
      const { id } = await createAccount(oauth.gateway.keyStore, { name: 'Not connected' });
      const answers = await Promise.all([id, 'acct_0QvAb12c07ABCDEFGHIJKLMN', 'acct_1', ''].map((account) => asPlatform(account)));
      const bytes = answers.map(({ text, error }) => text.replaceAll(error.request_id, ''));
      expect([answers[0]!.status, answers[0]!.error.code, new Set(bytes).size]).toEqual([403, 'account_not_connected', 1]);
      const other = await get(access, { 'hundi-account': oauth.gateway.accountId });
      expect(outcome(other)).toEqual([403, 'account_not_connected']);
      expect(outcome(await get(access, { 'hundi-account': oauth.merchantId }))).toEqual([200, oauth.merchantId]);
    });
  });
});
