import { eventually, hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { ClocksOf, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

type Json = Answer['json'];
interface Invoice extends Json {
  id: string;
  number: string | null;
  total: number;
  lines: { id: string }[];
  credit_notes: Record<string, number>[];
}

const hundi = hundiUnderTest();
const GOOD = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };
const SELLER = { gstin: '27AAACB1234C1ZF', default_rate_bps: 1800, default_sac: '998431', behavior: 'exclusive' };
/** Taxed with 18 %, 5 % contained in the price, and nothing: no sum of them is whole rupees. */
const MIXED = [
  { description: 'Seats', amount: 10_033, quantity: 3 },
  { description: 'Books', amount: 5_077, tax: { rate_bps: 500, sac: '490110', behavior: 'inclusive' } },
  { description: 'Courses', amount: 7_001, tax: { rate_bps: 0, sac: '999293' } },
];

/** An account of its own, with these tax settings. */
async function sellerOf(settings: object): Promise<Merchant> {
  const merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  expect((await merchant.patch('/v1/tax_settings', { ...SELLER, ...settings })).status).toBe(200);
  return merchant;
}

async function billed(merchant: Merchant, buyer: object, body: object = {}): Promise<Invoice> {
  const { id } = (await merchant.post('/v1/customers', { name: 'Asha', ...buyer })).json;
  return (await merchant.post('/v1/invoices', { customer_id: id, lines: MIXED, ...body })).json as Invoice;
}

const get = async (merchant: Merchant, id: string): Promise<Invoice> => (await merchant.get(`/v1/invoices/${id}`)).json as Invoice;
const credit = (merchant: Merchant, id: string, body: object): Promise<Answer> => merchant.post(`/v1/invoices/${id}/credit_notes`, body);
const sumOf = (notes: Invoice['credit_notes'], name: string): number => notes.reduce((sum, note) => sum + Number(note[name]), 0);
/** What an invoice comes to, head by head, as its credit notes name it. */
const headsOf = ({ total, subtotal, tax, round_off }: Invoice): object => {
  const { cgst, sgst, igst } = tax as Record<string, number>;
  return { amount: total, taxable_amount: subtotal, cgst, sgst, igst, round_off };
};

/** Every way by which an invoice is taken back, one after the other, and the rest of it at the end. */
async function takeAllBack(merchant: Merchant, { id, lines }: Invoice): Promise<Invoice> {
  const { payment_id } = (await merchant.post(`/v1/invoices/${id}/pay`, GOOD)).json;
  const steps: (() => Promise<Answer>)[] = [
    () => merchant.post('/v1/refunds', { payment_id, amount: 1_111 }),
    () => credit(merchant, id, { lines: [{ id: lines[1]!.id }], refund: 'payment' }),
    () => credit(merchant, id, { lines: [{ id: lines[0]!.id, amount: 3_333 }], refund: 'credit' }),
    () => credit(merchant, id, { amount: 7, refund: 'none' }),
  ];
  for (const [index, step] of steps.entries()) {
    expect((await step()).status).toBeLessThan(300);
    await eventually(async () => expect((await get(merchant, id)).credit_notes).toHaveLength(index + 1));
  }
  const { total, credit_notes: notes } = await get(merchant, id);
  const rest = total - sumOf(notes, 'amount');
  expect((await credit(merchant, id, { amount: rest + 1 })).error).toMatchObject({ code: 'amount_too_large', amount_available: rest });
  expect((await credit(merchant, id, { amount: rest })).status).toBe(200);
  return get(merchant, id);
}

describe('credit notes of an invoice with several rates that is rounded to the rupee', () => {
  it.each<[string, object, object, object]>([
    ['another state', {}, { gstin: '29AAACB1234C1ZB' }, { document_type: 'tax_invoice', supply_type: 'inter' }],
    ['the state of the seller', {}, { address: { state: 'MH', country: 'IN' } }, { document_type: 'tax_invoice', supply_type: 'intra' }],
    ['a zone under a letter of undertaking', { lut_reference: 'AD270331000001X' }, { gst_category: 'sez' }, { tax: { total: 0 } }],
    ['abroad', {}, { address: { country: 'SG' } }, { place_of_supply: '96', supply_type: 'export' }],
    ['a seller under the composition scheme', { registration: 'composition' }, {}, { document_type: 'bill_of_supply', tax: { total: 0 } }],
  ])('come to it in every part: %s', async (_whose, settings, buyer, expected) => {
    const merchant = await sellerOf({ round_to_rupee: true, ...settings });
    const invoice = await takeAllBack(merchant, await billed(merchant, buyer));
    expect(invoice).toMatchObject({ status: 'paid', ...expected });
    expect(invoice.total % 100).toBe(0);
    const { credit_notes: notes } = invoice;
    const heads = ['amount', 'taxable_amount', 'cgst', 'sgst', 'igst', 'round_off'];
    expect(Object.fromEntries(heads.map((name) => [name, sumOf(notes, name)]))).toEqual(headsOf(invoice));
    expect((await credit(merchant, invoice.id, { amount: 1 })).error).toMatchObject({ code: 'amount_too_large', amount_available: 0 });
  });

  it('name no more than is left of it, and nothing of a line twice', async () => {
    const merchant = await sellerOf({ round_to_rupee: true });
    const { id, lines, total } = await billed(merchant, {});
    expect((await credit(merchant, id, { amount: total - 1_000 })).status).toBe(200);
    const [first, , last] = lines as [{ id: string }, { id: string }, { id: string }];
    const refusals = [
      await credit(merchant, id, { lines: [{ id: first.id, amount: 10_033 }] }),
      await credit(merchant, id, {
        lines: [
          { id: first.id, amount: 500 },
          { id: last.id, amount: 500 },
        ],
      }),
      await credit(merchant, id, { lines: [{ id: last.id, amount: 7_002 }] }),
    ];
    const above = { code: 'amount_too_large', reason: 'above_invoice' };
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refusals.map(({ error }) => error)).toMatchObject([
      { ...above, param: 'lines', amount_available: 1_000 },
      { ...above, param: 'lines', amount_available: 1_000 },
      { ...above, param: 'lines.0.amount', amount_available: 7_001 },
    ]);
    expect((await credit(merchant, id, { lines: [{ id: last.id, amount: 900 }] })).status).toBe(200);
    expect((await credit(merchant, id, { lines: [{ id: last.id }] })).json).toMatchObject({ status: 'paid', amount_credited: total });
  });
});

