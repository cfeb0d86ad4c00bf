import { Client } from 'pg';
import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { deleteEndpoints, newUrl } from '../../../test/webhook-endpoints';

const hundi = hundiUnderTest();
const PATH = '/v1/webhook_endpoints';

describe('POST /v1/webhook_endpoints', () => {
  let merchant: Merchant;
  let database: Client;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
  });
  afterAll(() => database.end());
  afterEach(() => deleteEndpoints(merchant, [hundi.testKey, hundi.liveKey, hundi.otherTestKey]));
  const create = (body: object, headers?: Record<string, string>): Promise<Answer> => merchant.post(PATH, body, headers);

  describe('201', () => {
    it('answers an endpoint for every event, with its secret, when nothing but the URL is sent', async () => {
      const url = newUrl();
      const answer = await create({ url });
      expect([answer.status, answer.headers.location]).toEqual([201, `${PATH}/${String(answer.json.id)}`]);
      expect(answer.json).toMatchObject({
        object: 'webhook_endpoint',
        livemode: false,
        url,
        enabled_events: ['*'],
        status: 'enabled',
        disabled_reason: null,
        description: null,
        metadata: {},
        secret_hint: String(answer.json.secret).slice(-4),
        previous_secret_expires_at: null,
        api_version: '2026-11-21',
        signing: 'v1',
        ordering: 'none',
        max_in_flight: 16,
        rate_per_second: null,
        timeout_ms: 15_000,
        header_names: [],
        failing_since_at: null,
        sequence: 1,
      });
      expect(Buffer.from(String(answer.json.secret).replace('whsec_', ''), 'base64')).toHaveLength(32);
    });

    it('takes every setting, and shows the names of own headers but not their values', async () => {
      const settings = {
        description: 'Orders',
        ordering: 'resource',
        rate_per_second: 50,
        max_in_flight: 4,
        timeout_ms: 5_000,
        signing: 'both',
        api_version: '2026-11-21',
        metadata: { team: 'payments', floor: 3 },
      };
      const headers = { 'X-Team': 'very-secret-value', Authorization: 'Bearer very-secret-token' };
      const answer = await create({ url: newUrl(), events: ['payment.*', 'refund.processed', 'payment.*'], headers, ...settings });
      expect(answer.json).toMatchObject({
        ...settings,
        enabled_events: ['payment.*', 'refund.processed'],
        header_names: ['X-Team', 'Authorization'],
      });
      expect(answer.text).not.toContain('very-secret');
    });

    it('shows the secret again to a repeated request, to the byte, and in no other answer', async () => {
      const body = { url: newUrl() };
      const headers = { 'idempotency-key': newKey() };
      const [first, again] = [await create(body, headers), await create(body, headers)];
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      const shown = await merchant.get(String(first.headers.location));
      expect(shown.json).not.toHaveProperty('secret');
      const known = await merchant.get(`/v1/idempotency_keys/${headers['idempotency-key']}`);
      expect(known.json).toMatchObject({ status: 'completed', object_id: first.json.id });
    });

    it('works in live mode, apart from test mode: the same URL is one endpoint in each', async () => {
      const url = newUrl();
      const test = await create({ url });
      const live = await merchant.with(hundi.liveKey).post(PATH, { url });
      expect([test.status, live.status, live.json.livemode]).toEqual([201, 201, true]);
      const { json, status, error } = await merchant.with(hundi.liveKey).get(`${PATH}/${String(test.json.id)}`);
      expect([status, error.code, error.hint, json.id]).toEqual([404, 'resource_missing', expect.stringContaining('test'), undefined]);
    });

    it('normalizes the URL, so that two spellings are one endpoint', async () => {
      const url = newUrl();
      expect((await create({ url: url.replace('https://', 'HTTPS://').replace('.example.com', '.EXAMPLE.com:443') })).json.url).toBe(url);
      expect((await create({ url })).status).toBe(409);
    });

    it('brings earlier events from the given start', async () => {
      const [event] = (await merchant.get('/v1/events?limit=1')).json.data as { id: string }[];
      for (const start_from of [Math.floor(Date.now() / 1_000) - 3_600, new Date(Date.now() - 60_000).toISOString(), event?.id]) {
        const answer = await create({ url: newUrl(), start_from });
        const { rows } = await database.query(
          `SELECT state->'terms'->>'endpointId' AS endpoint FROM webhooks.streams WHERE stream_id = $1`,
          [answer.json.replay_id],
        );
        expect(rows).toEqual([{ endpoint: answer.json.id }]);
      }
      expect((await create({ url: newUrl() })).json.replay_id).toBeNull();
    });

    it('reaches a receiver on this machine in test mode, when the operator allows it', async () => {
      expect((await create({ url: `http://localhost:3000/${newKey()}` })).status).toBe(201);
    });
  });

  describe('200', () => {
    it('says in a dry run what would happen, without a secret, and makes nothing', async () => {
      const url = newUrl();
      const answer = await merchant.post(`${PATH}?dry_run=true`, { url });
      expect(answer.json).toMatchObject({
        object: 'dry_run',
        status: 201,
        resource: { url, secret: null },
        events: [{ type: 'webhook_endpoint.created' }],
      });
      expect((await create({ url })).status).toBe(201);
    });
  });

  describe('400', () => {
    it.each<[string, object, string[]]>([
      ['nothing', {}, ['url parameter_missing']],
      ['a URL that is none', { url: 'shop' }, ['url url_invalid']],
      ['a number as URL', { url: 7 }, ['url url_invalid']],
      ['too long a URL', { url: `https://shop.example.com/${'a'.repeat(2048)}` }, ['url url_invalid']],
      ['http', { url: 'http://shop.example.com/' }, ['url url_not_allowed']],
      ['a private address', { url: 'https://10.0.0.1/' }, ['url url_not_allowed']],
      ['a metadata service', { url: 'https://metadata.google.internal./' }, ['url url_not_allowed']],
      ['a password in the URL', { url: 'https://user:pass@shop.example.com/' }, ['url url_not_allowed']],
      ['another port', { url: 'https://shop.example.com:6379/' }, ['url url_not_allowed']],
      ['both names of the filters', { url: newUrl(), events: ['*'], enabled_events: ['*'] }, ['events parameters_exclusive']],
      ['a filter that matches nothing', { url: newUrl(), events: ['payment.flown'] }, ['events parameter_invalid']],
      ['no filter at all', { url: newUrl(), enabled_events: [] }, ['enabled_events parameter_invalid']],
      ['65 filters', { url: newUrl(), enabled_events: Array(65).fill('*') }, ['enabled_events parameter_invalid']],
      ['too slow a receiver', { url: newUrl(), timeout_ms: 30_001 }, ['timeout_ms parameter_invalid']],
      ['a rate of nothing', { url: newUrl(), rate_per_second: 0 }, ['rate_per_second parameter_invalid']],
      ['too much at once', { url: newUrl(), max_in_flight: 65 }, ['max_in_flight parameter_invalid']],
      ['a version that never was', { url: newUrl(), api_version: '2020-01-01' }, ['api_version parameter_invalid']],
      ['a header that Hundi sets', { url: newUrl(), headers: { 'Webhook-Id': 'x' } }, ['headers.Webhook-Id parameter_invalid']],
      [
        'a header for a metadata service',
        { url: newUrl(), headers: { 'Metadata-Flavor': 'G' } },
        ['headers.Metadata-Flavor parameter_invalid'],
      ],
      ['a header over two lines', { url: newUrl(), headers: { 'X-A': 'a\r\nb' } }, ['headers.X-A parameter_invalid']],
      ['headers that are no object of strings', { url: newUrl(), headers: { 'X-A': 1 } }, ['headers parameter_invalid']],
      ['long headers', { url: newUrl(), headers: { 'X-A': 'a'.repeat(4_096) } }, ['headers parameter_invalid']],
      ['a start that is no time', { url: newUrl(), start_from: 'yesterday' }, ['start_from parameter_invalid']],
      ['a start longer ago than is kept', { url: newUrl(), start_from: 1_000_000_000 }, ['start_from parameter_invalid']],
      ['nested metadata', { url: newUrl(), metadata: { a: {} } }, ['metadata metadata_invalid']],
      ['a long description', { url: newUrl(), description: 'x'.repeat(256) }, ['description parameter_invalid']],
    ])('refuses %s', async (_what, body, problems) => {
      const answer = await create(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
    });

    it('names every problem at once', async () => {
      const answer = await create({ url: 'ftp://shop', enabled_events: 'all', ordering: 'fifo', headers: { Host: 'x', Cookie: 'y' } });
      expect(problemsOf(answer)).toEqual([
        'enabled_events parameter_invalid',
        'ordering parameter_invalid',
        'url url_not_allowed',
        'headers.Host parameter_invalid',
        'headers.Cookie parameter_invalid',
      ]);
    });

    it('refuses an address or plain http in live mode, whatever the operator allows in test mode', async () => {
      for (const url of ['https://93.184.216.34/', 'http://localhost:3000/', 'https://127.0.0.1/']) {
        const answer = await merchant.with(hundi.liveKey).post(PATH, { url });
        expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'url url_not_allowed']);
      }
    });

    it('refuses the seventeenth, however many are asked for at once', async () => {
      const owner = merchant.with(hundi.otherTestKey);
      const answers = await Promise.all(Array.from({ length: 50 }, () => owner.post(PATH, { url: newUrl() })));
      const statuses = answers.map(({ status }) => status).filter((status) => status !== 429);
      expect(statuses.filter((status) => status === 201)).toHaveLength(16);
      expect(new Set(statuses)).toEqual(new Set([201, 400]));
      expect(answers.find(({ status }) => status === 400)?.error.code).toBe('limit_exceeded');
    });
  });

  describe('404', () => {
    it('does not start from an event of another account, and makes no endpoint', async () => {
      const url = newUrl();
      const answer = await create({ url, start_from: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L' });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'start_from']);
      expect((await create({ url })).status).toBe(201);
    });
  });

  describe('409', () => {
    it('refuses a second endpoint for one URL, and names the first', async () => {
      const url = newUrl();
      const first = await create({ url });
      const second = await create({ url });
      expect([second.status, second.error.code, second.error.param, second.json.error]).toEqual([
        409,
        'resource_already_exists',
        'url',
        expect.objectContaining({ existing_id: first.json.id }),
      ]);
    });
  });
});
