import { Client } from 'pg';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { deleteEndpoints, newUrl } from '../../../test/webhook-endpoints';

const hundi = hundiUnderTest();
const PATH = '/v1/webhook_endpoints';

describe('/v1/webhook_endpoints/{id}', () => {
  let merchant: Merchant;
  let endpoint: string;
  let created: Answer;
  let database: Client;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
  });
  afterAll(() => database.end());
  beforeEach(async () => {
    created = await merchant.post(PATH, { url: newUrl(), metadata: { team: 'a', floor: 1 } });
    endpoint = `${PATH}/${String(created.json.id)}`;
  });
  afterEach(() => deleteEndpoints(merchant, [hundi.testKey, hundi.liveKey]));

  describe('PATCH 200', () => {
    it('changes what is sent and nothing else, and counts it', async () => {
      const url = newUrl();
      const answer = await merchant.patch(endpoint, {
        url,
        enabled_events: ['kyc.*'],
        metadata: { floor: null, shop: 'b' },
        ordering: 'resource',
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        url,
        enabled_events: ['kyc.*'],
        ordering: 'resource',
        metadata: { team: 'a', shop: 'b' },
        sequence: 2,
      });
      const { secret: _secret, replay_id: _replay, ...before } = created.json;
      expect({ ...answer.json, ...pick(before, ['url', 'enabled_events', 'ordering', 'metadata', 'sequence', 'updated_at']) }).toEqual(
        before,
      );
      expect((await merchant.get(endpoint)).json).toMatchObject({ url, sequence: 2 });
    });

    it('goes back to the default with null, and replaces headers as a whole', async () => {
      await merchant.patch(endpoint, { rate_per_second: 5, timeout_ms: 1_000, headers: { 'X-A': '1', 'X-B': '2' } });
      const answer = await merchant.patch(endpoint, { rate_per_second: null, timeout_ms: null, headers: { 'X-C': '3' } });
      expect(answer.json).toMatchObject({ rate_per_second: null, timeout_ms: 15_000, header_names: ['X-C'] });
      expect((await merchant.patch(endpoint, { headers: null })).json.header_names).toEqual([]);
    });

    it('stores nothing when nothing is different', async () => {
      const answer = await merchant.patch(endpoint, { url: created.json.url, ordering: 'none', metadata: {} });
      expect([answer.status, answer.json.sequence, answer.headers['event-position']]).toEqual([200, 1, undefined]);
    });

    it('switches it off and on, and suggests to replay what was missed', async () => {
      const off = await merchant.patch(endpoint, { status: 'disabled' });
      expect(off.json).toMatchObject({ status: 'disabled', disabled_reason: 'merchant', disabled_at: expect.any(Number) });
      const on = await merchant.patch(endpoint, { status: 'enabled' });
      expect(on.json).toMatchObject({
        status: 'enabled',
        disabled_reason: null,
        disabled_at: null,
        suggested_replay: { since: off.json.disabled_at, include: 'missed' },
      });
      expect((await merchant.get(endpoint)).json).not.toHaveProperty('suggested_replay');
    });
  });

  describe('PATCH 400', () => {
    it('judges a changed URL like a new one, and names every problem', async () => {
      const answer = await merchant.patch(endpoint, { url: 'https://10.0.0.1/', status: 'paused', events: [], headers: { Via: 'x' } });
      expect([answer.status, ...problemsOf(answer)]).toEqual([
        400,
        'status parameter_invalid',
        'events parameter_invalid',
        'url url_not_allowed',
        'headers.Via parameter_invalid',
      ]);
      expect((await merchant.patch(endpoint, { url: null, status: null })).error.errors.map(({ param }) => param)).toEqual([
        'url',
        'status',
      ]);
      expect((await merchant.get(endpoint)).json.sequence).toBe(1);
    });
  });

  describe('PATCH 409', () => {
    it('is for who has seen the last change only, when that is asked for', async () => {
      expect((await merchant.patch(endpoint, { description: 'one', expected_sequence: 1 })).status).toBe(200);
      const late = await merchant.patch(endpoint, { description: 'two', expected_sequence: 1 });
      expect([late.status, late.error.code, late.error.param]).toEqual([409, 'state_conflict', 'expected_sequence']);
    });

    it('does not take the URL of another endpoint', async () => {
      const other = await merchant.post(PATH, { url: newUrl() });
      const answer = await merchant.patch(endpoint, { url: other.json.url });
      expect([answer.status, answer.error.code]).toEqual([409, 'resource_already_exists']);
      expect((await merchant.get(endpoint)).json.url).toBe(created.json.url);
    });
  });

  describe('POST …/enable, …/disable 200', () => {
    it('do what they say, and again change nothing', async () => {
      const off = await merchant.post(`${endpoint}/disable`);
      expect((await merchant.post(`${endpoint}/disable`)).text).toBe(off.text);
      expect(off.json).toMatchObject({ status: 'disabled', disabled_reason: 'merchant', sequence: 2 });
      const on = await merchant.post(`${endpoint}/enable`);
      expect(on.json).toMatchObject({ status: 'enabled', sequence: 3, suggested_replay: { include: 'missed' } });
    });
  });

  describe('POST …/rotate_secret 200', () => {
    it('shows a new secret once, and says how long the old one goes on', async () => {
      const headers = { 'idempotency-key': newKey() };
      const answer = await merchant.post(`${endpoint}/rotate_secret`, undefined, headers);
      expect([answer.status, String(answer.json.secret).startsWith('whsec_'), answer.json.secret]).toEqual([
        200,
        true,
        expect.not.stringMatching(String(created.json.secret).replace(/[+/]/g, '.')),
      ]);
      expect(answer.json.secret_hint).toBe(String(answer.json.secret).slice(-4));
      expect(Number(answer.json.previous_secret_expires_at) - Number(answer.json.updated_at)).toBe(86_400);
      expect((await merchant.post(`${endpoint}/rotate_secret`, undefined, headers)).text).toBe(answer.text);
      const shown = await merchant.get(endpoint);
      expect(shown.json).toMatchObject({ previous_secret_expires_at: answer.json.previous_secret_expires_at });
      expect(shown.json).not.toHaveProperty('secret');
    });

    it('ends every earlier secret at once with a grace of nothing', async () => {
      await merchant.post(`${endpoint}/rotate_secret`);
      const answer = await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 0 });
      expect(answer.json.previous_secret_expires_at).toBeNull();
      expect(await publicKeys()).toHaveLength(1);
    });
  });

  describe('POST …/rotate_secret 400, 409', () => {
    it('takes a week of grace at most, and three secrets at most', async () => {
      const tooLong = await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 604_801 });
      expect([tooLong.status, ...problemsOf(tooLong)]).toEqual([400, 'grace_period_seconds parameter_invalid']);
      for (let count = 0; count < 2; count++) expect((await merchant.post(`${endpoint}/rotate_secret`)).status).toBe(200);
      const fourth = await merchant.post(`${endpoint}/rotate_secret`);
      expect([fourth.status, fourth.error.code, fourth.error.hint]).toEqual([409, 'state_conflict', expect.stringContaining('expires at')]);
      expect(await publicKeys()).toHaveLength(3);
    });
  });

  describe('GET …/public_keys 200', () => {
    it('shows the keys that sign, as Standard Webhooks and as JWK write them', async () => {
      const [key] = await publicKeys();
      const raw = Buffer.from(String(key?.public_key).replace('whpk_', ''), 'base64');
      expect(raw).toHaveLength(32);
      expect(key?.jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url'), alg: 'EdDSA' });
      await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 60 });
      const after = await publicKeys();
      expect(after.map(({ expires_at }) => expires_at === null)).toEqual([true, false]);
      expect(after[1]?.public_key).toBe(key?.public_key);
    });
  });

  describe('DELETE 200', () => {
    it('leaves nothing but the fact, and again changes nothing', async () => {
      const gone = await merchant.delete(endpoint);
      expect([gone.status, gone.json]).toEqual([200, { id: created.json.id, object: 'webhook_endpoint', deleted: true }]);
      expect((await merchant.delete(endpoint)).text).toBe(gone.text);
      for (const path of [endpoint, `${endpoint}/public_keys`]) expect((await merchant.get(path)).status).toBe(404);
      for (const path of [`${endpoint}/enable`, `${endpoint}/disable`, `${endpoint}/rotate_secret`]) {
        expect((await merchant.post(path)).status).toBe(404);
      }
      expect((await merchant.patch(endpoint, { description: 'x' })).status).toBe(404);
      expect((await merchant.post(PATH, { url: created.json.url })).status).toBe(201);
    });

    it('destroys the key that its secrets were sealed under', async () => {
      const keyOf = async (): Promise<unknown> =>
        (await database.query('SELECT wrapped_key IS NULL AS gone FROM vault.data_keys WHERE subject = $1', [created.json.id])).rows[0];
      expect(await keyOf()).toEqual({ gone: false });
      await merchant.delete(endpoint);
      await eventually(async () => expect(await keyOf()).toEqual({ gone: true }));
    });
  });

  describe('404', () => {
    it('answers an endpoint of another account like one that does not exist', async () => {
      const stranger = merchant.with(hundi.otherTestKey);
      const calls = await Promise.all([
        stranger.get(endpoint),
        stranger.get(`${endpoint}/public_keys`),
        stranger.patch(endpoint, { description: 'mine' }),
        stranger.delete(endpoint),
        stranger.post(`${endpoint}/rotate_secret`),
        stranger.post(`${endpoint}/disable`),
        merchant.with(hundi.liveKey).post(`${endpoint}/disable`),
        merchant.get(`${PATH}/we_0TgWzRaB07xK2mNq5Yd8Vf3L`),
      ]);
      expect(calls.map(({ status, error }) => [status, error.code])).toEqual(calls.map(() => [404, 'resource_missing']));
      expect((await merchant.get(endpoint)).json).toMatchObject({ status: 'enabled', sequence: 1 });
    });
  });

  describe('GET list 200', () => {
    it('shows the endpoints of the mode, by status and metadata too', async () => {
      const batch = newKey();
      const [one, other] = [
        await merchant.post(PATH, { url: newUrl(), metadata: { batch } }),
        await merchant.post(PATH, { url: newUrl(), metadata: { batch } }),
      ];
      const off = await merchant.post(`${PATH}/${String(other.json.id)}/disable`);
      const position = String(off.headers['event-position']);
      const idsFor = async (query: string): Promise<unknown[]> => {
        const { json } = await merchant.get(`${PATH}?min_position=${position}&metadata[batch]=${batch}${query}`);
        return (json.data as { id: string }[]).map(({ id }) => id);
      };
      expect(await idsFor('')).toEqual([other.json.id, one.json.id]);
      expect(await idsFor('&status=disabled')).toEqual([other.json.id]);
      expect(await idsFor('&status=enabled')).toEqual([one.json.id]);
      expect((await merchant.with(hundi.liveKey).get(`${PATH}?metadata[batch]=${batch}`)).json.data).toEqual([]);
      expect((await merchant.get(`${PATH}?status=deleted`)).status).toBe(400);
    });
  });

  async function publicKeys(): Promise<{ public_key: string; jwk: object; expires_at: number | null }[]> {
    return (await merchant.get(`${endpoint}/public_keys`)).json.data as { public_key: string; jwk: object; expires_at: number | null }[];
  }
});

function pick(source: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, source[name]]));
}
