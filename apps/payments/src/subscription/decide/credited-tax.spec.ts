import type { InvoiceLine, SubscriptionChange, TaxSettingsChange } from '#contracts';
import { REGISTERED } from '../../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../../test/subscription-life';

/** Of ₹999 a month with 18 % on top, begun and paid on 1 March 2031. */
function begun(settings: TaxSettingsChange = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z').register({ ...REGISTERED, behavior: 'exclusive', ...settings });
  one.send('customers.update', one.customerId, { taxPlace: { state: '27' } });
  return { one, id: one.subscribe({ price: { ...GOLD, amount: 99_900 }, mandateMaxAmount: 900_000 }) };
}

function change(one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>): void {
  expect(one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({ status: 200 });
}

type Taxed = Pick<InvoiceLine, 'taxable_amount' | 'rate_bps' | 'cgst' | 'igst'>;

/** Lines of the newest invoice that give back, in order. */
function givenBack(one: SubscriptionLife, id: string): Taxed[] {
  const lines = one.invoicesOf(id).at(-1)?.lines ?? [];
  return lines
    .filter(({ amount, type }) => amount < 0 && type === 'proration')
    .map(({ taxable_amount, rate_bps, cgst, igst }) => ({ taxable_amount, rate_bps, cgst, igst }));
}

describe('what a change of price gives back', () => {
  it.each<[string, (one: SubscriptionLife) => unknown]>([
    ['another rate', (one) => one.register({ defaultRateBps: 500 })],
    ['a rate of nothing', (one) => one.register({ defaultRateBps: 0 })],
    ['prices that contain it', (one) => one.register({ behavior: 'inclusive' })],
    ['a seller of another state', (one) => one.register({ gstin: { number: '~s1.moved', stateCode: '29' } })],
    ['a seller who is registered no more', (one) => one.register({ gstin: null, registration: 'unregistered', stateCode: null })],
    ['a buyer of another state', (one) => one.send('customers.update', one.customerId, { taxPlace: { gstinState: '29' } })],
    ['a buyer abroad', (one) => one.send('customers.update', one.customerId, { taxPlace: { country: 'SG' } })],
    ['a buyer in a special economic zone', (one) => one.send('customers.update', one.customerId, { gstCategory: 'sez' })],
  ])('is taxed as the invoice that charged it, with %s now', (_what, happens) => {
    const { one, id } = begun();
    happens(one);
    one.until('2031-03-02T03:30:00Z');
    change(one, id, { amount: 49_900, proration: 'invoice_now' });
    expect(givenBack(one, id)).toEqual([{ taxable_amount: -96_677, rate_bps: 1_800, cgst: -8_701, igst: 0 }]);
  });

  it('is taxed as the newest of several invoices that charged its days', () => {
    const { one, id } = begun();
    one.register({ defaultRateBps: 500 });
    one.until('2031-03-11T03:30:00Z');
    change(one, id, { amount: 199_900, proration: 'invoice_now' });
    expect(givenBack(one, id)).toMatchObject([{ rate_bps: 1_800 }]);
    one.send('customers.update', one.customerId, { taxPlace: { state: '29' } });
    one.register({ defaultRateBps: 4_000 });
    one.until('2031-03-21T03:30:00Z');
    change(one, id, { amount: 49_900, proration: 'invoice_now' });
    expect(givenBack(one, id)).toMatchObject([{ rate_bps: 500, igst: 0 }]);
    one.until('2031-03-26T03:30:00Z');
    change(one, id, { amount: 99_900, proration: 'invoice_now' });
    const [line] = givenBack(one, id);
    expect(line).toMatchObject({ rate_bps: 4_000, cgst: 0 });
    expect(line!.igst).toBeLessThan(0);
  });

  it('is taxed with what it corrects where that still waits for an invoice', () => {
    const { one, id } = begun();
    one.until('2031-03-02T03:30:00Z');
    change(one, id, { amount: 199_900 });
    one.until('2031-03-03T03:30:00Z');
    change(one, id, { amount: 49_900 });
    one.register({ defaultRateBps: 500 });
    one.until('2031-04-02T03:30:00Z');
    expect(givenBack(one, id)).toMatchObject([{ rate_bps: 1_800 }, { rate_bps: 500 }]);
  });

  it('of a draft is taxed as the draft that became an invoice', () => {
    const { one, id } = begun();
    one.until('2031-03-31T03:30:00Z');
    change(one, id, { amount: 49_900, proration: 'none' });
    one.register({ defaultRateBps: 500 });
    one.until('2031-04-02T03:30:00Z');
    one.register({ defaultRateBps: 4_000 });
    one.until('2031-05-02T03:30:00Z');
    expect(givenBack(one, id)).toMatchObject([{ taxable_amount: -99_900, rate_bps: 500 }]);
  });

  it('has no tax where its invoice had none', () => {
    const { one, id } = begun({ gstin: null, registration: 'unregistered', stateCode: null });
    one.register(REGISTERED);
    one.until('2031-03-02T03:30:00Z');
    change(one, id, { amount: 49_900, proration: 'invoice_now' });
    expect(givenBack(one, id)).toEqual([{ taxable_amount: -96_677, rate_bps: null, cgst: 0, igst: 0 }]);
  });
});
