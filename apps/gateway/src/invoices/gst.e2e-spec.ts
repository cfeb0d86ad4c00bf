import { hundiUnderTest } from '#testing';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';

const hundi = hundiUnderTest();
const EXCLUSIVE = { legal_name: 'Hundi Books Pvt Ltd', default_rate_bps: 1800, default_sac: '998431', behavior: 'exclusive' };
const MAHARASHTRA = '27AAACB1234C1ZF';
const KARNATAKA = '29AAACB1234C1ZB';
const DAMAN = '26AAACB1234C1ZH';

/** An account of its own, with these tax settings. */
async function sellerOf(settings: object): Promise<Merchant> {
  const merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  expect((await merchant.patch('/v1/tax_settings', { ...EXCLUSIVE, ...settings })).status).toBe(200);
  return merchant;
}

async function billedTo(merchant: Merchant, buyer: object, line: object = {}): Promise<Record<string, unknown>> {
  const customer = (await merchant.post('/v1/customers', { name: 'Asha', ...buyer })).json;
  const lines = [{ description: 'Onboarding', amount: 10_000, ...line }];
  return (await merchant.post('/v1/invoices', { customer_id: customer.id, lines })).json;
}

const addressIn = (state: string) => ({ address: { line1: '1', city: 'Town', state, country: 'IN' } });

describe('GST of an invoice', () => {
  it.each(['Daman and Diu', 'Dadra & Nagar Haveli', 'DD', '25', '26'])(
    '(B18) to %s is within the state for a seller of 26, and between states for any other',
    async (state) => {
      const [inside, outside] = [await sellerOf({ gstin: DAMAN }), await sellerOf({ gstin: MAHARASHTRA })];
      expect(await billedTo(inside, addressIn(state))).toMatchObject({
        place_of_supply: '26',
        buyer: { state_code: '26', address: { state: '26' } },
        tax: { cgst: 900, sgst: 900, igst: 0 },
      });
      expect(await billedTo(outside, addressIn(state))).toMatchObject({ place_of_supply: '26', tax: { igst: 1800 } });
    },
  );

  it.each([
    ['Orissa', '21'],
    ['Pondicherry', '34'],
    ['Uttaranchal', '05'],
    ['New Delhi', '07'],
    ['28', '37'],
  ])('takes the former name %s of a state', async (state, code) => {
    expect(await billedTo(await sellerOf({ gstin: MAHARASHTRA }), addressIn(state))).toMatchObject({ place_of_supply: code });
  });

  it('(B19) into a special economic zone is zero-rated: without tax under a letter of undertaking, with integrated tax without one', async () => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA, lut_reference: 'AD270331000001X' });
    const zone = { gstin: KARNATAKA, gst_category: 'sez' };
    expect(await billedTo(merchant, zone)).toMatchObject({ total: 10_000, tax: { igst: 0, total: 0 }, supply_type: 'inter' });
    await merchant.patch('/v1/tax_settings', { lut_reference: null });
    expect(await billedTo(merchant, zone)).toMatchObject({ total: 11_800, tax: { igst: 1800, total: 1800 } });
  });

  it('of what is nil-rated is a bill of supply', async () => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA });
    const nil = { tax: { sac: '999293', rate_bps: 0 } };
    expect(await billedTo(merchant, {}, nil)).toMatchObject({ document_type: 'bill_of_supply', tax: { total: 0 } });
    expect(await billedTo(merchant, {})).toMatchObject({ document_type: 'tax_invoice' });
  });
});
