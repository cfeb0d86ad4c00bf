import type { CancelSubscriptionPayload, InvoiceResource, PaymentResource, SubscriptionChange } from '#contracts';
import { startOfIstDate } from '#contracts';
import type { BalanceTransactionState } from '../src/customer-balance-transaction/state';
import type { ExistingSubscription } from '../src/subscription/state';
import { GOLD, SubscriptionLife } from './subscription-life';

export const INTERVALS = [
  { unit: 'week', count: 1 },
  { unit: 'month', count: 1 },
  { unit: 'month', count: 3 },
  { unit: 'year', count: 1 },
] as const;

type Proration = SubscriptionChange['proration'];

/** What a subscription delivers by its days, at the prices that its changes charge. Paise, not rounded. */
export class Delivered {
  value = 0;
  /** What is charged for the whole of the present period. */
  private rate = 0;
  /** Of `value`. */
  private ofPeriod = 0;
  private period = '';
  private price = 0;
  private isEnded = false;
  private ofDays = 1;

  constructor(
    readonly one: SubscriptionLife,
    readonly id: string,
  ) {
    this.see('none');
  }

  get state(): ExistingSubscription {
    return this.one.streams.streams.get(this.id)!.state as ExistingSubscription;
  }

  /** @param way how a change of the price since the last call is charged. */
  see(way: Proration): void {
    const { current, price: plan, terms } = this.state;
    this.end();
    if (current === null) return;
    const { from, to, ofDays, number } = current;
    const period = `${from} ${to} ${ofDays} ${number}`;
    const price = plan.amount * terms.quantity;
    if (period !== this.period) Object.assign(this, { rate: price, ofPeriod: 0 });
    else if (way !== 'none') this.rate = this.chargedAt(price);
    Object.assign(this, { period, price, ofDays });
  }

  /** Whether all that was charged of the price that stands or more was taken away. */
  get isForfeit(): boolean {
    return this.rate > this.price;
  }

  /** A change is measured against the price that stands, and gives back nothing that was not charged. */
  private chargedAt(price: number): number {
    return price < this.price && this.rate < this.price ? Math.min(this.rate, price) : this.rate + price - this.price;
  }

  /** It ended by itself: nothing goes back of what is charged beyond. */
  private end(): void {
    if (this.state.status !== 'cancelled' || this.isEnded) return;
    this.isEnded = true;
    this.deliver(this.daysLeft);
  }

  private get daysLeft(): number {
    const { current } = this.state;
    return current === null ? 0 : Math.max(0, Math.round((startOfIstDate(current.to) - this.one.nowMs) / 86_400_000));
  }

  /** At noon, for the day. */
  pass(): void {
    const { status, current } = this.state;
    if (status !== 'cancelled' && current !== null && this.one.nowMs < startOfIstDate(current.to)) this.deliver(1);
  }

  private deliver(days: number): void {
    const value = (this.rate / this.ofDays) * days;
    this.value += value;
    this.ofPeriod += value;
  }

  cancel(refund: CancelSubscriptionPayload['refund']): void {
    const { current, status } = this.state;
    if (status === 'cancelled' || current === null || 'refusal' in this.one.cancel(this.id, { refund })) return;
    this.isEnded = true;
    // Of the days that are left nothing goes back, or all of the period does.
    if (refund === 'none') this.deliver(this.daysLeft);
    if (refund === 'full') this.value -= this.ofPeriod;
  }
}

/** Subscriptions of one customer, each as a merchant and a customer may treat it. */
export class CreditLife {
  readonly one = new SubscriptionLife().at('2031-03-01T06:30:00Z');
  readonly subscriptions: Delivered[];
  /** Of the balance, by the merchant. */
  adjusted = 0;
  /** What the merchant gave up or gave back of its own will. */
  givenUp = 0;
  /** Of it, what the merchant says it gave back without Hundi. */
  backOutside = 0;
  /** Credit that invoices gave which the merchant made void. */
  takenBack = 0;
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

  update({ id }: Delivered, change: Partial<SubscriptionChange>) {
    return this.one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...change });
  }

  invoices = (): InvoiceResource[] => this.subscriptions.flatMap(({ id }) => this.one.invoicesOf(id));
  openOf = ({ id }: Delivered) => this.one.invoicesOf(id).find(({ status }) => status === 'open');
  payments = (): PaymentResource[] =>
    [...this.one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).map((key) => this.one.payment(key));
  /** The bank pays out what it had refused: some amounts of the sandbox fail. */
  payRefunds(): void {
    for (const key of [...this.one.streams.streams.keys()].filter((id) => id.startsWith('rfnd_')))
      this.one.send('refunds.simulate', key, { outcome: 'processed' });
  }

  kept = () => sum(this.payments().map(({ amount_captured: captured, amount_refunded: refunded }) => captured - refunded));
  outside = () =>
    sum(this.invoices().flatMap((invoice) => invoice.outside_payments.map((paid) => (paid.reversed_at === null ? paid.amount : 0))));
  remaining = () => sum(this.invoices().map((invoice) => (invoice.status === 'open' ? invoice.amount_remaining : 0)));

  /** What the merchant has of the customer, and is owed, less credit. */
  get net(): number {
    return this.kept() + this.outside() - this.backOutside + this.remaining() + this.one.balance;
  }

  /** What it ought to be, not rounded. */
  get fair(): number {
    return sum(this.subscriptions.map(({ value }) => value)) + this.adjusted;
  }

  /** A change rounds the lines that give back and charge, and what a cancellation takes of each; an invoice rounds two. */
  get slack(): number {
    return 10 + 10 * this.acts + 5 * this.invoices().length;
  }

  history(): Exclude<BalanceTransactionState, { status: 'none' }>[] {
    const states = [...this.one.streams.streams].filter(([key]) => key.startsWith('cbtxn_')).map(([, { state }]) => state);
    return (states as BalanceTransactionState[]).filter((transaction) => transaction.status !== 'none');
  }
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
