import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { deleteEndpoints, newUrl } from '../../../test/webhook-endpoints';

const hundi = hundiUnderTest();

describe('GET /v1/webhook_endpoints/{id}?as_of=', () => {
  let merchant: Merchant;
  let endpoint: string;
  const [first, second] = [newUrl(), newUrl()];
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const created = await merchant.post('/v1/webhook_endpoints', { url: first });
    endpoint = String(created.headers.location);
    await merchant.patch(endpoint, { url: second });
    await merchant.post(`${endpoint}/disable`);
  });
  afterAll(() => deleteEndpoints(merchant, [hundi.testKey]));

  it.each([
    [1, first, 'enabled'],
    [2, second, 'enabled'],
    [3, second, 'disabled'],
  ])('200: shows the endpoint right after event %i, and names it', async (sequence, url, status) => {
    const answer = await merchant.get(`${endpoint}?as_of=${sequence}`);
    expect(answer.json).toMatchObject({ url, status, sequence, pending_deliveries: null, last_delivery: null });
    expect(answer.headers['as-of-sequence']).toBe(String(sequence));
    expect(answer.text).not.toContain('whsec_');
  });

  it('400: refuses what is no moment', async () => {
    const answer = await merchant.get(`${endpoint}?as_of=yesterday`);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'as_of parameter_invalid']);
  });

  it('404: before it was there, for another account, and from its deletion on; its earlier state is still shown', async () => {
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', { url: newUrl() });
    const path = String(headers.location);
    expect((await merchant.get(`${path}?as_of=${Number(json.created_at) - 60}`)).status).toBe(404);
    for (const key of [hundi.liveKey, hundi.otherTestKey]) expect((await merchant.with(key).get(`${path}?as_of=1`)).status).toBe(404);
    await merchant.delete(path);
    expect((await merchant.get(`${path}?as_of=2`)).status).toBe(404);
    expect((await merchant.get(`${path}?as_of=1`)).json).toMatchObject({ id: json.id, status: 'enabled' });
  });
});
