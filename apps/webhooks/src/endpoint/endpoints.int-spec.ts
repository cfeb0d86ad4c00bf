import { Client } from 'pg';
import { COMMAND_TOPIC, EVENT_TOPIC, type EventMessage, type Reply } from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, type RunningApp } from '#service';
import { eventually, testDatabase, testPersonalData } from '#testing';
import { WebhooksConfig, migrateWebhooks, startWebhooks } from '../index';
import { ACCOUNT, endpointCommand, endpointPayload, newEndpointId, type EndpointAddress } from '../../test/endpoint-commands';

const TOKEN = 'development-only-internal-token';

describe('endpoints in the webhooks service', () => {
  const metrics = new Metrics();
  const published: string[] = [];
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let sql: Client;
  let bus: Bus;
  let app: RunningApp;
  let personalData: PersonalData;

  beforeAll(async () => {
    database = await testDatabase('webhook_endpoints');
    await migrateWebhooks(database.url);
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    const clock = new SystemClock();
    const random = new SystemRandom();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    bus = createInProcessBus({ clock, logger });
    await bus.start();
    personalData = testPersonalData(database.url, { clock, random });
    const config = Object.assign(new WebhooksConfig(), { databaseUrl: database.url, internalToken: TOKEN });
    app = await startWebhooks(config, { bus, logger, clock, random, health: new Health(), metrics, personalData });
    const keep = async (messages: readonly EventMessage[]): Promise<void> => void published.push(...messages.map(({ value }) => value));
    await bus.consumeEvents(EVENT_TOPIC.webhooks, 'test', keep);
  });
  afterAll(async () => {
    await app?.stop();
    await bus?.stop();
    await personalData?.close();
    metrics.registry.clear();
    await sql?.end();
    await database?.drop();
  });

  const create = (url: string, address: EndpointAddress = {}): Promise<Reply> =>
    bus.send(COMMAND_TOPIC.webhooks, endpointCommand('webhook_endpoints.create', endpointPayload({ url }), address));
  const get = async (path: string, livemode = false): Promise<{ status: number; json: Record<string, unknown> }> => {
    const headers = { 'x-internal-token': TOKEN, 'x-hundi-account': ACCOUNT, 'x-hundi-livemode': String(livemode) };
    const answer = await fetch(`${app.url}/internal/${path}`, { headers });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };

  it('answers a creation with the secret, and shows it never again', async () => {
    const reply = await create('https://one.example.com/hook', { livemode: true });
    const answer = JSON.parse(reply.body ?? '') as Record<string, unknown>;
    expect([reply.status, answer.secret, answer.status]).toEqual([201, '~s1.we_1.secret', 'enabled']);
    const { json } = await get(`webhook_endpoints/${reply.streamId}`, true);
    const { secret: _secret, replay_id: _replay, ...resource } = answer;
    expect(json).toEqual({ ...resource, pending_deliveries: 0 });
    expect(JSON.stringify(json)).not.toContain('~s1.');
  });

  it('publishes what happened, without a secret', async () => {
    const { streamId } = await create('https://published.example.com/hook');
    await eventually(() => expect(published.filter((value) => value.includes(streamId))).toHaveLength(1));
    const [event = ''] = published.filter((value) => value.includes(streamId));
    expect(JSON.parse(event)).toMatchObject({ type: 'webhook_endpoint.created', resource: { type: 'webhook_endpoint', id: streamId } });
    expect(event).not.toContain('~s1.');
  });

  it('never has more than 16 endpoints in a mode of an account, and never two with one URL, however many are asked for at once', async () => {
    const accountId = 'acct_000000000000000000000001';
    const asked = Array.from({ length: 50 }, (_, index) => create(`https://shop-${index % 40}.example.com/hook`, { accountId }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(16);
    expect(new Set(statuses)).toEqual(new Set([201, 400, 409]));
    const { rows } = await sql.query(
      `SELECT count(*)::int AS endpoints, count(DISTINCT state->>'url')::int AS urls FROM webhooks.streams
        WHERE account_id = $1 AND stream_type = 'webhook_endpoint'`,
      [accountId],
    );
    expect(rows).toEqual([{ endpoints: 16, urls: 16 }]);
  });

  it('gives the URL and the place of a deleted endpoint to the next one, and destroys its key', async () => {
    const accountId = 'acct_000000000000000000000002';
    const streamId = newEndpointId(accountId);
    await personalData.seal({ accountId, id: streamId }, 'whsec_x');
    expect((await create('https://again.example.com/hook', { accountId, streamId })).status).toBe(201);
    expect((await create('https://again.example.com/hook', { accountId })).refusal).toMatchObject({
      code: 'resource_already_exists',
      details: { param: 'url', existing_id: streamId },
    });
    const gone = await bus.send(COMMAND_TOPIC.webhooks, endpointCommand('webhook_endpoints.delete', {}, { accountId, streamId }));
    expect(JSON.parse(gone.body ?? '')).toEqual({ id: streamId, object: 'webhook_endpoint', deleted: true });
    expect((await create('https://again.example.com/hook', { accountId })).status).toBe(201);
    await eventually(async () => {
      const { rows } = await sql.query('SELECT destroyed_at FROM vault.data_keys WHERE subject = $1', [streamId]);
      expect(rows).toEqual([{ destroyed_at: expect.any(Date) }]);
    });
  });

  it('finds the endpoints of an account by an index', async () => {
    await sql.query('SET enable_seqscan = off');
    const { rows } = await sql.query(
      `EXPLAIN SELECT state FROM webhooks.streams WHERE account_id = 'acct_1' AND livemode AND stream_type = 'webhook_endpoint'`,
    );
    expect(JSON.stringify(rows)).toContain('webhook_endpoints_by_account');
  });
});
