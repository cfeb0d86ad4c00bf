import type { BrowserOf } from '../../test/browser-of';
import { OAuthUnderTest, type TestApp } from '../../test/oauth-under-test';
import { WayToDatabase } from '../../test/way-to-database';

describe('while the database is away', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  const way = new WayToDatabase();
  let browser: BrowserOf;
  let consent: string;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start({}, { wayTo: way.wayTo });
    app = await oauth.app();
    browser = oauth.browser();
    consent = await browser.toConsent(oauth.authorizeUrl(app));
    way.proxy.cut();
  });
  afterAll(async () => {
    way.proxy.heal();
    await oauth.stop();
    await way.proxy.stop();
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

  it('a person who is asked to consent is shown such a page too, and not that the request has expired', async () => {
    const { status, headers, text } = await browser.get(consent);
    expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '1']);
    expect(text).toContain('temporarily_unavailable');
    const decided = await browser.decide(consent, { decision: 'deny' });
    expect([decided.status, decided.text]).toEqual([503, expect.stringContaining('service_unavailable')]);
  });

  it('the API of the dashboard says service_unavailable', async () => {
    const body = JSON.stringify({ email: 'asha@example.com', password: 'vexed-plum otter at noon' });
    const headers = { 'content-type': 'application/json', origin: oauth.gateway.url };
    const answer = await fetch(`${oauth.gateway.url}/dashboard/api/sign_in`, { method: 'POST', headers, body });
    const { error } = (await answer.json()) as { error: { code: string } };
    expect([answer.status, error.code, answer.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  });
});
