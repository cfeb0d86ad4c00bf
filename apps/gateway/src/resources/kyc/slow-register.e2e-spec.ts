import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('a verification at a register that takes ten seconds', () => {
  it('is answered by itself', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const customer = (await merchant.post('/v1/customers', { name: 'Asha Rao' })).json.id;
    const asked = { customer_id: customer, document_type: 'aadhaar', document_number: '9999-0002-0004' };
    const { json, headers } = await merchant.post('/v1/kyc/verifications', asked);
    expect(json.status).toBe('pending');
    await eventually(async () => expect((await merchant.get(String(headers.location))).json.status).toBe('verified'));
  });
});