describe('the status of an invoice that is credited', () => {
  it('is any from its finalization on but void, which a note forbids', async () => {
    const merchant = await sellerOf({});
    const [draft, voided, lost, credited] = [
      await billed(merchant, {}, { auto_finalize: false }),
      await billed(merchant, {}),
      await billed(merchant, {}),
      await billed(merchant, {}),
    ];
    await merchant.post(`/v1/invoices/${voided.id}/void`);
    await merchant.post(`/v1/invoices/${lost.id}/mark_uncollectible`);
    const answers = await Promise.all([draft, voided, lost, credited].map(({ id }) => credit(merchant, id, { amount: 100 })));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 200, 200]);
    expect(answers[2]!.json).toMatchObject({ status: 'uncollectible', amount_credited: 100, amount_remaining: lost.total - 100 });
    const refused = await merchant.post(`/v1/invoices/${credited.id}/void`);
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'state_conflict', reason: 'partly_settled' }]);
  });
});

describe('the numbers of documents', () => {
  it('begin anew with the financial year and with a prefix, without a gap, whatever became of a document', async () => {
    const merchant = await sellerOf({});
    const clocks = new ClocksOf(merchant);
    const clock = await clocks.clockAt(Date.parse('2031-03-31T23:59:50+05:30') / 1_000);
    const customer = await clocks.make('/v1/customers', { name: 'Asha', test_clock_id: clock });
    const make = async (body: object = {}): Promise<Invoice> =>
      (await merchant.post('/v1/invoices', { customer_id: customer, lines: MIXED, ...body })).json as Invoice;
    const [draft, ...made] = [await make({ auto_finalize: false }), ...(await Promise.all([make(), make(), make()]))];
    await merchant.post(`/v1/invoices/${made[0].id}/void`);
    const note = async ({ id }: Invoice): Promise<unknown> =>
      ((await credit(merchant, id, { amount: 100 })).json as Invoice).credit_notes.at(-1)!.number;
    const numbers: unknown[] = [...made.map(({ number }) => number).sort(), await note(made[1]), await note(made[2])];
    await clocks.advance(clock, { by: 'PT20S' }, WAIT);
    numbers.push(String((await merchant.post(`/v1/invoices/${draft.id}/finalize`)).json.number), (await make()).number);
    numbers.push(await note(made[1]));
    await merchant.patch('/v1/tax_settings', { invoice_prefix: 'GST', credit_note_prefix: 'GCN' });
    numbers.push((await make()).number, await note(made[1]));
    await merchant.patch('/v1/tax_settings', { invoice_prefix: 'INV', credit_note_prefix: 'CN' });
    numbers.push((await make()).number, await note(made[1]));
    const years = ['INV/3031/000001 INV/3031/000002 INV/3031/000003 CN/3031/000001 CN/3031/000002'];
    years.push('INV/3132/000001 INV/3132/000002 CN/3132/000001 GST/3132/000001 GCN/3132/000001 INV/3132/000003 CN/3132/000002');
    expect(numbers.join(' ')).toBe(years.join(' '));
  });
});
