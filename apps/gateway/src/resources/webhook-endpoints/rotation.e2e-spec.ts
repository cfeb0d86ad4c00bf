import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver, type ReceivedWebhook } from '../../../test/receiver';
import { deleteEndpoints } from '../../../test/webhook-endpoints';

const hundi = hundiUnderTest();
const PATH = '/v1/webhook_endpoints';

/** A receiver during a rotation, as the unmodified verifiers of two packages see it (docs/reference/webhooks.md, Signatures). */
describe('deliveries while the secret is rotated', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
  });
  afterAll(async () => {
    await deleteEndpoints(merchant, [hundi.testKey]);
    await receiver.close();
  });
  const accepts = (secret: string, { body, headers }: ReceivedWebhook): boolean[] =>
    [new Webhook(secret), new SvixWebhook(secret)].map((verifier) => {
      try {
        verifier.verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
  /** What a payment made now brings. @param secret one that verifies it. */
  const delivered = async (secret: string): Promise<ReceivedWebhook> => {
    const payment = await merchant.captured();
    const [webhook] = await receiver.about(String(payment.split('/').at(-1)), secret, 1);
    if (webhook === undefined) throw new Error('nothing came');
    return webhook;
  };
  const signaturesOf = ({ headers }: ReceivedWebhook): string[] => String(headers['webhook-signature']).split(' ');

  it('are accepted with the old secret, the new one and the public keys, and with the old one no more once its grace is over', async () => {
    const body = { url: receiver.url(newKey()), enabled_events: ['payment.captured'], signing: 'both', headers: { 'X-Team': 'paisa' } };
    const created = await merchant.post(PATH, body);
    const [endpoint, old] = [String(created.headers.location), String(created.json.secret)];

    const rotated = String((await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 600 })).json.secret);
    const during = await delivered(rotated);
    expect([...accepts(old, during), ...accepts(rotated, during)]).toEqual([true, true, true, true]);
    expect(during.headers['x-team']).toBe('paisa');
    expect(signaturesOf(during).map((one) => one.split(',')[0])).toEqual(expect.arrayContaining(['v1', 'v1a']));
    const { status } = (await merchant.post(`${endpoint}/ping`)).json;
    const ping = receiver.received.findLast(({ event }) => event.type === 'webhook_endpoint.ping');
    if (status !== 'succeeded' || ping === undefined) throw new Error('no ping came');
    expect([...accepts(old, ping), ...accepts(rotated, ping)]).toEqual([true, true, true, true]);
    const schemes = (webhook: ReceivedWebhook): unknown[] => signaturesOf(webhook).map((one) => one.split(',')[0]);
    expect(schemes(ping)).toEqual(schemes(during));
    const keys = (await merchant.get(`${endpoint}/public_keys`)).json.data as { jwk: JsonWebKey }[];
    expect(keys).toHaveLength(2);
    for (const { jwk } of keys) expect(isSignedBy(jwk, during)).toBe(true);

    const last = String((await merchant.post(`${endpoint}/rotate_secret`, { grace_period_seconds: 0 })).json.secret);
    const after = await delivered(last);
    expect([...accepts(old, after), ...accepts(rotated, after), ...accepts(last, after)]).toEqual([false, false, false, false, true, true]);
    expect(signaturesOf(after)).toHaveLength(2);
  });

  function isSignedBy(jwk: JsonWebKey, webhook: ReceivedWebhook): boolean {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = webhook.headers;
    const content = Buffer.from(`${String(id)}.${String(timestamp)}.${webhook.body}`);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const ed25519 = signaturesOf(webhook).filter((one) => one.startsWith('v1a,'));
    return ed25519.some((one) => verify(null, content, key, Buffer.from(one.slice('v1a,'.length), 'base64')));
  }
});
