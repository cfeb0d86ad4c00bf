import { Client as Postgres } from 'pg';
import { changedLast } from '#testing';
import { OAuthUnderTest, REDIRECT, VERIFIER, type FormAnswer, type TestApp } from '../../test/oauth-under-test';

describe('the token endpoint', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  let other: TestApp;
  let till: TestApp;
  let database: Postgres;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    [app, other] = [await oauth.app(), await oauth.app({ name: 'Other' })];
    till = await oauth.app({ name: 'Till', client_type: 'public' });
    database = new Postgres(oauth.gateway.keyStore.databaseUrl);
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await oauth.stop();
  });

  const errorOf = ({ status, json }: FormAnswer): [number, unknown] => [status, json.error];
  const INVALID_GRANT = [400, 'invalid_grant'];
  /** A public app names itself, and proves nothing. */
  const asTill = (fields: Record<string, string>) => oauth.form('/oauth/token', null, { client_id: till.id, ...fields });
  const tillTokens = async () => {
    const { json } = await asTill({
      grant_type: 'authorization_code',
      code: await oauth.code(till),
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    });
    return { access: String(json.access_token), refresh: String(json.refresh_token), json };
  };
  const revokedBy = async (connectionId: unknown) =>
    (await oauth.gateway.client.get(`/v1/connections/${String(connectionId)}`, { key: oauth.merchantKey })).json.revoked_by;
  /** As if so many seconds had passed since whatever was kept of these kinds. */
  const age = (seconds: number, kind: string) =>
    database.query(
      `UPDATE gateway.oauth_objects SET consumed_at = consumed_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second'
       WHERE kind = $2`,
      [seconds, kind],
    );

  it('(36) refuses a wrong verifier, and none', async () => {
    const code = await oauth.code(app);
    expect(errorOf(await oauth.exchange(app, code, { code_verifier: 'x'.repeat(43) }))).toEqual(INVALID_GRANT);
    expect(errorOf(await oauth.exchange(app, code, { code_verifier: '' }))).toEqual(INVALID_GRANT);
  });

  it('(40) takes a code once; brought again, what it gave is dead', async () => {
    const code = await oauth.code(app);
    const { json } = await oauth.exchange(app, code);
    expect(await oauth.isActive(app, String(json.access_token))).toBe(true);
    expect(errorOf(await oauth.exchange(app, code))).toEqual(INVALID_GRANT);
    expect(await oauth.isActive(app, String(json.access_token))).toBe(false);
    expect(errorOf(await oauth.refresh(app, String(json.refresh_token)))).toEqual(INVALID_GRANT);
  });

  it('(40) takes one of a code that is brought eight times at once, and leaves nothing alive', async () => {
    const code = await oauth.code(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => oauth.exchange(app, code)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const { json } of good) expect(await oauth.isActive(app, String(json.access_token))).toBe(false);
    expect(answers.filter(({ status }) => status !== 200).map(errorOf)).toEqual(Array(8 - good.length).fill(INVALID_GRANT));
  });

  it('(41) refuses a code of another app, with another address, and after a minute', async () => {
    expect(errorOf(await oauth.exchange(other, await oauth.code(app)))).toEqual(INVALID_GRANT);
    expect(errorOf(await oauth.exchange(app, await oauth.code(app), { redirect_uri: `${REDIRECT}/` }))).toEqual(INVALID_GRANT);
    const late = await oauth.code(app);
    await age(61, 'AuthorizationCode');
    expect(errorOf(await oauth.exchange(app, late))).toEqual(INVALID_GRANT);
  });

  it('(42) lets an app that proves who it is bring a refresh token again for ten seconds, and then ends the connection', async () => {
    const { refresh, json } = await oauth.tokens(app);
    const [first, again] = [await oauth.refresh(app, refresh), await oauth.refresh(app, refresh)];
    expect([first.status, again.status]).toEqual([200, 200]);
    await age(11, 'RefreshToken');
    expect(errorOf(await oauth.refresh(app, refresh))).toEqual(INVALID_GRANT);
    expect(await revokedBy(json.connection_id)).toBe('reuse');
    for (const answer of [first, again]) expect(await oauth.isActive(app, String(answer.json.access_token))).toBe(false);
    expect(errorOf(await oauth.refresh(app, String(again.json.refresh_token)))).toEqual(INVALID_GRANT);
  });

  it('(42) ends the connection of a public app at once', async () => {
    const { refresh, json } = await tillTokens();
    expect((await asTill({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(200);
    expect(errorOf(await asTill({ grant_type: 'refresh_token', refresh_token: refresh }))).toEqual(INVALID_GRANT);
    expect(await revokedBy(json.connection_id)).toBe('reuse');
  });

  it('(43) takes at most one of eight refreshes of a public app at once', async () => {
    const { refresh } = await tillTokens();
    const answers = await Promise.all(Array.from({ length: 8 }, () => asTill({ grant_type: 'refresh_token', refresh_token: refresh })));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.error))).toEqual(new Set(['invalid_grant']));
  });

  it('(44) refuses the refresh token of another app, and lets none give it back', async () => {
    const { access, refresh } = await oauth.tokens(app);
    expect(errorOf(await oauth.refresh(other, refresh))).toEqual(INVALID_GRANT);
    expect((await oauth.form('/oauth/revoke', other, { token: refresh })).status).toBe(200);
    expect([await oauth.isActive(other, access), await oauth.isActive(app, access)]).toEqual([false, true]);
  });

  it('lets an app give back an access token alone, and with a refresh token all of the connection', async () => {
    const { access, refresh, json } = await oauth.tokens(app);
    await oauth.form('/oauth/revoke', app, { token: access });
    const renewed = await oauth.refresh(app, refresh);
    expect([await oauth.isActive(app, access), renewed.status]).toEqual([false, 200]);
    await oauth.form('/oauth/revoke', app, { token: String(renewed.json.refresh_token) });
    expect(await revokedBy(json.connection_id)).toBe('app');
    expect(await oauth.isActive(app, String(renewed.json.access_token))).toBe(false);
  });

  it('narrows and never widens what a refresh token gives', async () => {
    const { refresh } = await oauth.tokens(app, { scope: 'payments:read refunds:read' });
    const narrow = await oauth.refresh(app, refresh, { scope: 'refunds:read' });
    expect(narrow.json.scope).toBe('refunds:read');
    const wide = await oauth.refresh(app, String(narrow.json.refresh_token), { scope: 'payments:write' });
    expect(errorOf(wide)).toEqual([400, 'invalid_scope']);
  });

  it('takes both secrets of an app while one takes the place of the other, and no other text', async () => {
    const rolling = await oauth.app({ grant_types: ['client_credentials'] });
    const roll = { key: oauth.gateway.testKey, body: { overlap_seconds: 60 } };
    const { json } = await oauth.gateway.client.post(`/v1/apps/${rolling.id}/roll_secret`, roll);
    const statusWith = async (secret: string): Promise<number> =>
      (await oauth.form('/oauth/token', { ...rolling, secret }, { grant_type: 'client_credentials', scope: 'payments:read' })).status;
    const secrets = [rolling.secret, String(json.client_secret), app.secret, changedLast(rolling.secret), 'is kept as a digest'];
    expect(await Promise.all(secrets.map(statusWith))).toEqual([200, 200, 401, 401, 401]);
    await database.query("UPDATE accounts.secrets SET ends_at = now() - interval '1 second' WHERE ends_at IS NOT NULL");
    expect(await Promise.all(secrets.slice(0, 2).map(statusWith))).toEqual([401, 200]);
  });

  it('(57) keeps no code, no token and no secret', async () => {
    const code = await oauth.code(app);
    const { access, refresh } = await oauth.tokens(app);
    const { rows } = await database.query<{ text: string }>(
      `SELECT o::text || encode(payload, 'escape') AS text FROM gateway.oauth_objects o
       UNION ALL SELECT e::text FROM accounts.events e UNION ALL SELECT s::text FROM accounts.secrets s
       UNION ALL SELECT c::text FROM accounts.commands c UNION ALL SELECT a::text FROM accounts.audit_log a`,
    );
    const kept = rows.map(({ text }) => text).join('\n');
    expect(kept.length).toBeGreaterThan(1_000);
    for (const secret of [code, access, refresh, app.secret]) expect(kept.includes(secret.slice(-40))).toBe(false);
  });
});
