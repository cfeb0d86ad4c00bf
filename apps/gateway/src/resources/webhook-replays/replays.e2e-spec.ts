import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();
const MISSING = 'whr_0TgWzRaB0000000000000000';

describe('replays', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let endpoint: string;
  let secret: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
    const created = await merchant.post('/v1/webhook_endpoints', { url: receiver.url(newKey()), enabled_events: ['payment.*'] });
    endpoint = String(created.headers.location);
    secret = String(created.json.secret);
  });
  afterAll(async () => {
    await merchant.delete(endpoint);
    await receiver.close();
  });

  const hourAgo = (): number => Math.floor(Date.now() / 1000) - 3_600;
  const ended = async (path: string): Promise<Record<string, unknown>> => {
    let json: Record<string, unknown> = {};
    await eventually(async () => {
      ({ json } = await merchant.get(path));
      expect(['queued', 'running']).not.toContain(json.status);
    });
    return json;
  };

  describe('POST /v1/webhook_endpoints/{id}/replay', () => {
    it('202: brings the events of an object again, under the same ids', async () => {
      const id = (await merchant.captured()).split('/').at(-1) ?? '';
      const before = await receiver.about(id, secret, 3);
      // The receiver has an event before Hundi has its answer, and a replay leaves out what is still under way.
      await eventually(async () => {
        const { json } = await merchant.get(`${endpoint}/deliveries?resource=${id}&status=succeeded`);
        expect(json.data).toHaveLength(before.length);
      });
      const body = { since: hourAgo(), include: 'all', resource_id: id };
      const answer = await merchant.post(`${endpoint}/replay`, body);
      expect(answer.status).toBe(202);
      expect(answer.json).toMatchObject({ object: 'webhook_replay', include: 'all', resource_id: id, until: null, types: [] });
      expect(await ended(String(answer.headers.location))).toMatchObject({ status: 'completed', matched: 3, truncated: false });
      const after = await receiver.about(id, secret, 6);
      expect(new Set(after.map(({ event }) => event.id)).size).toBe(before.length);
    });

    it('202: the same request with the same key is the same replay', async () => {
      const key = { 'idempotency-key': newKey() };
      const body = { since: hourAgo(), include: 'missed', types: ['payment.expired'] };
      const first = await merchant.post(`${endpoint}/replay`, body, key);
      const again = await merchant.post(`${endpoint}/replay`, body, key);
      expect([again.status, again.headers['idempotent-replayed'], again.json.id]).toEqual([202, 'true', first.json.id]);
      expect((await merchant.post(`${endpoint}/replay`, { ...body, include: 'all' }, key)).status).toBe(422);
    });

    it('200: a dry run says what it would be and begins nothing', async () => {
      const answer = await merchant.post(`${endpoint}/replay?dry_run=true`, { since: hourAgo() });
      expect(answer.json).toMatchObject({ object: 'dry_run', status: 202, resource: { object: 'webhook_replay' }, events: [] });
      expect((await merchant.get(`/v1/webhook_replays/${String((answer.json.resource as { id: string }).id)}`)).status).toBe(404);
    });

    it.each<[string, object, string]>([
      ['nothing', {}, 'since parameter_missing'],
      ['no time', { since: 'yesterday' }, 'since parameter_invalid'],
      ['a time too far back', { since: hourAgo() - 31 * 86_400 }, 'since parameter_invalid'],
      ['the future', { since: hourAgo() + 7_300 }, 'since parameter_invalid'],
      ['an end before its beginning', { since: hourAgo(), until: hourAgo() - 1 }, 'until parameter_invalid'],
      ['an unknown word', { since: hourAgo(), include: 'some' }, 'include parameter_invalid'],
      ['types that are no list', { since: hourAgo(), types: 'payment.*' }, 'types parameter_invalid'],
      ['an unknown type', { since: hourAgo(), types: ['order.paid'] }, 'types parameter_invalid'],
      ['a misspelt type', { since: hourAgo(), types: ['payment.captured', 'payment.captrued'] }, 'types parameter_invalid'],
      ['a misspelt filter, which would bring everything', { since: hourAgo(), type: ['payment.captured'] }, 'type parameter_unknown'],
    ])('400: refuses %s', async (_what, body, problem) => {
      const answer = await merchant.post(`${endpoint}/replay`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('404: for an endpoint that is not the caller’s', async () => {
      for (const id of ['we_0TgWzRaB0000000000000000', 'we_x', MISSING]) {
        expect((await merchant.post(`/v1/webhook_endpoints/${id}/replay`, { since: hourAgo() })).error.code).toBe('resource_missing');
      }
      const answers = await Promise.all(
        [hundi.liveKey, hundi.otherTestKey].map((key) => merchant.with(key).post(`${endpoint}/replay`, { since: hourAgo() })),
      );
      expect(answers.map(({ status, error }) => [status, error.hint])).toEqual([
        [404, 'The object exists in test mode. Use a test key.'],
        [404, expect.stringMatching(/^Check the id/)],
      ]);
    });

    it('409: for an endpoint that is disabled', async () => {
      const created = await merchant.post('/v1/webhook_endpoints', { url: receiver.url(newKey()) });
      const path = String(created.headers.location);
      await merchant.post(`${path}/disable`);
      const answer = await merchant.post(`${path}/replay`, { since: hourAgo() });
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
      await merchant.delete(path);
    });
  });

  describe('GET /v1/webhook_replays', () => {
    it('200: lists those of an endpoint, newest first, and shows each', async () => {
      const { headers, json } = await merchant.post(`${endpoint}/replay`, { since: hourAgo(), types: ['payment.cancelled'] });
      const position = String(headers['event-position']);
      const list = await merchant.get(
        `/v1/webhook_replays?webhook_endpoint_id=${String(json.webhook_endpoint_id)}&limit=1&min_position=${position}`,
      );
      expect((list.json.data as { id: string }[]).map(({ id }) => id)).toEqual([json.id]);
      expect((await merchant.get(`/v1/webhook_replays/${String(json.id)}`)).json).toMatchObject({
        id: json.id,
        types: ['payment.cancelled'],
      });
    });

    it.each([
      ['limit=0', 'limit parameter_invalid'],
      ['status=done', 'status parameter_invalid'],
      ['webhook_endpoint_id=pay_1', 'webhook_endpoint_id parameter_invalid'],
    ])('400: refuses %s', async (query, problem) => {
      const answer = await merchant.get(`/v1/webhook_replays?${query}`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('404: for another account', async () => {
      const { json } = await merchant.post(`${endpoint}/replay`, { since: hourAgo(), types: ['payment.cancelled'] });
      for (const key of [hundi.liveKey, hundi.otherTestKey]) {
        expect((await merchant.with(key).get(`/v1/webhook_replays/${String(json.id)}`)).status).toBe(404);
      }
      expect((await merchant.get(`/v1/webhook_replays/${MISSING}`)).status).toBe(404);
    });
  });

  describe('POST /v1/webhook_replays/{id}/cancel', () => {
    it('409: once it has ended', async () => {
      const { headers } = await merchant.post(`${endpoint}/replay`, { since: hourAgo(), types: ['payment.cancelled'] });
      const path = String(headers.location);
      await ended(path);
      const answer = await merchant.post(`${path}/cancel`);
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
    });

    it('404: when there is none', async () => {
      expect((await merchant.post(`/v1/webhook_replays/${MISSING}/cancel`)).status).toBe(404);
    });
  });
});
