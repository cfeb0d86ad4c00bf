import { payerViewOf } from './payer-view';

describe('an answer to a payer', () => {
  it('names no other payment of the merchant in a refusal', () => {
    const error = { code: 'resource_already_exists', param: 'reference_id', existing_id: 'pay_0VB3xQ9k42Rk7v2LmXp9Bd01' };
    expect(JSON.parse(payerViewOf(JSON.stringify({ error })))).toEqual({ error: { ...error, existing_id: null } });
  });

  it('is passed on unchanged where nothing in it is for the merchant alone', () => {
    const body = '{"error":{"code":"payment_declined","existing_id":null}}';
    expect(payerViewOf(body)).toBe(body);
  });
});
