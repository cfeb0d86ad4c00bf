import { eventually, hundiUnderTest } from '#testing';
import { ClocksOf, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const EXCLUSIVE = { legal_name: 'Hundi Books Pvt Ltd', default_rate_bps: 1800, default_sac: '998431', behavior: 'exclusive' };
const MAHARASHTRA = '27AAACB1234C1ZF';
const KARNATAKA = '29AAACB1234C1ZB';
const LUT = { lut_reference: 'AD270331000001X' };
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

/** A draft of ₹100 for a customer in Karnataka under a clock, who changes, and is erased before it gets its number. */
async function finalizedAfterErasure(merchant: Merchant, changes: { seller?: object; buyer?: object }): Promise<Record<string, unknown>> {
  const clocks = new ClocksOf(merchant);
  const clock = await clocks.clockAt();
  const customer = await clocks.make('/v1/customers', { name: 'Asha', ...addressIn('KA'), test_clock_id: clock });
  const lines = [{ description: 'Onboarding', amount: 10_000 }];
  const draft = await clocks.make('/v1/invoices', { customer_id: customer, lines, auto_finalize: false });
  await merchant.patch('/v1/tax_settings', changes.seller ?? {});
  if (changes.buyer) expect((await merchant.patch(`/v1/customers/${customer}`, changes.buyer)).status).toBe(200);
  expect((await merchant.delete(`/v1/customers/${customer}`)).status).toBe(200);
  return (await merchant.post(`/v1/invoices/${draft}/finalize`)).json;
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

  it.each<[string, { seller?: object; buyer?: object }, object]>([
    ['nothing else changed', {}, { place_of_supply: '29', supply_type: 'inter', tax: { igst: 1800 }, total: 11_800 }],
    ['the rate changed', { seller: { default_rate_bps: 500 } }, { place_of_supply: '29', tax: { igst: 500 }, total: 10_500 }],
    [
      'the seller moved',
      { seller: { gstin: KARNATAKA } },
      { seller: { gstin: KARNATAKA, state_code: '29' }, supply_type: 'intra', tax: { cgst: 900, sgst: 900, igst: 0 } },
    ],
    [
      'the seller is registered no more',
      { seller: { gstin: null, registration: 'unregistered' } },
      { seller: { gstin: null }, document_type: 'invoice', place_of_supply: null, tax: { total: 0 }, total: 10_000 },
    ],
    ['the buyer moved', { buyer: addressIn('MH') }, { place_of_supply: '27', tax: { cgst: 900, sgst: 900 }, buyer: { state_code: '27' } }],
    [
      'the buyer went into a zone, and the seller got a letter of undertaking',
      { buyer: { gst_category: 'sez' }, seller: { lut_reference: 'AD270331000001X' } },
      { place_of_supply: '29', tax: { total: 0 }, total: 10_000 },
    ],
  ])(
    'of a customer who is erased before it gets its number has seller, buyer and tax of that instant: %s',
    async (_what, changes, expected) => {
      const invoice = await finalizedAfterErasure(await sellerOf({ gstin: MAHARASHTRA }), changes);
      const buyer = { name: null, gstin: null, address: null };
      expect(invoice).toMatchObject({ status: 'open', number: expect.any(String), ...expected });
      expect(invoice.buyer).toMatchObject(buyer);
    },
  );

  it('of a customer who is erased before the seller registers is taxed where they were', async () => {
    const changes = { seller: { gstin: MAHARASHTRA, registration: 'regular' } };
    expect(await finalizedAfterErasure(await sellerOf({}), changes)).toMatchObject({
      seller: { gstin: MAHARASHTRA },
      buyer: { name: null, state_code: '29' },
      document_type: 'tax_invoice',
      tax: { igst: 1800 },
    });
  });

  it('of what a subscription still charges when its customer is erased is taxed where they were', async () => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA });
    const clocks = new ClocksOf(merchant);
    const clock = await clocks.clockAt();
    const customer = await clocks.make('/v1/customers', { name: 'Asha', ...addressIn('KA'), test_clock_id: clock });
    const instrument = { payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } };
    const subscription = await clocks.make('/v1/subscriptions', {
      customer_id: customer,
      interval: 'month',
      amount: 49_900,
      ...instrument,
    });
    await clocks.advance(clock, { by: 'P10D' }, WAIT);
    expect((await merchant.patch(`/v1/subscriptions/${subscription}`, { amount: 99_900 })).status).toBe(200);
    await merchant.delete(`/v1/customers/${customer}`);
    await clocks.advance(clock, { by: 'P1D' }, WAIT);
    await eventually(async () => {
      const { data } = (await merchant.get(`/v1/invoices?subscription_id=${subscription}`)).json as { data: object[] };
      expect(data).toMatchObject([{ status: 'open', place_of_supply: '29', tax: { cgst: 0, sgst: 0 } }, { status: 'paid' }]);
    });
  });

  it.each<[string, object, object, object]>([
    ['in another state', {}, { gstin: KARNATAKA }, { place_of_supply: '29', supply_type: 'inter', tax: { igst: 1800 } }],
    ['here', {}, { gstin: MAHARASHTRA }, { place_of_supply: '27', supply_type: 'intra', tax: { cgst: 900, sgst: 900 } }],
    ['under a letter of undertaking', LUT, { gstin: KARNATAKA }, { place_of_supply: '29', tax: { igst: 1800 } }],
    [
      'in a zone under one',
      LUT,
      { gstin: MAHARASHTRA, gst_category: 'sez' },
      { place_of_supply: '27', supply_type: 'inter', tax: { total: 0 } },
    ],
    ['nowhere under one', LUT, {}, { place_of_supply: '96', supply_type: 'export', tax: { total: 0 } }],
    ['nowhere', {}, {}, { place_of_supply: '96', supply_type: 'export', tax: { igst: 1800 } }],
  ])('with an address abroad is that of the registration of the buyer: %s', async (_where, seller, buyer, expected) => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA, ...seller });
    const address = { line1: '1 Raffles Place', city: 'Singapore', state: 'Singapore', country: 'SG' };
    expect(await billedTo(merchant, { ...buyer, address })).toMatchObject(expected);
  });

  it('follows the buyer whose GSTIN comes and goes, and leaves the invoices of before', async () => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA });
    const customer = await merchant.customer({ name: 'Asha', address: { city: 'Singapore', country: 'SG' } });
    const places: unknown[] = [];
    for (const change of [{}, { gstin: KARNATAKA }, { gstin: null }, { address: { country: 'IN', state: 'Ladakh' } }, { address: null }]) {
      expect((await merchant.patch(customer, change)).status).toBe(200);
      const lines = [{ description: 'Onboarding', amount: 10_000 }];
      places.push((await merchant.post('/v1/invoices', { customer_id: customer.split('/').at(-1), lines })).json.place_of_supply);
    }
    expect(places).toEqual(['96', '29', '96', '38', '27']);
  });

  it('of what is nil-rated is a bill of supply', async () => {
    const merchant = await sellerOf({ gstin: MAHARASHTRA });
    const nil = { tax: { sac: '999293', rate_bps: 0 } };
    expect(await billedTo(merchant, {}, nil)).toMatchObject({ document_type: 'bill_of_supply', tax: { total: 0 } });
    expect(await billedTo(merchant, {})).toMatchObject({ document_type: 'tax_invoice' });
  });
});
