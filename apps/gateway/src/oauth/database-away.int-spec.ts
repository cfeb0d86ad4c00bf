import { startFaultProxy, type FaultProxy } from '#testing';
import { OAuthUnderTest, type TestApp } from '../../test/oauth-under-test';

describe('while the database is away', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  let way: FaultProxy;
  beforeAll(async () => {
    const wayTo = async (databaseUrl: string): Promise<string> => {
      const url = new URL(databaseUrl);
      way = await startFaultProxy({ target: url.host });
      url.host = way.address;
      return url.href;
    };
    oauth = await OAuthUnderTest.start({}, { wayTo });
    app = await oauth.app();
    way.cut();
  });
  afterAll(async () => {
    way.heal();
    await oauth.stop();
    await way.stop();
  });

  it('the endpoints of OAuth say that it will pass', async () => {
    const answer = await oauth.form('/oauth/token', app, { grant_type: 'client_credentials' });
    expect([answer.status, answer.json.error, answer.headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '1']);
  });

  it('a person who comes from an app is shown a page that says so', async () => {
    const answer = await fetch(oauth.authorizeUrl(app), { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('temporarily_unavailable');
  });

  it('the API of the dashboard says service_unavailable', async () => {
    const body = JSON.stringify({ email: 'asha@example.com', password: 'vexed-plum otter at noon' });
    const headers = { 'content-type': 'application/json', origin: oauth.gateway.url };
    const answer = await fetch(`${oauth.gateway.url}/dashboard/api/sign_in`, { method: 'POST', headers, body });
    const { error } = (await answer.json()) as { error: { code: string } };
    expect([answer.status, error.code, answer.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  });
});
