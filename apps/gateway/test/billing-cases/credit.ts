import type { BillingCase, BillingStep } from '../billing-story';
import { subscribed } from './subscribed';

/** What a last invoice charges is debited 36 hours later at the earliest. */
const cancelled = (at: string, until: string): BillingStep[] => [
  ['advance', at],
  ['cancel', { refund: 'prorated' }],
  ['advance', until],
];

export const CREDIT_CASES: BillingCase[] = [
  {
    id: 'B1',
    title: 'gives no credit for an unpaid period, and a halted subscription stays halted by an invoice of nothing',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 99900),
      ['advance', '2031-03-05T09:00:00+05:30'],
      ['patch', { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } }],
      ['advance', '2031-04-06T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-11-03T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'halted', balance: 0 },
  },
  {
    id: 'B3',
    title: 'takes the credit of an unpaid invoice back when it is void',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 99900),
      ['advance', '2031-03-05T09:00:00+05:30'],
      ['patch', { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } }],
      ['advance', '2031-04-02T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-04-08T09:00:00+05:30'],
      ['void_latest'],
      ['patch', { payment_method: 'upi', upi: { vpa: 'asha@okbank' } }],
      ['advance', '2031-06-04T09:00:00+05:30'],
    ],
    expected: { balance: 0 },
  },
  {
    id: 'B4',
    title: 'gives no credit for a period that was refunded',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 99900),
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['refund_latest', 'all'],
      ['advance', '2031-03-03T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-06-02T09:00:00+05:30'],
    ],
    expected: { balance: 0 },
  },
  {
    id: 'B8',
    title: 'refunds the unused days of every invoice of the period',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900),
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 99900, proration: 'invoice_now' }],
      ['advance', '2031-03-20T09:00:00+05:30'],
      ['cancel', { refund: 'prorated' }],
      ['advance', '2031-03-21T09:00:00+05:30'],
    ],
    expected: { refunded: 38671 },
  },
  {
    id: 'B2',
    title: 'gives no month of another interval for a year that was not paid',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 1_200_000, { interval: 'year' }),
      ['patch', { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } }],
      ['advance', '2032-03-08T09:00:00+05:30'],
      ['patch', { amount: 100_000, interval: 'month' }],
      ['advance', '2032-07-01T09:00:00+05:30'],
    ],
    expected: { balance: 0, charged: 1_200_000, 'latest.status': 'open' },
  },
  {
    id: 'B8b',
    title: 'refunds the unused days of a period with what waits for its next invoice',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 99_900),
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 49_900 }],
      ...cancelled('2031-03-20T09:00:00+05:30', '2031-03-21T09:00:00+05:30'),
    ],
    expected: { refunded: 45_122, balance: 0 },
  },
  {
    id: 'B9',
    title: 'refunds nothing while more is due',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 9_900, { mandate_max_amount: 1_500_000 }),
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['patch', { amount: 999_900 }],
      ...cancelled('2031-03-31T09:00:00+05:30', '2031-03-31T10:00:00+05:30'),
    ],
    expected: { refunded: 0, balance: 0 },
  },
  {
    id: 'B10',
    title: 'refunds the credit that is left, and the credit that paid',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 120_000, { interval: 'year' }),
      ['advance', '2031-08-02T09:00:00+05:30'],
      ['patch', { amount: 15_000, interval: 'month' }],
      ...cancelled('2031-08-03T09:00:00+05:30', '2031-08-04T09:00:00+05:30'),
    ],
    expected: { charged: 120_000, refunded: 69_508 - 484, balance: 0 },
  },
  {
    id: 'B10b',
    title: 'refunds once what a change to a shorter interval gave, after the first of its periods',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 99_900),
      ['advance', '2031-03-05T09:00:00+05:30'],
      ['patch', { amount: 9_900, interval: 'week' }],
      ...cancelled('2031-03-12T09:00:00+05:30', '2031-03-13T09:00:00+05:30'),
    ],
    expected: { refunded: 87_010 - 9_900, balance: 0 },
  },
];
