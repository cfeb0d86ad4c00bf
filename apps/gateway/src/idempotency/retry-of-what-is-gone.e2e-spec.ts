import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';

const hundi = hundiUnderTest();
const APP = { name: 'Books', redirect_uris: ['https://books.example.com/cb'], allowed_scopes: ['payments:read'] };
const AADHAAR = { document_type: 'aadhaar', document_number: '999900040006' };

/** A request, and what takes away an object that it needs. */
interface Retried {
  send(key: string): Promise<Answer>;
  takeAway(): Promise<Answer>;
}

describe('the retry of a request whose object is gone', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  const idOf = (path: string): string => path.split('/').at(-1) ?? '';
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await merchant.post(path, body);
    expect(answer.error ?? answer.status).toBe(201);
    return String(answer.headers.location);
  };
  const under = (key: string): Record<string, string> => ({ 'idempotency-key': key });

  const cases: Record<string, () => Promise<Retried>> = {
    'a verification that was erased with its customer': async () => {
      const customer = await merchant.customer({ name: 'Asha Rao' });
      const verification = await made('/v1/kyc/verifications', { ...AADHAAR, customer_id: idOf(customer) });
      return {
        send: (key) => merchant.post(`${verification}/submit`, { otp: '000000' }, under(key)),
        takeAway: () => merchant.delete(customer),
      };
    },
    'a subscription of a plan that is archived': async () => {
      const plan = await made('/v1/plans', { name: 'Gold', amount: 49_900, currency: 'INR', interval: 'month' });
      const customer = await merchant.customer({ name: 'Asha Rao', email: 'asha@example.com' });
      return {
        send: (key) => merchant.post('/v1/subscriptions', { plan_id: idOf(plan), customer_id: idOf(customer) }, under(key)),
        takeAway: () => merchant.patch(plan, { active: false }),
      };
    },
    'an app that is deleted': async () => {
      const app = await made('/v1/apps', APP);
      return {
        send: (key) => merchant.patch(app, { name: 'Books 2', allowed_scopes: ['payments:read', 'refunds:read'] }, under(key)),
        takeAway: () => merchant.delete(app),
      };
    },
    'an API key that is revoked': async () => {
      const apiKey = await made('/v1/api_keys', { kind: 'restricted', name: 'ops', scopes: ['payments:read'] });
      return {
        send: (key) => merchant.patch(apiKey, { scopes: ['payments:read', 'refunds:read'], allowed_addresses: ['127.0.0.1'] }, under(key)),
        takeAway: () => merchant.delete(apiKey),
      };
    },
    'an endpoint that is deleted': async () => {
      const endpoint = await made('/v1/webhook_endpoints', { url: 'https://example.com/hook', enabled_events: ['*'] });
      return {
        send: (key) => merchant.patch(endpoint, { description: 'second' }, under(key)),
        takeAway: () => merchant.delete(endpoint),
      };
    },
  };

  it.each(Object.keys(cases))('answers as before: of %s', async (name) => {
    const { send, takeAway } = await cases[name]!();
    const key = newKey();
    const first = await send(key);
    expect(first.error ?? first.status).toBeLessThan(300);
    expect((await takeAway()).status).toBeLessThan(300);
    const again = await send(key);
    expect([again.status, again.headers['idempotent-replayed'], again.error]).toEqual([first.status, 'true', undefined]);
    expect(again.json.id).toBe(first.json.id);
  });
});
