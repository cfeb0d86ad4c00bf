import { MANDATE_STATUSES, type MandateResource, type SubscriptionResource } from '#contracts';
import { renderApproval, type ApprovalPageContext } from './approval-page';

const MANDATE = {
  id: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  livemode: true,
  status: 'requires_action',
  method: 'upi',
  max_amount: 49_900,
  first_amount: null,
  currency: 'INR',
  amount_rule: 'maximum',
  frequency: 'as_presented',
  debit_day: null,
  ends_at: 1_900_000_000,
  description: null,
  return_url: 'https://shop.example/back',
  payment_method_details: { upi: { vpa: null }, card: null, enach: null },
  next_action: { type: 'redirect_to_url', url: 'https://bank.example/"x', expires_at: 1_800_000_000 },
  activated_at: null,
  last_error: null,
} as unknown as MandateResource;

const SUBSCRIPTION = {
  id: 'sub_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  livemode: true,
  status: 'created',
  plan: { name: null, amount: 49_900, currency: 'INR', interval: 'month', interval_count: 3, tax: null },
  regular_amount: 49_900,
  payment_methods: ['upi', 'enach'],
  upfront_items: [],
  first_period: 'prorate',
  billing_anchor_day: 1,
  trial_end_at: null,
  start_at: null,
  pending_update: null,
  last_error: null,
} as unknown as SubscriptionResource;

const page = (change: Partial<MandateResource> = {}, more: Partial<ApprovalPageContext> = {}): string =>
  renderApproval({
    id: MANDATE.id,
    secret: 'a secret',
    problem: null,
    merchant: null,
    subscription: null,
    mandate: { ...MANDATE, ...change },
    ...more,
  });

describe('the page on which a payer agrees, with real money', () => {
  it('leads to the page of the processor, and has no button of its own', () => {
    expect(page()).toContain('<a href="https://bank.example/&#34;x" rel="noreferrer">Continue to your bank</a>');
    expect(page()).not.toMatch(/<form|Test mode|http-equiv/);
  });

  it('shows the link of UPI as a code, or that the bank decides, and looks again', () => {
    const upi = page({ next_action: { type: 'upi_intent', url: 'upi://mandate?pa=a@b', expires_at: 1 } });
    expect(upi).toContain('<svg');
    expect(upi).toContain('href="upi://mandate?pa=a@b"');
    const bank = page({ next_action: { type: 'wait', url: null, expires_at: 1 } });
    expect(bank).toContain('Your bank decides');
    for (const text of [upi, bank, page({ status: 'created', next_action: null })])
      expect(text).toContain(`http-equiv="refresh" content="3;url=/authorize/${MANDATE.id}?client_secret=a%20secret"`);
  });

  it.each(MANDATE_STATUSES)('%s: leads back to the merchant once it is decided', (status) => {
    const isOpen = status === 'created' || status === 'requires_action';
    expect(page({ status }).includes(`&#38;status=${status}"`)).toBe(!isOpen);
    expect(page({ status, return_url: null })).not.toContain('2;url=');
  });

  it('tells a payer who was late from one whose agreement has come to its end', () => {
    const late = page({ status: 'expired' });
    expect(late).toContain('<h1>The time to agree is over</h1>');
    const ended = page({ status: 'expired', activated_at: 1_700_000_000 });
    expect([ended.includes('The time to agree'), ended.includes('The agreement has ended')]).toEqual([false, true]);
  });

  it('offers the methods of a subscription without fields: they are typed in at the processor', () => {
    const text = page({}, { id: SUBSCRIPTION.id, subscription: SUBSCRIPTION, mandate: null });
    for (const shown of ['every 3 months', 'the part of the first period that is left', 'Choose UPI', 'Choose Bank account (eNACH)']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toMatch(/name="vpa"|name="bank"/);
    const ended = { ...SUBSCRIPTION, status: 'cancelled' as const };
    expect(page({}, { id: SUBSCRIPTION.id, subscription: ended, mandate: null })).toContain('the subscription is cancelled');
  });

  it.each([
    ['that begins at once', {}, '₹49.90, with your agreement'],
    ['with a trial', { trial_end_at: 1_798_000_000, billing_anchor_day: null }, '₹49.90, with your agreement; then ₹499.00 on'],
  ])('shows what the registration takes for a subscription %s', (_what, change, shown) => {
    const text = page({ first_amount: 4_990 }, { id: SUBSCRIPTION.id, subscription: { ...SUBSCRIPTION, ...change } });
    expect(text).toContain(shown);
  });
});
