import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { OAuthUnderTest, type FormAnswer, type TestApp } from '../../test/oauth-under-test';

const MINUTE_S = 60;

describe('(45) an app that proves who it is by an assertion', () => {
  let oauth: OAuthUnderTest;
  let app: TestApp;
  let privateKey: CryptoKey;
  let publicJwk: JWK;
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    const pair = await generateKeyPair('ES256', { extractable: true });
    privateKey = pair.privateKey;
    publicJwk = await exportJWK(pair.publicKey);
    const more = { token_endpoint_auth_method: 'private_key_jwt', grant_types: ['client_credentials'], jwks: { keys: [publicJwk] } };
    app = await oauth.app(more);
  });
  afterAll(() => oauth.stop());

  const nowS = (): number => Math.trunc(Date.now() / 1_000);
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    ...{ iss: app.id, sub: app.id, aud: oauth.gateway.url, jti: crypto.randomUUID(), iat: nowS(), exp: nowS() + MINUTE_S },
    ...changes,
  });
  const signed = (changes: JWTPayload = {}, header: object = {}, key = privateKey): Promise<string> =>
    new SignJWT(claims(changes)).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
  const ask = (assertion: string): Promise<FormAnswer> =>
    oauth.form('/oauth/token', null, {
      ...{ grant_type: 'client_credentials', scope: 'payments:read', client_assertion: assertion },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
  const expectRefused = async (assertion: string): Promise<void> => {
    const { status, json } = await ask(assertion);
    expect([status, json.error]).toEqual([401, 'invalid_client']);
  };

  it('gets a token', async () => expect((await ask(await signed())).status).toBe(200));

  it('is refused when it is brought again', async () => {
    const assertion = await signed();
    expect((await ask(assertion)).status).toBe(200);
    await expectRefused(assertion);
  });

  it('is taken once of eight that are brought at once', async () => {
    const assertion = await signed();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await ask(assertion)).status));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
  });

  it.each<[string, JWTPayload]>([
    ['the token endpoint for its audience', { aud: 'TOKEN' }],
    ['another audience', { aud: 'https://other.example.com' }],
    ['several audiences', { aud: ['ISSUER', 'https://other.example.com'] }],
    ['an end in the past', { exp: 1 }],
    ['a life of ten minutes', { exp: Math.trunc(Date.now() / 1_000) + 10 * MINUTE_S }],
    ['another issuer', { iss: 'app_0QvAb12c07ABCDEFGHIJKLMN' }],
  ])('is refused with %s', async (_name, changes) => {
    const { url } = oauth.gateway;
    const here = (text: string): string => text.replace('TOKEN', `${url}/oauth/token`).replace('ISSUER', url);
    const { aud } = changes;
    await expectRefused(await signed({ ...changes, ...(aud !== undefined && { aud: Array.isArray(aud) ? aud.map(here) : here(aud) }) }));
  });

  it('is refused when it is not signed, or with what everybody knows', async () => {
    await expectRefused(new UnsecuredJWT(claims()).encode());
    const [head, body] = [{ alg: 'HS256' }, claims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const mac = createHmac('sha256', JSON.stringify(publicJwk)).update(`${head}.${body}`).digest('base64url');
    await expectRefused(`${head}.${body}.${mac}`);
  });

  it('is refused with a key that it brings itself', async () => {
    const own = await generateKeyPair('ES256', { extractable: true });
    await expectRefused(await signed({}, { jwk: await exportJWK(own.publicKey) }, own.privateKey));
    await expectRefused(await signed({}, { jwk: publicJwk }));
  });
});
