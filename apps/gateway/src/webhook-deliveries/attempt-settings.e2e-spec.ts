import { eventually, hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../test/merchant';
import { Receiver } from '../../test/receiver';

const hundi = hundiUnderTest();

describe('GET /v1/webhook_deliveries/{id}/attempts of an endpoint that has changed', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
  });
  afterAll(() => receiver.close());

  it('200: shows where it went and which own headers it had, whatever the endpoint is set to since', async () => {
    const url = receiver.url(newKey());
    const settings = { url, headers: { 'x-then': '1' }, enabled_events: ['payment.authorized'] };
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', settings);
    const path = String(headers.location);
    const paymentId = String((await merchant.authorized()).split('/').at(-1));
    await receiver.about(paymentId, String(json.secret), 1);
    let deliveryId = '';
    await eventually(
      async () => {
        const { data } = (await merchant.get(`${path}/deliveries?resource=${paymentId}&status=succeeded`)).json;
        deliveryId = (data as { id: string }[])[0]?.id ?? '';
        expect(deliveryId).not.toBe('');
      },
      { withinMs: 15_000 },
    );

    await merchant.patch(path, { url: receiver.url(newKey()), headers: { 'x-now': '1' } });
    const attempts = (await merchant.get(`/v1/webhook_deliveries/${deliveryId}/attempts`)).json.data;
    const [{ request } = { request: undefined }] = attempts as { request: { url: string; headers: Record<string, string> } }[];
    expect(request?.url).toBe(url);
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual(['x-then']);
    await merchant.delete(path);
  });
});
