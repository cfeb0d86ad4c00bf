import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { hundiMode, type HundiProcess, startHundi } from '#testing';
import { everyRow } from '../../test/every-row';
import { everyTopic } from '../../test/every-topic';
import { Merchant } from '../../test/merchant';

jest.setTimeout(180_000);

const MERCHANT_ADDRESS = '203.0.113.77';
const PAYER_ADDRESS = '2001:db8:85a3::8a2e:370:7334';

const mode = hundiMode();

/** Events are kept for ever: what stands in them cannot be erased. */
describe(`the address of a client, ${mode}`, () => {
  let hundi: HundiProcess;
  let client: Client;
  let brokers: string | undefined;
  beforeAll(async () => {
    hundi = await startHundi({ mode, environment: { TRUSTED_PROXIES: 'loopback' } });
    const run = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string; brokers?: string };
    brokers = run.brokers;
    client = new Client({ connectionString: run.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await hundi?.stopAndRemove();
  });

  const readActors = async (paymentId: string): Promise<{ id: string; address: string }[]> => {
    const { rows } = await client.query<{ id: string; address: string }>(
      `SELECT meta->'actor'->>'id' AS id, meta->'actor'->>'address' AS address FROM payments.events WHERE stream_id = $1 ORDER BY version`,
      [paymentId],
    );
    return rows;
  };

  it('stands in clear in no row and on no topic: a merchant is known again, a payer only at the same payment', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const from = { 'x-forwarded-for': MERCHANT_ADDRESS };
    const { json } = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', payment_methods: ['upi'] }, from);
    const paymentId = String(json.id);
    await merchant.patch(`/v1/payments/${paymentId}`, { description: 'from the same place' }, from);
    await merchant.post('/v1/customers', { name: 'Asha' }, from);
    await merchant.post('/v1/webhook_endpoints', { url: 'https://receiver.example/hook' }, from);
    const form = { client_secret: String(json.client_secret), payment_method: 'upi', vpa: 'success@sandbox' };
    const paid = await fetch(`${hundi.baseUrl}/checkout/${paymentId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': PAYER_ADDRESS },
      body: new URLSearchParams(form),
    });
    expect(paid.status).toBe(303);
    const actors = await readActors(paymentId);
    const ofKey = actors.filter(({ id }) => id !== 'hosted_page').map(({ address }) => address);
    const ofPage = actors.filter(({ id }) => id === 'hosted_page').map(({ address }) => address);
    expect([ofKey.length, new Set(ofKey).size, new Set(ofPage).size, new Set([...ofKey, ...ofPage]).size]).toEqual([2, 1, 1, 2]);
    const rows = await everyRow(client);
    expect(rows).toContain(paymentId);
    expect([MERCHANT_ADDRESS, PAYER_ADDRESS].filter((address) => rows.includes(address))).toEqual([]);
    if (brokers === undefined) return;
    const topics = await everyTopic(brokers);
    expect(topics).toContain(paymentId);
    expect([MERCHANT_ADDRESS, PAYER_ADDRESS].filter((address) => topics.includes(address))).toEqual([]);
  });
});
