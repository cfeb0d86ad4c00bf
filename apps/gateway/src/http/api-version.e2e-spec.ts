import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
const VERSION = '2026-11-21';
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const UNKNOWN_PAYMENT = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

describe('API-Version', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const versionOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).headers['api-version'];

  it.each<[number, string, () => Promise<Answer>]>([
    [201, 'a write', () => merchant.post('/v1/payments', PAYMENT)],
    [200, 'a list', () => merchant.get('/v1/payments')],
    [200, 'the document', () => merchant.api.get('/v1/openapi.json')],
    [400, 'a wrong body', () => merchant.post('/v1/payments', {})],
    [401, 'a request without a key', () => merchant.api.get('/v1/payments')],
    [404, 'an unknown id', () => merchant.get(UNKNOWN_PAYMENT)],
    [404, 'an unknown route', () => merchant.get('/v1/nothing')],
    [405, 'a wrong method', () => merchant.api.send('PUT', '/v1/payments')],
  ])('is the version of the key in every answer: %i, %s', async (status, _what, send) => {
    const answer = await send();
    expect([answer.status, answer.headers['api-version']]).toEqual([status, VERSION]);
  });

  it('may be asked for', async () => {
    const headers = { 'api-version': VERSION };
    expect(await versionOf(merchant.get('/v1/payments', headers))).toBe(VERSION);
    expect(await versionOf(merchant.with(hundi.liveKey).get('/v1/payments', headers))).toBe(VERSION);
    expect((await merchant.post('/v1/payments', PAYMENT, headers)).status).toBe(201);
  });

  it.each(['2020-01-01', '2026-11-22', '21-11-2026', 'latest', '', `${VERSION}, ${VERSION}`])(
    'is refused when no such version was published: %j',
    async (asked) => {
      const answer = await merchant.post('/v1/payments', PAYMENT, { 'api-version': asked });
      expect([answer.status, answer.headers['api-version'], problemsOf(answer)]).toEqual([400, VERSION, ['API-Version parameter_invalid']]);
      expect(answer.error).toMatchObject({ param: 'API-Version', reason: 'version_unknown', hint: `Published: ${VERSION}.` });
    },
  );

  it('is looked at after the key', async () => {
    expect((await merchant.api.get('/v1/payments', { headers: { 'api-version': '2020-01-01' } })).status).toBe(401);
  });

  it('is not minded where partners speak, who have versions of their own', async () => {
    const headers = { 'api-version': '2020-01-01' };
    const answer = await merchant.api.post('/v1/processor_webhooks/razorpay', { body: {}, headers });
    expect(answer.error.param).not.toBe('API-Version');
  });
});
