import { TESTING_SECTIONS, type MandateMethod, type MandateResource, type TestingRow } from '#contracts';
import { DAY_MS, Life, HOUR_MS, upi } from '../../test/debit-life';
import { SubscriptionLife } from '../../test/subscription-life';

const rowsOf = (id: string): [string, TestingRow][] =>
  TESTING_SECTIONS.find((section) => section.id === id)!.rows.flatMap((row) =>
    row.values.map((value): [string, TestingRow] => [value, row]),
  );

describe('the testing page, subscriptions', () => {
  it.each(rowsOf('subscription-begins'))('on %s it begins as its row shows', (method, { status }) => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ method: method as MandateMethod });
    expect(one.subscriptionOf(id).status).toBe(status);
    one.days(5);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1 });
  });

  /** The status of each word after the first renewal. */
  const LATER: Readonly<Record<string, string>> = {
    insufficient_funds: 'expired',
    incorrect_pin: 'expired',
    notice_failed: 'past_due',
    opted_out: 'past_due',
    revoked: 'halted',
    deemed: 'active',
    late_success: 'active',
  };

  it.each(rowsOf('subscription-outcomes'))('%s does what its row shows', (word, { status }) => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ metadata: { sandbox_outcome: word } });
    expect(one.subscriptionOf(id).status).toBe(status);
    one.pass(HOUR_MS);
    expect(one.subscriptionOf(id).status).toBe(word === 'deemed' || word === 'late_success' ? 'active' : status);
    one.days(33);
    expect(one.subscriptionOf(id).status).toBe(LATER[word]);
  });
});

describe('the testing page, mandates', () => {
  const registered = (one: Life, word: string): MandateResource => {
    const id = one.streams.newId('mandate', one.nowMs);
    const { customer_id: customerId } = one.mandate();
    const terms = { customerId, instrument: upi('asha'), maxAmount: 49_900, amountRule: 'maximum', frequency: 'as_presented' };
    const more = { debitDayRule: 'on', endsAtMs: one.nowMs + 400 * DAY_MS, category: 'general', metadata: { sandbox_outcome: word } };
    one.send('mandates.create', id, { ...terms, ...more });
    return one.streams.resource<MandateResource>(id);
  };

  it.each(rowsOf('mandate-outcomes'))('%s does what its row shows, and so do debits under the mandate', (word, { status, reason }) => {
    const one = new Life(upi('mandate.ok'));
    const mandate = registered(one, word);
    expect([mandate.status, mandate.last_error?.reason ?? null]).toEqual([status, reason]);
    if (status !== 'active') return;
    const debitId = one.debit({ mandateId: mandate.id, amount: 49_900, retrySchedule: [] });
    const expected = rowsOf('debit-outcomes').find(([one]) => one === word)?.[1].status ?? 'succeeded';
    expect(word === 'notice_pending' ? one.of(debitId).status : one.pass(3 * DAY_MS).of(debitId).status).toBe(expected);
  });

  it('refuses a word that is in no table', () => {
    const one = new Life(upi('mandate.ok'));
    expect(() => registered(one, 'weather')).toThrow();
  });
});
