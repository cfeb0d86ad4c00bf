import * as client from 'openid-client';
import { OAuthUnderTest, REDIRECT, type TestApp } from '../../test/oauth-under-test';

/** openid-client as it is, against us. */
describe('(35) openid-client gets tokens', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    app = await oauth.app({ grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] });
  });
  afterAll(() => oauth.stop());

  const allowed = async (configuration: client.Configuration, url: URL, verifier: string, options?: client.DPoPOptions) => {
    const back = await oauth.browser().allow(url, oauth.merchantId, ['payments:read']);
    return client.authorizationCodeGrant(configuration, back, { pkceCodeVerifier: verifier, expectedState: 'abc' }, undefined, options);
  };
  const challenged = async () => {
    const verifier = client.randomPKCECodeVerifier();
    const parameters = {
      ...{ redirect_uri: REDIRECT, scope: 'payments:read', state: 'abc', prompt: 'consent' },
      ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    };
    return { verifier, parameters };
  };

  it('for a code with PKCE, renews them, asks about them, and gives them back', async () => {
    const configuration = await oauth.configuration(app);
    const { verifier, parameters } = await challenged();
    const tokens = await allowed(configuration, client.buildAuthorizationUrl(configuration, parameters), verifier);
    expect(tokens).toMatchObject({
      ...{ token_type: 'bearer', expires_in: 3_600, scope: 'payments:read', account_id: oauth.merchantId, livemode: false },
      ...{
        access_token: expect.stringMatching(/^at_test_[0-9A-Za-z]{60}$/),
        refresh_token: expect.stringMatching(/^rt_test_[0-9A-Za-z]{60}$/),
      },
      connection_id: expect.stringMatching(/^conn_/),
    });
    const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    expect([renewed.access_token === tokens.access_token, renewed.refresh_token === tokens.refresh_token]).toEqual([false, false]);
    const about = await client.tokenIntrospection(configuration, renewed.access_token);
    expect(about).toMatchObject({
      active: true,
      client_id: app.id,
      sub: oauth.merchantId,
      account_id: oauth.merchantId,
      scope: 'payments:read',
    });
    await client.tokenRevocation(configuration, renewed.refresh_token ?? '');
    expect(await client.tokenIntrospection(configuration, renewed.access_token)).toEqual({ active: false });
  });

  it('for itself, by client_credentials', async () => {
    const tokens = await client.clientCredentialsGrant(await oauth.configuration(app), { scope: 'payments:read' });
    expect(tokens).toMatchObject({ scope: 'payments:read', account_id: oauth.gateway.accountId, connection_id: null });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('with a pushed request', async () => {
    const configuration = await oauth.configuration(app);
    const { verifier, parameters } = await challenged();
    const url = await client.buildAuthorizationUrlWithPAR(configuration, parameters);
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    expect((await allowed(configuration, url, verifier)).access_token).toMatch(/^at_test_/);
  });

  it.each(['ES256', 'Ed25519'])('with private_key_jwt by %s', async (algorithm) => {
    const { publicKey, privateKey } = await client.randomDPoPKeyPair(algorithm);
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    const { kty, crv, x, y } = jwk;
    const registered = await oauth.app({
      ...{ token_endpoint_auth_method: 'private_key_jwt', grant_types: ['authorization_code', 'client_credentials'] },
      jwks: { keys: [{ kty, crv, x, ...(y !== undefined && { y }) }] },
    });
    const configuration = await oauth.configuration(registered, client.PrivateKeyJwt(privateKey));
    expect((await client.clientCredentialsGrant(configuration, { scope: 'refunds:read' })).access_token).toMatch(/^at_test_/);
  });

  it('bound to a key by DPoP', async () => {
    const configuration = await oauth.configuration(app);
    const DPoP = client.getDPoPHandle(configuration, await client.randomDPoPKeyPair('ES256'));
    const { verifier, parameters } = await challenged();
    const tokens = await allowed(configuration, client.buildAuthorizationUrl(configuration, parameters), verifier, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(await client.tokenIntrospection(configuration, renewed.access_token)).toMatchObject({
      active: true,
      cnf: { jkt: expect.any(String) },
    });
  });
});
