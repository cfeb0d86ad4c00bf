import type { SubscriptionChange } from '#contracts';
import fc from 'fast-check';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import type { SubscriptionEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_SUBSCRIPTION, type ExistingSubscription, type SubscriptionState } from './state';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const ENDS = ['subscription.cancelled', 'subscription.completed'];

const WORDS = ['up', 'down', 'now', 'period_end', 'last', 'goes_on', 'pause', 'resume', 'revoke', 'void', 'pay', 'none'] as const;
type Act = { hours: number; word: (typeof WORDS)[number] };
const acts = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 900 }), word: fc.constantFrom(...WORDS) }), { maxLength: 14 });
const vpas = fc.constantFrom('mandate.ok', 'mandate.ok', 'mandate.secondtry', 'mandate.lowfunds');

class EndingLife {
  readonly one = new SubscriptionLife().at('2026-03-01T06:00:00Z').register(REGISTERED);
  readonly id: string;
  private amount = GOLD.amount;

  constructor(local: string, collection: 'automatic' | 'send_invoice') {
    this.id = this.one.on({ method: 'upi', vpa: `${local}@sandbox` }, { mandateMaxAmount: 9_000_000, collection });
  }

  play(plan: readonly Act[], each: () => void): void {
    for (const { hours, word } of plan) {
      this.one.pass(hours * 3_600_000);
      this.take(word);
      each();
    }
    this.one.cancel(this.id, { at: 'period_end' });
    this.one.days(80);
    each();
  }

  private take(word: Act['word']): void {
    const { one, id } = this;
    const open = one.invoicesOf(id).find(({ status }) => status === 'open');
    const takes: Partial<Record<Act['word'], () => unknown>> = {
      up: () => this.reprice(this.amount + 12_345),
      down: () => this.reprice(Math.max(10_000, this.amount - 17_777)),
      now: () => this.reprice(this.amount + 3_333, { proration: 'invoice_now' }),
      period_end: () => one.cancel(id, { at: 'period_end' }),
      last: () => this.update({ totalCount: Math.max(1, one.subscriptionOf(id).current_period_number) }),
      goes_on: () => this.update({ cancelAt: null }),
      pause: () => one.send('subscriptions.pause', id, { from: 'now' }),
      resume: () => one.send('subscriptions.resume', id),
      revoke: () => this.mandateId !== null && one.send('mandates.simulate', this.mandateId, { outcome: 'revoked' }),
      void: () => open && one.ask('invoices.void', open.id),
      pay: () => open && one.pay(open.id, 'good'),
    };
    takes[word]?.();
  }

  private get mandateId(): string | null {
    return this.one.subscriptionOf(this.id).mandate_id;
  }

  private reprice(amount: number, more: Partial<SubscriptionChange> = {}): void {
    if ('status' in this.update({ amount, ...more })) this.amount = amount;
  }

  private update(change: Partial<SubscriptionChange>) {
    return this.one.send('subscriptions.update', this.id, { ...CHANGE, ...change });
  }

  /** What waits before each event, in order. */
  steps(): { event: SubscriptionEvent; before: SubscriptionState }[] {
    const events = this.one.streams.log.filter(({ streamId }) => streamId === this.id) as unknown as SubscriptionEvent[];
    let state: SubscriptionState = INITIAL_SUBSCRIPTION;
    return events.map((event) => {
      const before = state;
      state = evolve(state, event);
      return { event, before };
    });
  }
}

const forLives = (check: (life: EndingLife, plan: readonly Act[]) => void): void =>
  fc.assert(
    fc.property(vpas, fc.constantFrom('automatic', 'automatic', 'send_invoice'), acts, (local, collection, plan) =>
      check(new EndingLife(local, collection), plan),
    ),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  );

describe('lives with changes, and an end', () => {
  it('leave no line that was never charged or given back', () => {
    forLives((life, plan) => {
      life.play(plan, () => undefined);
      for (const { event, before } of life.steps()) {
        if (ENDS.includes(event.type)) expect((before as ExistingSubscription).pendingLines).toEqual([]);
      }
      expect(life.one.subscriptionOf(life.id).pending_lines).toEqual([]);
    });
  });

  it('charge the sum of all lines of invoices that are not void, less what is left as credit', () => {
    forLives((life, plan) => {
      life.play(plan, () => undefined);
      const issued = life.one.invoicesOf(life.id).filter(({ status }) => status !== 'void');
      const lines = issued.flatMap((invoice) => invoice.lines.filter(({ type }) => type !== 'carried'));
      const sum = lines.reduce((total, { taxable_amount, cgst, sgst, igst }) => total + taxable_amount + cgst + sgst + igst, 0);
      const due = issued.reduce((total, { amount_due }) => total + amount_due, 0);
      expect(due + life.one.balance).toBe(sum);
    });
  });

  it('are never halted with nothing due, unless they go on and have no mandate', () => {
    forLives((life, plan) =>
      life.play(plan, () => {
        const { status, halt_reason, outstanding_amount } = life.one.subscriptionOf(life.id);
        const isMissed = halt_reason?.startsWith('mandate') === true;
        if (status === 'halted' && !isMissed) expect(outstanding_amount).toBeGreaterThan(0);
      }),
    );
  });
});
