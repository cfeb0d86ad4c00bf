import { createApiKey, setLiveMode } from '../accounts/operator-accounts';
import { Person } from '../../test/person';
import { OAuthUnderTest, REDIRECT, STATE, type TestApp } from '../../test/oauth-under-test';

describe('the authorization endpoint', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    app = await oauth.app();
  });
  afterAll(() => oauth.stop());

  /** What the app is sent back, or that it is a page. */
  const outcome = async (changes: Record<string, string | undefined>): Promise<Record<string, string | null> | string> => {
    const { location, headers, status } = await oauth.browser().get(oauth.authorizeUrl(app, changes));
    if (location === null) return `${status} ${String(headers['content-type']).split(';', 1)[0]}`;
    return backOf(location);
  };
  const backOf = ({ origin, pathname, searchParams }: URL): Record<string, string | null> => ({
    to: origin + pathname,
    ...Object.fromEntries(['error', 'state', 'iss'].map((name) => [name, searchParams.get(name)])),
  });
  const refused = (error: string, state: string | null = STATE) => ({ to: REDIRECT, error, state, iss: oauth.gateway.url });

  it.each([
    [{ code_challenge: undefined, code_challenge_method: undefined }],
    [{ code_challenge_method: undefined }],
    [{ code_challenge_method: 'plain' }],
  ])('(36) refuses a request without PKCE or with `plain`: %j', async (changes) => {
    expect(await outcome(changes)).toEqual(refused('invalid_request'));
  });

  it.each([
    `${REDIRECT}/more`,
    'https://books.example.com:8443/back',
    'https://BOOKS.example.com/back',
    `${REDIRECT}?a=b`,
    `${REDIRECT}#a`,
    'https://asha@books.example.com/back',
    'https://evil.example.com/back',
    undefined,
  ])('(37) shows a page and sends nobody to %s', async (uri) => {
    // Of an app with one address it need not be sent; it has to with two.
    const two = await oauth.app({ redirect_uris: [REDIRECT, 'https://books.example.com/other'] });
    const { location, status, text } = await oauth.browser().get(oauth.authorizeUrl(two, { redirect_uri: uri }));
    expect([location, status, text.includes('cannot be connected')]).toEqual([null, 400, true]);
  });

  it.each(['fragment', 'form_post', 'web_message', 'jwt'])('gives no code by response_mode %j, and says so in the query', async (mode) => {
    const { location, status } = await oauth.browser().get(oauth.authorizeUrl(app, { response_mode: mode }));
    expect(status).toBe(303);
    expect(location === null ? null : [location.searchParams.has('error'), location.hash, location.origin + location.pathname]).toEqual([
      true,
      '',
      REDIRECT,
    ]);
    const pushed = await oauth.form('/oauth/par', app, Object.fromEntries(oauth.authorizeUrl(app, { response_mode: mode }).searchParams));
    expect(pushed.status).toBe(400);
  });

  it.each(['token', 'id_token', 'code token', 'none'])('refuses response_type %s in the query as well', async (responseType) => {
    const { location } = await oauth.browser().get(oauth.authorizeUrl(app, { response_type: responseType }));
    expect([location?.searchParams.get('error'), location?.searchParams.get('state'), location?.hash]).toEqual([
      'unsupported_response_type',
      STATE,
      '',
    ]);
  });

  it('takes response_mode query', async () => {
    expect(await outcome({ response_mode: 'query' })).toMatchObject({ error: null });
  });

  it('(37) shows a page for an app that is not there', async () => {
    expect(await outcome({ client_id: 'app_0QvAb12c07ABCDEFGHIJKLMN' })).toBe('400 text/html');
  });

  it('(38) refuses a state that is missing or longer than 512 characters, and says who it is', async () => {
    const long = 'x'.repeat(513);
    expect(await outcome({ state: undefined })).toEqual(refused('invalid_request', null));
    expect(await outcome({ state: long })).toEqual(refused('invalid_request', long));
    expect(await outcome({ state: 'x'.repeat(512) })).toMatchObject({ error: null });
  });

  it.each(['customers:read', 'payments:none', 'openid', 'keys:write', undefined])('(39) refuses the scope %s', async (scope) => {
    expect(await outcome({ scope })).toEqual(refused('invalid_scope'));
  });

  it('(39) refuses what the role of whoever consents does not hold', async () => {
    const { keyStore, accountId } = oauth.gateway;
    const { key } = await createApiKey(keyStore, { accountId, kind: 'secret', livemode: true });
    await setLiveMode(keyStore, oauth.merchantId, { isEnabled: true, note: 'checked' });
    const live = await oauth.app({}, key);
    // In live mode the owner changes nothing without a second factor.
    const url = oauth.authorizeUrl(live, { scope: 'payments:read payments:write' });
    expect(backOf(await oauth.browser().allow(url, oauth.merchantId, ['payments:write']))).toEqual(refused('invalid_scope'));
    expect(backOf(await oauth.browser().allow(url, oauth.merchantId, ['payments:read']))).toMatchObject({ error: null });
  });

  it('(48) refuses the other mode', async () => expect(await outcome({ mode: 'live' })).toEqual(refused('invalid_request')));

  it('(51) sends a denial back with state and iss', async () => {
    const browser = oauth.browser();
    const path = await browser.toConsent(oauth.authorizeUrl(app));
    const { redirect_to: next } = JSON.parse((await browser.decide(path, { decision: 'deny' })).text) as { redirect_to: string };
    expect(backOf(await browser.arrive(next))).toEqual(refused('access_denied'));
  });

  it('(51) shows who asks for what on a page that no frame may have', async () => {
    const browser = oauth.browser();
    const { headers, text } = await browser.get(await browser.toConsent(oauth.authorizeUrl(app, { scope: 'payments:write refunds:read' })));
    expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    for (const part of ['Books', 'Not verified', 'books.example.com', 'See refunds', 'changes things', 'Acme'])
      expect(text).toContain(part);
  });

  it('asks nobody who is not signed in, and comes back', async () => {
    const browser = oauth.browser(new Person(oauth.gateway.url));
    const path = await browser.toConsent(oauth.authorizeUrl(app));
    expect((await browser.get(path)).location?.searchParams.get('return_to')).toBe(path);
  });

  it('shows a page, and no JSON, to who comes back to a question that was answered, or opens it in another browser', async () => {
    const browser = oauth.browser();
    const path = await browser.toConsent(oauth.authorizeUrl(app));
    const { redirect_to: next } = JSON.parse((await browser.decide(path, { decision: 'deny' })).text) as { redirect_to: string };
    await browser.arrive(next);
    for (const who of [browser, oauth.browser()]) {
      const { status, headers, text } = await who.get(path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(text).toContain('The request of the app has expired, or was begun in another browser. Go back to the app and begin again.');
    }
  });

  it('takes no decision from another page, another browser, or for a request that was answered', async () => {
    const browser = oauth.browser();
    const path = await browser.toConsent(oauth.authorizeUrl(app));
    const decision = { account_id: oauth.merchantId, decision: 'allow', scopes: ['payments:read'] };
    expect((await browser.decide(path, decision, {})).status).toBe(403);
    expect((await oauth.browser().decide(path, decision)).status).toBe(404);
    expect((await browser.decide(path, { ...decision, account_id: oauth.gateway.accountId })).status).toBe(400);
    expect((await browser.decide(path, { ...decision, scopes: ['refunds:read'] })).status).toBe(400);
    const { text } = await browser.decide(path, decision);
    await browser.arrive((JSON.parse(text) as { redirect_to: string }).redirect_to);
    expect((await browser.decide(path, decision)).status).toBe(404);
  });

  it('asks again only for more, or when the app wants it', async () => {
    const asked = await oauth.app();
    await oauth.code(asked);
    const isAsked = async (changes: Record<string, string>): Promise<boolean> => {
      const browser = oauth.browser();
      return (await browser.get(await browser.toConsent(oauth.authorizeUrl(asked, changes)))).status === 200;
    };
    expect([await isAsked({}), await isAsked({ prompt: 'consent' }), await isAsked({ scope: 'payments:read refunds:read' })]).toEqual([
      ...[false, true, true],
    ]);
  });

  it('(52) publishes metadata that is true, and answers without our envelope or a stack', async () => {
    const metadata = (await (await fetch(`${oauth.gateway.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      ...{ issuer: oauth.gateway.url, response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
      ...{ grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', 'client_credentials']) },
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    });
    for (const [name, url] of Object.entries(metadata).filter(([key]) => key.endsWith('_endpoint'))) {
      const method = name === 'authorization_endpoint' ? 'GET' : 'POST';
      const answer = await fetch(String(url), { method, redirect: 'manual', body: method === 'GET' ? null : new URLSearchParams() });
      const text = await answer.text();
      expect([name, answer.status, /request_id|node_modules| at /.test(text)]).toEqual([name, 400, false]);
    }
    const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual([expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256' })]);
    expect(keys[0]).not.toHaveProperty('d');
  });
});
