import fc from 'fast-check';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** What a lower price on the 16th takes off, with tax: of an invoice that is paid by lines that wait, else by its credit note. */
function takenOff(amount: number, to: number, isPaid: boolean): number {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z').register({ ...REGISTERED, behavior: 'exclusive' });
  const id = one.subscribe({ collection: 'send_invoice', price: { ...GOLD, amount } });
  const [invoice] = one.invoicesOf(id);
  if (isPaid) one.send('invoices.mark_paid', invoice!.id, { tdsAmount: 0, channel: 'cheque' });
  one.until('2031-03-16T03:30:00Z');
  one.send('subscriptions.update', id, { amount: to, proration: 'prorate', overLimit: 'reauthorize' });
  const waiting = one.subscriptionOf(id).pending_lines.reduce((sum, line) => sum + line.amount, 0);
  return one.invoiceOf(invoice!.id).credit_notes.reduce((sum, note) => sum + note.amount, -waiting);
}

describe('what a lower price takes off', () => {
  it.each([
    [10_001, 100],
    [49_900, 9_900],
  ])('of %i, down to %i, is the same of a paid invoice and of an open one', (amount, to) => {
    expect(takenOff(amount, to, false)).toBe(takenOff(amount, to, true));
  });

  it('is the same at any price', () => {
    const prices = fc.tuple(fc.integer({ min: 10_000, max: 300_000 }), fc.integer({ min: 100, max: 9_000 }));
    fc.assert(
      fc.property(prices, ([amount, to]) => expect(takenOff(amount, to, false)).toBe(takenOff(amount, to, true))),
      { numRuns: 50 },
    );
  });
});
