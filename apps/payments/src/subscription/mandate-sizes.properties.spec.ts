import type { SubscriptionChange, TaxSettingsChange } from '#contracts';
import fc from 'fast-check';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const ACTS = ['price', 'quantity', 'later', 'at_once', 'interval', 'anchor', 'debt', 'tax', 'instrument', 'pause', 'resume'] as const;
type Act = { days: number; act: (typeof ACTS)[number]; size: number };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 40 }),
    act: fc.constantFrom(...ACTS),
    size: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 12 },
);
const RATES = [0, 500, 1_200, 1_800, 2_800];

const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });

function take(one: SubscriptionLife, id: string, { act, size }: Act): void {
  const amount = 20_000 * size + 33;
  const takes: Record<Act['act'], () => unknown> = {
    price: () => change(one, id, { amount }),
    quantity: () => change(one, id, { quantity: size }),
    later: () => change(one, id, { amount, effective: 'period_end' }),
    at_once: () => change(one, id, { amount, proration: 'invoice_now' }),
    interval: () => change(one, id, { amount, interval: { unit: 'month', count: size }, proration: 'none' }),
    anchor: () => change(one, id, { anchorDay: size * 6, effective: 'now' }),
    debt: () =>
      one.send('customers.adjust_balance', one.customerId, {
        amount,
        currency: 'INR',
        transactionId: one.newRefund().replace('rfnd', 'cbtxn'),
      }),
    tax: () => one.register({ defaultRateBps: RATES[size - 1]! } satisfies TaxSettingsChange),
    instrument: () => change(one, id, { instrument: { method: 'upi', vpa: 'asha@okbank' } }),
    pause: () => one.send('subscriptions.pause', id, { from: 'now' }),
    resume: () => one.send('subscriptions.resume', id),
  };
  takes[act]();
}

/** The customer opens the page every few hours, and agrees to what they are asked. */
function pass(one: SubscriptionLife, id: string, days: number): void {
  for (let quarter = 0; quarter < days * 4; quarter++) {
    agree(one, id);
    one.days(0.25);
  }
  agree(one, id);
}

function agree(one: SubscriptionLife, id: string): void {
  const { pending_update: before } = one.subscriptionOf(id);
  if (before?.mandate_id == null) return;
  one.send('subscriptions.register_again', id);
  one.send('mandates.simulate', one.subscriptionOf(id).pending_update!.mandate_id!, { outcome: 'approved' });
}

describe('lives of a customer who agrees to everything', () => {
  it('never fail for a mandate that is too small', () => {
    fc.assert(
      fc.property(acts, fc.boolean(), (plan, hasPage) => {
        const one = new SubscriptionLife().at('2031-01-31T03:30:00Z').register({ ...REGISTERED, behavior: 'exclusive' });
        const id = one.subscribe({ price: { ...GOLD, amount: 20_033 }, ...(hasPage && { returnUrl: 'https://shop.example' }) });
        if (hasPage) one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'approved' });
        for (const act of plan) {
          pass(one, id, act.days);
          take(one, id, act);
        }
        pass(one, id, 40);
        const failures = one.streams.log.filter(({ type, data }) => type === 'invoice.payment_failed' && isTooSmall(data));
        expect(failures).toEqual([]);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 },
    );
  });
});

function isTooSmall(data: unknown): boolean {
  return (data as { failure: { reason: string } }).failure.reason === 'mandate_amount_exceeded';
}
