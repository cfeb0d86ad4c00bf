import type { SubscriptionChange } from '#contracts';
import fc from 'fast-check';
import { CreditLife, INTERVALS, sum, type Delivered } from '../../test/credit-life';

const WAYS = ['prorate', 'invoice_now', 'none'] as const;
const REFUNDS = ['prorated', 'none', 'full'] as const;

interface Act {
  days: number;
  nth: number;
  word: keyof typeof ACTS;
  amount: number;
  way: SubscriptionChange['proration'];
}

type Take = (life: CreditLife, subscription: Delivered, amount: number, way: SubscriptionChange['proration']) => unknown;

const on =
  (vpa: string): Take =>
  (life, one) =>
    life.update(one, { instrument: { method: 'upi', vpa }, mandateMaxAmount: 9_000_000 });

const giveUp =
  (type: string): Take =>
  (life, subscription) => {
    const open = life.openOf(subscription);
    if (open === undefined || life.one.ask(type, open.id) !== 200) return;
    const back = sum(open.lines.map(({ amount }) => Math.max(0, -amount)));
    // The customer has paid again for what a void one gave back, and has what it charged for nothing.
    life.givenUp += open.amount_remaining + Math.max(0, -open.balance_applied) + (type === 'invoices.void' ? back : 0);
    life.takenBack += back;
  };

function refund(life: CreditLife, amount: number): void {
  const payments = life.payments().filter(({ amount_refundable: refundable }) => refundable > 0);
  const payment = payments[amount % Math.max(1, payments.length)];
  if (payment === undefined) return;
  const part = amount % 2 === 0 ? payment.amount_refundable : Math.min(payment.amount_refundable, amount);
  const before = life.kept();
  life.one.send('payments.request_refund', payment.id, { refundId: life.one.newRefund(), amount: part, reason: 'requested_by_customer' });
  life.payRefunds();
  life.givenUp += before - life.kept();
}

function creditNote(life: CreditLife, { id }: Delivered, amount: number): void {
  const invoice = life.one.invoicesOf(id).findLast(({ status }) => status === 'paid' || status === 'open');
  if (invoice === undefined) return;
  const payload = { amount: Math.min(amount, invoice.total), refund: ['credit', 'payment', 'none'][amount % 3] };
  if (life.one.ask('invoices.issue_credit_note', invoice.id, payload) !== 200) return;
  life.givenUp += payload.amount;
  if (payload.refund === 'none')
    life.backOutside += Math.max(0, payload.amount - (invoice.status === 'open' ? invoice.amount_remaining : 0));
}

function markPaid(life: CreditLife, one: Delivered, amount: number): void {
  const open = life.openOf(one);
  if (open === undefined) return;
  life.one.ask('invoices.mark_paid', open.id, { amount: Math.min(amount, open.amount_remaining), tdsAmount: 0, channel: 'cheque' });
}

/** Not of an invoice whose money the merchant gave back outside of Hundi: that of a cheque that bounced was never there. */
function reverse(life: CreditLife, { id }: Delivered): void {
  for (const invoice of life.one.invoicesOf(id)) {
    if (invoice.credit_notes.some(({ refund: way }) => way === 'none')) continue;
    const paid = invoice.outside_payments.find(({ reversed_at: at }) => at === null);
    if (paid === undefined) continue;
    if (invoice.status === 'uncollectible') life.givenUp += paid.amount;
    return void life.one.ask('invoices.reverse_outside_payment', invoice.id, { number: paid.number });
  }
}

function adjust(life: CreditLife, amount: number): void {
  const signed = amount % 2 === 0 ? amount : -amount;
  life.one.send('customers.change_balance', life.one.customerId, { amount: signed, currency: 'INR', type: 'adjustment' });
  life.adjusted += signed;
}

