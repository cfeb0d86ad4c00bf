import { changedLast } from '#testing';
import { OAuthUnderTest, type FormAnswer, type TestApp } from '../../test/oauth-under-test';

describe('a text of OAuth that was reported as leaked', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    app = await oauth.app();
  });
  afterAll(() => oauth.stop());

  const report = async (text: string): Promise<void> => {
    const { status, json } = await oauth.gateway.client.send('POST', '/v1/api_keys/report_leak', { body: { key: text } });
    expect([status, json]).toEqual([200, { received: true }]);
  };
  const reportsOf = async (appId: string, key = oauth.merchantKey): Promise<unknown> => {
    const { json } = await oauth.gateway.client.get(`/v1/audit_log?action=apps.report_leak&resource=${appId}`, { key });
    return json.data;
  };
  const entryOf = (appId: string, field: string): unknown =>
    expect.objectContaining({
      actor: { type: 'system', id: 'leak_report', name: null },
      resource: { type: 'app', id: appId },
      changes: { [field]: [expect.stringMatching(/^(at|rt|ocs)_test_.+….{4}$/), null] },
    });
  const ownToken = (from: TestApp): Promise<FormAnswer> =>
    oauth.form('/oauth/token', from, { grant_type: 'client_credentials', scope: 'payments:read' });

  it('ends an access token alone', async () => {
    const { access, refresh } = await oauth.tokens(app);
    await report(changedLast(access));
    expect(await oauth.isActive(app, access)).toBe(true);
    await report(access);
    expect(await oauth.isActive(app, access)).toBe(false);
    await report(access);
    expect(await reportsOf(app.id)).toEqual([entryOf(app.id, 'access_token')]);
    expect((await oauth.refresh(app, refresh)).status).toBe(200);
  });

  it('ends the connection of a refresh token with all of its tokens, once', async () => {
    const books = await oauth.app({ name: 'More books' });
    const { access, refresh, json } = await oauth.tokens(books);
    await report(refresh);
    await report(refresh);
    expect(await oauth.isActive(books, access)).toBe(false);
    expect((await oauth.refresh(books, refresh)).json.error).toBe('invalid_grant');
    const connection = await oauth.gateway.client.get(`/v1/connections/${String(json.connection_id)}`, { key: oauth.merchantKey });
    expect(connection.json).toMatchObject({ status: 'revoked', revoked_by: 'reuse' });
    expect(await reportsOf(books.id)).toEqual([entryOf(books.id, 'refresh_token')]);
  });

  it('ends a client secret and what the app got with it for its own account', async () => {
    const till = await oauth.app({ name: 'Till', grant_types: ['client_credentials'] });
    const access = String((await ownToken(till)).json.access_token);
    await report(till.secret);
    expect((await ownToken(till)).status).toBe(401);
    const { json } = await oauth.gateway.client.post(`/v1/apps/${till.id}/roll_secret`, { key: oauth.gateway.testKey, body: {} });
    const rolled = { id: till.id, secret: String(json.client_secret) };
    expect(await oauth.isActive(rolled, access)).toBe(false);
    const again = String((await ownToken(rolled)).json.access_token);
    await report(till.secret);
    expect(await oauth.isActive(rolled, again)).toBe(true);
    await report(again);
    expect(await oauth.isActive(rolled, again)).toBe(false);
    const entries = ['access_token', 'client_secret'].map((field) => entryOf(till.id, field));
    expect(await reportsOf(till.id, oauth.gateway.testKey)).toEqual(entries);
  });
});
