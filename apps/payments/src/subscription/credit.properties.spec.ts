import type { SubscriptionChange } from '#contracts';
import fc from 'fast-check';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import type { BalanceTransactionState } from '../customer-balance-transaction/state';
import type { ExistingSubscription } from './state';

const INTERVALS = [
  { unit: 'week', count: 1 },
  { unit: 'month', count: 1 },
  { unit: 'month', count: 3 },
  { unit: 'year', count: 1 },
] as const;
const WAYS = ['prorate', 'invoice_now'] as const;

/** What a subscription delivers by its days, at the prices that it shows. Paise, not rounded. */
class Delivered {
  value = 0;
  /** For the whole of the present period. */
  rate = 0;
  private from = -1;
  private price = 0;
  private ofDays = 1;

  constructor(
    readonly one: SubscriptionLife,
    readonly id: string,
  ) {
    this.see('none');
  }

  get daily(): number {
    return this.rate / this.ofDays;
  }

  /** @param way how a change of the price since the last call is charged. */
  see(way: SubscriptionChange['proration']): void {
    const { current, price: plan, terms } = this.one.streams.streams.get(this.id)!.state as ExistingSubscription;
    if (current === null) return;
    const { from, ofDays } = current;
    const price = plan.amount * terms.quantity;
    if (from !== this.from) this.rate = price;
    else if (price !== this.price && way !== 'none') this.rate += price - Math.min(this.rate, this.price);
    Object.assign(this, { from, price, ofDays });
  }

  /** At noon, for the day. */
  pass(): void {
    if (this.one.subscriptionOf(this.id).status !== 'cancelled') this.value += this.daily;
  }
}

interface Act {
  days: number;
  nth: number;
  word: keyof typeof ACTS;
  amount: number;
  way: SubscriptionChange['proration'];
}

/** A subscription of which prices and quantities change with proration. */
class CreditLife {
  readonly one = new SubscriptionLife().at('2031-03-01T06:30:00Z');
  readonly subscriptions: Delivered[];
  acts = 0;

  constructor(amounts: readonly number[]) {
    this.subscriptions = amounts.map((amount, index) => {
      const price = { ...GOLD, amount, interval: INTERVALS[(amount + index) % 4]! };
      return new Delivered(this.one, this.one.subscribe({ price, mandateMaxAmount: 9_000_000 }));
    });
  }

  days(count: number): void {
    for (let day = 0; day < count; day += 1) {
      for (const subscription of this.subscriptions) subscription.pass();
      this.one.days(1);
      for (const subscription of this.subscriptions) subscription.see('none');
    }
  }

  play(plan: readonly Act[]): void {
    for (const { days, nth, word, amount, way } of plan) {
      this.days(days);
      const subscription = this.subscriptions[nth % this.subscriptions.length]!;
      this.acts += 1;
      ACTS[word](this, subscription, amount, way);
      subscription.see(way);
    }
  }

  update({ id }: Delivered, change: Partial<SubscriptionChange>) {
    return this.one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...change });
  }

  invoices = () => this.subscriptions.flatMap(({ id }) => this.one.invoicesOf(id));
  payments = () => [...this.one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).map(this.one.payment);
  kept = () => sum(this.payments().map(({ amount_captured: captured, amount_refunded: refunded }) => captured - refunded));
  remaining = () => sum(this.invoices().map((invoice) => (invoice.status === 'open' ? invoice.amount_remaining : 0)));

  history(): BalanceTransactionState[] {
    const ids = [...this.one.streams.streams].filter(([key]) => key.startsWith('cbtxn_'));
    return ids.map(([, { state }]) => state as BalanceTransactionState);
  }
}

type Take = (life: CreditLife, subscription: Delivered, amount: number, way: SubscriptionChange['proration']) => unknown;

const ACTS = {
  reprice: (life, one, amount, proration) => life.update(one, { amount, proration }),
  quantity: (life, one, amount, proration) => life.update(one, { quantity: 1 + (amount % 3), proration }),
} as const satisfies Record<string, Take>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const amounts = fc.array(fc.integer({ min: 10_000, max: 300_000 }), { minLength: 1, maxLength: 1 });
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
const CHANGES = ['reprice', 'reprice', 'quantity'] as const;
function expectHistory(life: CreditLife): void {
  const history = life.history().flatMap((transaction) => (transaction.status === 'none' ? [] : [transaction]));
  let balance = 0;
  for (const { amount, endingBalance } of history) expect(endingBalance).toBe((balance += amount));
  expect(balance).toBe(life.one.balance);
  for (const payment of life.payments()) expect(payment.amount_refunded).toBeLessThanOrEqual(payment.amount_captured);
}

/** What the merchant has of the customer, and is owed, less credit. */
function netOf(life: CreditLife): number {
  return life.kept() + life.remaining() + life.one.balance;
}

/** A change rounds the line that gives back, the line that charges, and the part that a cancellation takes of each; an invoice rounds two. */
const slackOf = (life: CreditLife): number => 3 + 3 * life.acts + 2 * life.invoices().length;

function end(life: CreditLife): void {
  for (const { id } of life.subscriptions) expect(life.one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
}

const runs = { numRuns: 60, interruptAfterTimeLimit: 25_000 };

describe('credit of a customer in lives of random changes', () => {
  it('leaves of paid subscriptions the days that were delivered, to the paisa of each line', () => {
    fc.assert(
      fc.property(amounts, plans(CHANGES), fc.integer({ min: 0, max: 40 }), (prices, plan, rest) => {
        const life = new CreditLife(prices);
        life.play(plan);
        life.days(rest);
        end(life);
        life.one.days(30);
        expectHistory(life);
        const fair = sum(life.subscriptions.map(({ value }) => value));
        expect(Math.abs(netOf(life) - fair)).toBeLessThanOrEqual(slackOf(life));
      }),
      runs,
    );
  });
});
