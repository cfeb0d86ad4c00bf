import { istDateOf, type Interval } from '#contracts';
import fc from 'fast-check';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { anchorFor, boundaryAt } from './decide/periods';

const FIVE_YEARS_DAYS = 5 * 365;
const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const intervals: fc.Arbitrary<Interval> = fc.constantFrom<Interval>(
  { unit: 'day', count: 30 },
  { unit: 'week', count: 6 },
  { unit: 'month', count: 1 },
  { unit: 'month', count: 3 },
  { unit: 'year', count: 1 },
);
type Act = { days: number; act: 'pause' | 'resume' | 'up' | 'down' | 'void' | 'pay' | 'none' };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    days: fc.integer({ min: 1, max: 200 }),
    act: fc.constantFrom<Act['act']>('pause', 'resume', 'up', 'down', 'void', 'pay', 'none'),
  }),
  { maxLength: 12 },
);
const vpas = fc.constantFrom('mandate.ok', 'mandate.ok', 'mandate.secondtry');

interface Life {
  one: SubscriptionLife;
  id: string;
  interval: Interval;
}

function live(start: number, interval: Interval, local: string, plan: readonly Act[]): Life {
  const one = new SubscriptionLife();
  one.nowMs = start;
  const id = one.on({ method: 'upi', vpa: `${local}@sandbox` }, { price: { ...GOLD, interval }, mandateMaxAmount: 9_000_000 });
  let amount = GOLD.amount;
  let left = FIVE_YEARS_DAYS;
  for (const { days, act } of plan) {
    one.days(Math.min(days, left));
    left -= days;
    if (left <= 0) break;
    if (act === 'up' || act === 'down') amount = act === 'up' ? amount + 12_345 : Math.max(10_000, amount - 7_777);
    take(one, id, act, amount);
  }
  one.days(Math.max(0, left));
  return { one, id, interval };
}

function take(one: SubscriptionLife, id: string, act: Act['act'], amount: number): void {
  const invoice = one.invoicesOf(id).find(({ status }) => status === 'open');
  switch (act) {
    case 'pause':
      return void one.send('subscriptions.pause', id, { from: 'now' });
    case 'resume':
      return void one.send('subscriptions.resume', id);
    case 'up':
    case 'down':
      return void one.send('subscriptions.update', id, { ...CHANGE, amount });
    case 'void':
      return void (invoice && one.ask('invoices.void', invoice.id));
    case 'pay':
      return void (invoice && one.pay(invoice.id, 'good'));
    default:
  }
}

/** The dates that invoices charge whole periods or parts of them for, oldest first. */
function periodsOf({ one, id }: Life): { from: number; to: number }[] {
  return one
    .invoicesOf(id)
    .flatMap(({ lines, number }) => (number === null ? [] : lines))
    .filter(({ type, period_start_at: start }) => start !== null && type === 'recurring')
    .map(({ period_start_at: start, period_end_at: end }) => ({ from: istDateOf(start! * 1_000), to: istDateOf(end! * 1_000) }))
    .sort((a, b) => a.from - b.from);
}

describe('(9) lives of five years', () => {
  const starts = fc.integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2030-12-31T00:00:00Z') });
  const runs = { numRuns: 20, interruptAfterTimeLimit: 20_000 };

  it('have periods that do not overlap, and boundaries as the formula says', () => {
    fc.assert(
      fc.property(starts, intervals, vpas, acts, (start, interval, local, plan) => {
        const life = live(start, interval, local, plan);
        const periods = periodsOf(life);
        periods.forEach(({ to }, index) => expect(periods[index + 1]?.from ?? Infinity).toBeGreaterThanOrEqual(to));
        const anchor = anchorFor(istDateOf(start), interval, null);
        const boundaries = new Set(Array.from({ length: 80 }, (_, index) => boundaryAt(anchor, interval, index)));
        for (const { from, to } of periods) expect([boundaries.has(from), boundaries.has(to)]).toEqual([true, true]);
      }),
      runs,
    );
  });

  it('(32) keep of each invoice what it was paid, once; none has two payments, and the total is never negative', () => {
    fc.assert(
      fc.property(starts, intervals, vpas, acts, (start, interval, local, plan) => {
        const { one, id } = live(start, interval, local, plan);
        for (const invoice of one.invoicesOf(id)) {
          expect(one.keptOf(invoice.id)).toBe(invoice.amount_paid - invoice.amount_refunded);
          expect(invoice.total).toBeGreaterThanOrEqual(0);
        }
        const numbers = one.invoicesOf(id).flatMap(({ number }) => number ?? []);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      runs,
    );
  });

  it('(22) are debited no earlier than 24 hours after the notice', () => {
    fc.assert(
      fc.property(starts, intervals, vpas, acts, (start, interval, local, plan) => {
        const { one } = live(start, interval, local, plan);
        for (const debitId of [...one.streams.streams.keys()].filter((key) => key.startsWith('debit_'))) {
          let notified = Infinity;
          for (const { type, data } of one.streams.log.filter(({ streamId }) => streamId === debitId)) {
            const { atMs } = data as { atMs: number };
            if (type === 'debit.notified') notified = atMs;
            if (type === 'debit.attempted') expect(atMs - notified).toBeGreaterThanOrEqual(86_400_000);
          }
        }
      }),
      runs,
    );
  });
});
