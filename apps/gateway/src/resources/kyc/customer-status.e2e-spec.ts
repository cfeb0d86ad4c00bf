import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('kyc_status of a customer', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  const verify = async (customer: string, document_number: string) => {
    const customer_id = customer.split('/').at(-1);
    return (await merchant.post('/v1/kyc/verifications', { customer_id, document_type: 'aadhaar', document_number })).json;
  };
  const becomes = (customer: string, status: string): Promise<void> =>
    eventually(async () => expect((await merchant.get(customer)).json.kyc_status).toBe(status));

  it('follows the verification: none, pending, verified', async () => {
    const customer = await merchant.customer({ name: 'Asha Verma' });
    expect((await merchant.get(customer)).json.kyc_status).toBe('none');
    const { status, expires_at: expiresAt } = await verify(customer, '1234-5678-9012');
    expect([status, Number(expiresAt) * 1000 > Date.now()]).toEqual(['verified', true]);
    await becomes(customer, 'verified');
    expect((await merchant.get(customer)).json.sequence).toBe(3);
  });

  it('is pending while the customer has to do something, and none again when it comes to nothing', async () => {
    const customer = await merchant.customer({ name: 'Asha Verma' });
    const { id } = await verify(customer, '9999-0004-0006');
    await becomes(customer, 'pending');
    await merchant.post(`/v1/kyc/verifications/${String(id)}/cancel`);
    await becomes(customer, 'none');
  });

  it('stays verified when another verification fails', async () => {
    const customer = await merchant.customer({ name: 'Asha Verma' });
    await verify(customer, '1234-5678-9012');
    await becomes(customer, 'verified');
    await verify(customer, '9999-0011-0007');
    const open = await verify(customer, '9999-0004-0006');
    await merchant.post(`/v1/kyc/verifications/${String(open.id)}/submit`, { otp: '111000' });
    const other = await merchant.customer({ name: 'Later' });
    // Events of one account arrive in order.
    await verify(other, '1234-5678-9012');
    await becomes(other, 'verified');
    await becomes(customer, 'verified');
    expect((await merchant.get(customer)).json.sequence).toBe(3);
  });
});