const ACTS = {
  reprice: (life, one, amount, proration) => life.update(one, { amount, proration }),
  quantity: (life, one, amount, proration) => life.update(one, { quantity: 1 + (amount % 3), proration }),
  interval: (life, one, amount, way) =>
    !one.isForfeit && life.update(one, { interval: INTERVALS[amount % 4]!, proration: way === 'none' ? 'prorate' : way }),
  anchorDay: (life, one, amount) => !one.isForfeit && life.update(one, { anchorDay: 1 + (amount % 7), effective: 'now' }),
  fails: on('mandate.lowfunds@sandbox'),
  works: on('mandate.ok@sandbox'),
  pay: (life, one) => life.openOf(one) && life.one.pay(life.openOf(one)!.id, 'good'),
  refund: (life, _one, amount) => refund(life, amount),
  void: giveUp('invoices.void'),
  uncollectible: giveUp('invoices.mark_uncollectible'),
  creditNote,
  markPaid,
  reverse,
  adjust: (life, _one, amount) => adjust(life, amount),
  pause: (life, { id }) => life.one.send('subscriptions.pause', id, { from: 'now' }),
  resume: (life, { id }) => life.one.send('subscriptions.resume', id, {}),
  cancel: (_life, one, amount) => one.cancel(REFUNDS[amount % 3]!),
  cancelLater: (life, { id }) => life.one.cancel(id, { at: 'period_end' }),
} as const satisfies Record<string, Take>;

const amounts = fc.array(fc.integer({ min: 10_000, max: 300_000 }), { minLength: 1, maxLength: 2 });
const plans = (words: readonly Act['word'][]): fc.Arbitrary<Act[]> =>
  fc.array(
    fc.record({
      days: fc.constantFrom(0, 1, 2, 5, 9, 17, 31),
      nth: fc.constantFrom(0, 0, 1),
      word: fc.constantFrom(...words),
      amount: fc.integer({ min: 5_000, max: 300_000 }),
      way: fc.constantFrom(...WAYS),
    }),
    { maxLength: 10, size: 'max' },
  );
const CHANGES = ['reprice', 'reprice', 'quantity', 'interval', 'anchorDay', 'adjust'] as const;
const EVERY = Object.keys(ACTS) as Act['word'][];

/** Cancelled in the end, with what is left given back. */
function played(prices: readonly number[], plan: readonly Act[], rest: number): CreditLife {
  const life = new CreditLife(prices);
  for (const { days, nth, word, amount, way } of plan) {
    life.days(days);
    const subscription = life.subscriptions[nth % life.subscriptions.length]!;
    life.acts += 1;
    ACTS[word](life, subscription, amount, way);
    life.payRefunds();
    subscription.see(way);
  }
  life.days(rest);
  for (const subscription of life.subscriptions) subscription.cancel('prorated');
  life.payRefunds();
  life.days(30);
  return life;
}

function expectHistory(life: CreditLife): void {
  let balance = 0;
  for (const { amount, endingBalance } of life.history()) expect(endingBalance).toBe((balance += amount));
  expect(life.one.balance).toBe(balance);
  for (const payment of life.payments()) expect(payment.amount_refunded).toBeLessThanOrEqual(payment.amount_captured);
}

/** Other seeds are played by hand, some thousand runs each. */
const runs = { numRuns: 40, seed: 627_710_266 };

describe('credit of a customer in lives of random changes', () => {
  it('leaves of paid subscriptions the days that were delivered, to the paisa of each line', () => {
    fc.assert(
      fc.property(amounts, plans(CHANGES), fc.integer({ min: 0, max: 40 }), (prices, plan, rest) => {
        const life = played(prices, plan, rest);
        expectHistory(life);
        expect(Math.abs(life.net - life.fair)).toBeLessThanOrEqual(life.slack);
      }),
      runs,
    );
  });

  it('never charges more than was delivered, and gives back no more than the merchant did', () => {
    fc.assert(
      fc.property(amounts, plans(EVERY), fc.integer({ min: 0, max: 40 }), (prices, plan, rest) => {
        const life = played(prices, plan, rest);
        expectHistory(life);
        expect(life.net - life.takenBack).toBeLessThanOrEqual(life.fair + life.slack);
        expect(life.net + life.givenUp).toBeGreaterThanOrEqual(life.fair - life.slack);
      }),
      runs,
    );
  });
});
