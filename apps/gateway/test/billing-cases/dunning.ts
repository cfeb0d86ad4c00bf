import type { BillingCase, BillingStep } from '../billing-story';
import { subscribed } from './subscribed';

const onMarch16 = (from: number, to: number, more: object = {}): BillingStep[] => [
  ...subscribed('2031-03-01T09:00:00+05:30', from, more),
  ['advance', '2031-03-16T09:00:00+05:30'],
  ['patch', { amount: to }],
];
/** Paid for March alone. */
const ending: BillingStep[] = [
  ...subscribed('2031-03-01T09:00:00+05:30', 49_900),
  ['advance', '2031-03-10T09:00:00+05:30'],
  ['cancel', { at: 'period_end' }],
];
const IN_TIME = expect.stringMatching(/^(active|past_due)$/) as string;

export const DUNNING_CASES: BillingCase[] = [
  {
    id: 'B5',
    title: 'charges what waits at the end of a subscription that does not renew',
    steps: [...onMarch16(49_900, 99_900), ['cancel', { at: 'period_end' }], ['advance', '2031-04-10T09:00:00+05:30']],
    expected: { charged: 75_706, 'subscription.status': 'cancelled', 'subscription.pending_lines': [] },
  },
  {
    id: 'B5b',
    title: 'charges what waits at the end that a change sets',
    steps: [...onMarch16(49_900, 99_900), ['patch', { cancel_at: 'period_end' }], ['advance', '2031-04-10T09:00:00+05:30']],
    expected: { charged: 75_706, 'subscription.status': 'cancelled' },
  },
  {
    id: 'B5c',
    title: 'charges what waits of a subscription that is cancelled at once',
    steps: [...onMarch16(49_900, 99_900), ['cancel', {}], ['advance', '2031-04-10T09:00:00+05:30']],
    expected: { charged: 75_706, 'subscription.status': 'cancelled' },
  },
  {
    id: 'B6',
    title: 'charges what waits after the last of its periods, as its preview says',
    steps: [...onMarch16(49_900, 99_900, { total_count: 1 }), ['preview', {}], ['advance', '2031-04-10T09:00:00+05:30']],
    expected: { charged: 75_706, 'preview.total': 25_806, 'subscription.status': 'completed' },
  },
  {
    id: 'B7',
    title: 'makes credit of what is given back at the end',
    steps: [...onMarch16(99_900, 49_900), ['cancel', { at: 'period_end' }], ['advance', '2031-04-10T09:00:00+05:30']],
    expected: { charged: 99_900, 'subscription.status': 'cancelled', balance: -25_806 },
  },
  {
    id: 'B12',
    title: 'a payer who opts out of one debit and pays the next is not halted',
    steps: [
      ...subscribed('2031-01-01T09:00:00+05:30', 49_900),
      ['advance', '2031-01-31T09:00:00+05:30'],
      ['simulate_debit_latest', 'opted_out'],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['expect_status', 'past_due'],
      ['advance', '2031-03-04T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': IN_TIME },
  },
  {
    id: 'B13',
    title: 'a debit that is announced is made after thirty days without a try',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49_900),
      ['advance', '2031-03-31T09:00:00+05:30'],
      ['simulate_debit_latest', 'opted_out'],
      ['advance', '2031-05-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': IN_TIME, 'latest.status': 'paid', charged: 99_800 },
  },
  {
    id: 'B20',
    title: 'a subscription that is paid and ends with the period stays active without its mandate',
    steps: [...ending, ['simulate_mandate', 'revoked']],
    expected: { 'subscription.status': 'active', 'subscription.mandate_id': null },
  },
  {
    id: 'B20b',
    title: 'a subscription that is paid and ends with the period stays active while its mandate is paused',
    steps: [...ending, ['simulate_mandate', 'paused'], ['advance', '2031-03-31T09:00:00+05:30']],
    expected: { 'subscription.status': 'active', charged: 49_900 },
  },
  {
    id: 'B26',
    title: 'an invoice whose debit a pause calls off is collected once it is resumed',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49_900, { upi: { vpa: 'mandate.secondtry@sandbox' } }),
      ['advance', '2031-04-01T12:00:00+05:30'],
      ['expect_status', 'past_due'],
      ['pause', {}],
      ['advance', '2031-04-11T12:00:00+05:30'],
      ['resume'],
      ['advance', '2031-04-15T12:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'subscription.outstanding_amount': 0, charged: 99_800 },
  },
  ...(
    [
      ['halt', { 'subscription.status': 'halted', 'latest.status': 'open' }],
      ['cancel', { 'subscription.status': 'cancelled', 'subscription.cancel_reason': 'dunning_ended', 'latest.status': 'open' }],
      ['mark_uncollectible', { 'subscription.status': 'active', 'latest.status': 'uncollectible' }],
      ['leave_past_due', { 'subscription.status': 'past_due', 'latest.status': 'open' }],
    ] as const
  ).map(([after_dunning, expected]) => ({
    id: after_dunning,
    title: 'is what happens when no try is left, where the account says so',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49_900, { upi: { vpa: 'mandate.lowfunds@sandbox' } }),
      ['account', { settings: { after_dunning } }],
      ['advance', '2031-04-10T09:00:00+05:30'],
    ] satisfies BillingStep[],
    expected,
  })),
];
