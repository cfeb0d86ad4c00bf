import type { BillingCase } from '../billing-story';
import { subscribed } from './subscribed';

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
];
