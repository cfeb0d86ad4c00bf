import { eventually, hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();

describe('GET /v1/webhook_deliveries/{id}/attempts', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
  });
  afterAll(() => receiver.close());

  /** A delivery that has succeeded, of a new endpoint. */
  const delivered = async (settings: { url: string; headers?: Record<string, string> }): Promise<{ path: string; deliveryId: string }> => {
    const { headers } = await merchant.post('/v1/webhook_endpoints', { ...settings, enabled_events: ['payment.authorized'] });
    const path = String(headers.location);
    const paymentId = String((await merchant.authorized()).split('/').at(-1));
    let deliveryId = '';
    await eventually(async () => {
      const { data } = (await merchant.get(`${path}/deliveries?resource=${paymentId}&status=succeeded`)).json;
      deliveryId = (data as { id: string }[])[0]?.id ?? '';
      expect(deliveryId).not.toBe('');
    });
    return { path, deliveryId };
  };

  it('200: shows where it went and which own headers it had, whatever the endpoint is set to since', async () => {
    const url = receiver.url(newKey());
    const { path, deliveryId } = await delivered({ url, headers: { 'x-then': '1' } });
    await merchant.patch(path, { url: receiver.url(newKey()), headers: { 'x-now': '1' } });
    const attempts = (await merchant.get(`/v1/webhook_deliveries/${deliveryId}/attempts`)).json.data;
    const [{ request } = { request: undefined }] = attempts as { request: { url: string; headers: Record<string, string> } }[];
    expect(request?.url).toBe(url);
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual(['x-then']);
    await merchant.delete(path);
  });

  it('400: takes no cursor that is no attempt of the delivery, nor one with a number beyond those of the log', async () => {
    const { path, deliveryId } = await delivered({ url: receiver.url(newKey()) });
    const pageOf = (parameters: string) => merchant.get(`/v1/webhook_deliveries/${deliveryId}/attempts?${parameters}`);
    const [{ id } = { id: '' }] = (await pageOf('limit=1')).json.data as { id: string }[];
    expect((await pageOf(`starting_after=${id}`)).json.data).toEqual([]);
    for (const cursor of ['wha_LQ5ZogKv60px0TCWrgMW40oh', 'wha_0TgWzRaB0700000000000001']) {
      for (const param of ['starting_after', 'ending_before']) {
        const { status, error } = await pageOf(`${param}=${cursor}`);
        expect([status, error.code, error.param]).toEqual([400, 'cursor_invalid', param]);
      }
    }
    await merchant.delete(path);
  });

  describe('what the receiver answered', () => {
    let endpoint: string;
    beforeAll(async () => {
      const settings = { url: receiver.url(newKey()), enabled_events: ['customer.created', 'plan.created'] };
      endpoint = String((await merchant.post('/v1/webhook_endpoints', settings)).headers.location);
    });
    afterAll(() => merchant.delete(endpoint));

    const exchangesAbout = async (id: unknown): Promise<unknown[]> => {
      const [delivery] = await eventually(async () => {
        const { data } = (await merchant.get(`${endpoint}/deliveries?resource=${String(id)}&status=succeeded`)).json;
        expect(data).toHaveLength(1);
        return data as { id: string }[];
      });
      const { data } = (await merchant.get(`/v1/webhook_deliveries/${delivery?.id}/attempts`)).json;
      return (data as { request: object; response: object }[]).map(({ request, response }) => [request, response]);
    };

    it('is shown, and is null once the customer of the event is erased', async () => {
      receiver.text = 'thank you, Ramesh Iyer';
      const { headers, json } = await merchant.post('/v1/customers', { name: 'Ramesh Iyer' });
      expect(await exchangesAbout(json.id)).toMatchObject([[{ body: expect.stringContaining('Ramesh Iyer') }, { body: receiver.text }]]);
      await merchant.delete(String(headers.location));
      await eventually(async () =>
        expect(await exchangesAbout(json.id)).toMatchObject([[{ body: expect.not.stringContaining('Ramesh Iyer') }, { body: null }]]),
      );
    });

    it('is taken for no sealed value, however it begins', async () => {
      receiver.text = `~s1.cust_0TgWzRaB07xK2mNq5Yd8Vf3L.${'A'.repeat(44)}`;
      const plan = await merchant.post('/v1/plans', { name: 'Gold', amount: 49_900, interval: 'month' });
      const customer = await merchant.post('/v1/customers', { name: 'Kavya Menon' });
      for (const { json } of [plan, customer]) expect(await exchangesAbout(json.id)).toMatchObject([[{}, { body: receiver.text }]]);
    });
  });
});
