import fc from 'fast-check';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** The credit of a lower price on the 16th, with tax: waiting lines of an invoice that is paid, else its credit note. */
function takenOff(amount: number, to: number, isPaid: boolean): number {
  const life = new SubscriptionLife().at('2031-03-01T03:30:00Z').register({ ...REGISTERED, behavior: 'exclusive' });
  const id = life.subscribe({ collection: 'send_invoice', price: { ...GOLD, amount } });
  const [invoice] = life.invoicesOf(id);
  if (isPaid) life.send('invoices.mark_paid', invoice!.id, { tdsAmount: 0, channel: 'cheque' });
  life.until('2031-03-16T03:30:00Z');
  life.send('subscriptions.update', id, { amount: to, proration: 'prorate', overLimit: 'reauthorize' });
  const waiting = life.subscriptionOf(id).pending_lines.reduce((sum, line) => sum + line.amount, 0);
  return life.invoiceOf(invoice!.id).credit_notes.reduce((sum, note) => sum + note.amount, -waiting);
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
