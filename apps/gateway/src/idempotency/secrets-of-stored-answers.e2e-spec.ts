import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';
import { Receiver } from '../../test/receiver';

const hundi = hundiUnderTest();

describe('a stored answer with a secret', () => {
  let merchant: Merchant;
  let other: Merchant;
  let receiver: Receiver;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
    receiver = await Receiver.open();
    const scopes = ['keys:write', 'apps:write', 'webhooks:write', 'payments:read'];
    other = merchant.with(String((await merchant.post('/v1/api_keys', { kind: 'restricted', scopes })).json.secret));
  });
  afterAll(() => receiver.close());

  const KEY = { kind: 'restricted', name: 'Export', scopes: ['payments:read'] };
  const APP = { name: 'Books', redirect_uris: ['https://books.example.com/back'], allowed_scopes: ['payments:read'] };
  const endpoint = () => ({ url: receiver.url(newKey()), enabled_events: ['refund.failed'] });
  const idOf = async (path: string, body: object): Promise<string> => String((await merchant.post(path, body)).json.id);

  it.each<[string, string, () => Promise<[path: string, body: object]>]>([
    ['a new API key', 'secret', async () => ['/v1/api_keys', KEY]],
    ['a rolled API key', 'secret', async () => [`/v1/api_keys/${await idOf('/v1/api_keys', KEY)}/roll`, {}]],
    ['a new app', 'client_secret', async () => ['/v1/apps', APP]],
    ['a rolled client secret', 'client_secret', async () => [`/v1/apps/${await idOf('/v1/apps', APP)}/roll_secret`, {}]],
    ['a new webhook endpoint', 'secret', async () => ['/v1/webhook_endpoints', endpoint()]],
    [
      'a rotated signing secret',
      'secret',
      async () => [`/v1/webhook_endpoints/${await idOf('/v1/webhook_endpoints', endpoint())}/rotate_secret`, {}],
    ],
  ])('of %s is shown to who made it alone, and by no look-up', async (_what, field, requestOf) => {
    const [path, body] = await requestOf();
    const key = newKey();
    const send = (as: Merchant): Promise<Answer> => as.post(path, body, { 'idempotency-key': key });
    const first = await send(merchant);
    expect(first.json[field]).toEqual(expect.any(String));
    expect((await send(merchant)).json[field]).toBe(first.json[field]);
    const foreign = await send(other);
    expect([foreign.status, foreign.error.code]).toEqual([422, 'idempotency_key_reused']);
    for (const as of [merchant, other]) {
      const { json, text } = await as.get(`/v1/idempotency_keys/${key}`);
      expect(json.result).toMatchObject({ id: first.json.id, [field]: null });
      expect(text).not.toContain(first.json[field]);
    }
  });
});
