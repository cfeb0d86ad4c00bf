import { eventually } from '#testing';
import { allowApiKeyFrom, createAccount, createApiKey, revokeApiKey, setLiveMode } from '../accounts/operator-accounts';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { longAgo } from '../../test/new-account';
import { RawSocket } from '../../test/raw-socket';
import { formatApiKey, parseApiKey, type ApiKeyParts } from './api-key-format';
import { KNOWN } from '../../test/known-within';
import { KEY_TTL_MS } from './account-changes';
import type { Scope } from './scopes';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

function partsOf(key: string): ApiKeyParts {
  const parts = parseApiKey(key);
  if (parts === undefined) throw new Error('not a key');
  return parts;
}

describe('(21) a key that a request presents', () => {
  let gateway: GatewayUnderTest;
  const keyWith = async (kind: 'restricted' | 'publishable', scopes: Scope[] = []): Promise<string> =>
    (await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind, livemode: false, scopes })).key;

  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  it.each([
    ['no key', undefined, 'api_key_missing'],
    ['a key in another scheme', 'Basic c2s6', 'api_key_invalid'],
    ['a word that is no key', 'Bearer open-sesame', 'api_key_invalid'],
  ])('refuses %s', async (_what, authorization, code) => {
    const answer = await gateway.client.get(UNKNOWN_ID, { headers: authorization === undefined ? {} : { authorization } });
    expect([answer.status, answer.error.code]).toEqual([401, code]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  describe('with a list of addresses', () => {
    const keyFrom = (...allowedAddresses: string[]) =>
      createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind: 'secret', livemode: false, allowedAddresses });

    it('work from there, and nowhere else', async () => {
      const [here, elsewhere] = [await keyFrom('127.0.0.0/8', '::1'), await keyFrom('203.0.113.0/24', '2001:db8::/32')];
      expect((await gateway.client.get(UNKNOWN_ID, { key: here.key })).status).toBe(404);
      const answer = await gateway.client.get(UNKNOWN_ID, { key: elsewhere.key });
      expect([answer.status, answer.error.code, answer.error.hint]).toEqual([
        403,
        'ip_not_allowed',
        expect.stringContaining('The request came from 127.0.0.1.'),
      ]);
      // Once the key is known, too.
      expect((await gateway.client.get(UNKNOWN_ID, { key: elsewhere.key })).error.code).toBe('ip_not_allowed');
    });

    it('(27) do not believe an address that anybody can write', async () => {
      const { key } = await keyFrom('203.0.113.9');
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
      expect((await gateway.client.get(UNKNOWN_ID, { key, headers })).error.code).toBe('ip_not_allowed');
    });

    it('are changed within five seconds', async () => {
      const { id, key } = await keyFrom('203.0.113.9');
      expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(403);
      expect(await allowApiKeyFrom(gateway.keyStore, id, [])).toBe(true);
      await eventually(async () => expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(404), KNOWN);
    });
  });

  it('never reads a key from the URL', async () => {
    const answer = await gateway.client.get(`${UNKNOWN_ID}?api_key=${gateway.testKey}`);
    expect([answer.status, answer.error.code]).toEqual([401, 'api_key_missing']);
    expect(answer.error.hint).toContain('URL');
    expect(answer.text).not.toContain(gateway.testKey);
  });

  it('refuses two keys, also when the first one is good', async () => {
    const lines = [gateway.testKey, 'sk_test_other'].map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    const caller = await RawSocket.connect(gateway.url);
    caller.write(`GET ${UNKNOWN_ID} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
    const text = await caller.untilClosed();
    expect(text).toContain('HTTP/1.1 401 Unauthorized\r\n');
    expect(text).toContain('Send the header Authorization once.');
  });

  it('refuses a genuine key whose mode was edited, checksum and all', async () => {
    const edited = formatApiKey({ ...partsOf(gateway.testKey), livemode: true });
    expect((await gateway.client.get(UNKNOWN_ID, { key: edited })).error.code).toBe('api_key_invalid');
  });

  it('refuses a key with the right id and a wrong secret, also after the right one was seen', async () => {
    await gateway.client.get(UNKNOWN_ID, { key: gateway.testKey });
    const forged = formatApiKey({ ...partsOf(gateway.testKey), secret: 'x'.repeat(30) });
    expect((await gateway.client.get(UNKNOWN_ID, { key: forged })).error.code).toBe('api_key_invalid');
  });

  it('(22) answers a wrong prefix, an unknown id and a wrong secret with the same bytes', async () => {
    const parts = partsOf(gateway.testKey);
    const wrong = [
      { ...parts, kind: 'restricted' as const },
      { ...parts, livemode: true },
      { ...parts, keyId: `key_${'0'.repeat(24)}` },
      { ...parts, secret: 'x'.repeat(30) },
    ].map(formatApiKey);
    const texts = await Promise.all(
      wrong.map(async (key) => {
        const { status, text, error } = await gateway.client.get(UNKNOWN_ID, { key });
        return `${status} ${text.replaceAll(error.request_id, '')}`;
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('401 ');
  });

  it('(26) refuses a key that has expired, and says so', async () => {
    const expiresAtMs = Date.now() - 1_000;
    const { key } = await createApiKey(longAgo(gateway.keyStore), {
      accountId: gateway.accountId,
      kind: 'secret',
      livemode: false,
      expiresAtMs,
    });
    const { status, error } = await gateway.client.get(UNKNOWN_ID, { key });
    expect([status, error.code, error.message]).toEqual([401, 'api_key_revoked', 'The API key has expired.']);
  });

  it('refuses a revoked key within five seconds', async () => {
    const { id, key } = await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind: 'secret', livemode: false });
    expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(404);
    await revokeApiKey(gateway.keyStore, id);
    const refused = async () => expect((await gateway.client.get(UNKNOWN_ID, { key })).error.code).toBe('api_key_revoked');
    await eventually(refused, KNOWN);
    expect(KEY_TTL_MS).toBeLessThan(5_000);
  });

  it('refuses live keys of an account whose live mode is not enabled', async () => {
    const { id: accountId } = await createAccount(gateway.keyStore, { name: 'Not live any more' });
    const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: true });
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: false, note: 'its contract has ended' });
    const answer = await gateway.client.get(UNKNOWN_ID, { key });
    expect([answer.status, answer.error.code]).toEqual([403, 'live_mode_not_enabled']);
  });

  it('lets a publishable key do nothing with payments', async () => {
    const answer = await gateway.client.post('/v1/payments', { key: await keyWith('publishable'), body: PAYMENT });
    expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
  });

  it('lets a restricted key do what it lists and nothing else', async () => {
    const reader = await keyWith('restricted', ['payments:read']);
    expect((await gateway.client.get(UNKNOWN_ID, { key: reader })).status).toBe(404);
    const answer = await gateway.client.post('/v1/payments', { key: reader, body: PAYMENT });
    expect([answer.status, answer.error.code]).toEqual([403, 'scope_insufficient']);
    expect((await gateway.client.get(UNKNOWN_ID, { key: await keyWith('restricted') })).error.code).toBe('scope_insufficient');
  });
});
