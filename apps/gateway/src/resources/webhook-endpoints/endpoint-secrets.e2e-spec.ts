import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { findNamedSecrets } from '#service';
import { hundiUnderTest, startHundi, type HundiProcess } from '#testing';
import { everyRow } from '../../../test/every-row';
import { everyTopic } from '../../../test/every-topic';
import { Merchant } from '../../../test/merchant';
import { newUrl } from '../../../test/webhook-endpoints';

jest.setTimeout(120_000);

const PATH = '/v1/webhook_endpoints';
/** What is shown of keys to recognize them by. */
const HINTS = /sk_(?:test|live)_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/g;
const { mode } = hundiUnderTest();

/** A Hundi of its own, because all that it logs is looked at. */
describe('the secrets of an endpoint', () => {
  const headerValue = `canary${crypto.randomUUID().replaceAll('-', '')}`;
  let hundi: HundiProcess;
  let merchant: Merchant;
  let client: Client;
  let brokers: string | undefined;
  beforeAll(async () => {
    hundi = await startHundi({ mode, environment: { LOG_LEVEL: 'trace', LOG_REQUESTS: 'true' } });
    const run = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string; brokers?: string };
    brokers = run.brokers;
    client = new Client({ connectionString: run.databaseUrl });
    await client.connect();
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  afterAll(async () => {
    await client?.end();
    await hundi?.stopAndRemove();
  });

  it('stand in clear in no table, on no topic and in no log', async () => {
    const created = await merchant.post(PATH, { url: newUrl(), signing: 'both', headers: { 'X-Token': headerValue } });
    const endpoint = `${PATH}/${String(created.json.id)}`;
    const rotated = await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 600 });
    await merchant.patch(endpoint, { headers: { 'X-Token': `${headerValue}2` } });
    await merchant.get(endpoint);
    const secrets = [created, rotated].map(({ json }) => String(json.secret));
    const words = [headerValue, 'whsk_', ...secrets, ...secrets.map((secret) => secret.replace('whsec_', ''))];
    const shown = [hundi.testKey, hundi.liveKey];
    const foundIn = (text: string): string[] => [
      ...words.filter((word) => text.includes(word)),
      ...findNamedSecrets(text.replaceAll(HINTS, '')).filter((secret) => !shown.includes(secret)),
    ];
    const rows = await everyRow(client);
    expect(rows).toContain(String(created.json.id));
    expect(foundIn(rows)).toEqual([]);
    expect(foundIn(hundi.output())).toEqual([]);
    if (brokers === undefined) return;
    const topics = await everyTopic(brokers);
    expect(topics).toContain(String(created.json.id));
    expect(foundIn(topics)).toEqual([]);
  });
});
