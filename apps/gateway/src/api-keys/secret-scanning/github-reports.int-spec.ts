import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { createApiKey } from '../../accounts/operator-accounts';

const PATH = '/secret_scanning/github';
const KEY_ID = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';

/** The example of docs.github.com, Secret scanning partner program, Implement signature verification. */
const DOCUMENTED = {
  keyId: '90a421169f0a406205f1563a953312f0be898d3c7b6c06b681aa86a874555f4a',
  key: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9MJJHnMfn2+H4xL4YaPDA4RpJqUq
kCmRCBnYERxZanmcpzQSXs1X/AljlKkbJ8qpVIW4clayyef9gWhFbNHWAA==
-----END PUBLIC KEY-----
`,
  signature: 'MEUCIQDKZokqnCjrRtw0tni+2Ltvl/uiMJ1EGumEsp1BsNr32AIgQY1YXD2nlj+XNfGK4rBfkMJ1JDOQcYXxa2sY8FNkrKc=',
  body: '[{"token":"some_token","type":"some_type","url":"some_url"}]',
};

describe('reports of leaked keys by GitHub', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
  let github: Server;
  let answers: { status: number; asked: number };
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    answers = { status: 503, asked: 0 };
    github = createServer((_request, response) => {
      answers.asked++;
      const keys = [
        { key_identifier: KEY_ID, key: pem(publicKey), is_current: true },
        { key_identifier: DOCUMENTED.keyId, key: DOCUMENTED.key, is_current: false },
      ];
      response.writeHead(answers.status, { 'content-type': 'application/json' }).end(JSON.stringify({ public_keys: keys }));
    });
    await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(github.address() as AddressInfo).port}/keys`;
    gateway = await startGatewayUnderTest({ environment: { SECRET_SCANNING: 'github', SECRET_SCANNING_KEYS_URL: url } });
  });
  afterAll(async () => {
    await gateway.stop();
    github.closeAllConnections();
    github.close();
  });

  const send = (body: string, headers: Record<string, string>) => gateway.client.send('POST', PATH, { body, headers });
  const signed = (body: string, keyId = KEY_ID, by = privateKey) =>
    send(body, {
      'github-public-key-identifier': keyId,
      'github-public-key-signature': sign('sha256', Buffer.from(body), by).toString('base64'),
    });
  const found = (...tokens: unknown[]): string =>
    JSON.stringify(tokens.map((token) => ({ token, type: 'hundi_api_key', url: '', source: 'content' })));

  it('are to be sent again while GitHub does not show its keys', async () => {
    const answer = await signed(found('nothing'));
    expect([answer.status, answer.error.code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '30']);
    answers.status = 200;
  });

  it('are taken as GitHub signs them', async () => {
    const { keyId, signature, body } = DOCUMENTED;
    const answer = await send(body, { 'github-public-key-identifier': keyId, 'github-public-key-signature': signature });
    expect([answer.status, answer.json]).toEqual([200, { received: true }]);
  });

  it('end the keys in them, also when they come again, and say nothing about any', async () => {
    const { accountId, keyStore } = gateway;
    const keys = await Promise.all([1, 2].map(() => createApiKey(keyStore, { accountId, kind: 'secret', livemode: false })));
    const body = found('nothing', 7, null, ...keys.map(({ key }) => key), keys[0]!.key);
    const asked = answers.asked;
    for (const answer of [await signed(body), await signed(body)]) expect([answer.status, answer.json]).toEqual([200, { received: true }]);
    for (const { key } of keys) expect((await gateway.client.get('/v1/account', { key })).error.code).toBe('api_key_revoked');
    expect((await gateway.client.get('/v1/account', { key: gateway.testKey })).status).toBe(200);
    expect(answers.asked).toBe(asked);
  });

  it.each([
    ['without a signature', (body: string) => send(body, {})],
    [
      'of another body',
      (body: string) =>
        send(`${body} `, { 'github-public-key-identifier': DOCUMENTED.keyId, 'github-public-key-signature': DOCUMENTED.signature }),
    ],
    ['by a key that GitHub does not have', (body: string) => signed(body, 'a'.repeat(64))],
    ['by a key of another signer', (body: string) => signed(body, KEY_ID, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ])('are refused %s, and end nothing', async (_what, report) => {
    const answer = await report(found(gateway.testKey));
    expect([answer.status, answer.error.code]).toEqual([401, 'webhook_signature_invalid']);
    expect((await gateway.client.get('/v1/account', { key: gateway.testKey })).status).toBe(200);
  });

  it.each(['{"token":"x"}', 'nothing', ''])('are refused as %j, though signed', async (body) => {
    const answer = await signed(body);
    expect([answer.status, answer.error.code]).toEqual([400, 'json_invalid']);
  });

  it('have no route without SECRET_SCANNING', async () => {
    const other = await startGatewayUnderTest();
    const answer = await other.client.send('POST', PATH, { body: DOCUMENTED.body });
    expect([answer.status, answer.error.code]).toEqual([404, 'route_unknown']);
    await other.stop();
  });
});
