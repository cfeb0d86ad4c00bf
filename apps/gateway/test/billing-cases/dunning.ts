import type { BillingCase } from '../billing-story';

export const DUNNING_CASES: BillingCase[] = [
  {
    id: 'B5',
    title: 'charges what waits at the end of a subscription that does not renew',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'month',
          tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
          payment_method: 'upi',
          upi: { vpa: 'mandate.ok@sandbox' },
          amount: 49900,
        },
      ],
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 99900 }],
      ['cancel', { at: 'period_end' }],
      ['advance', '2031-04-10T09:00:00+05:30'],
    ],
    expected: { charged: 75706 },
  },
  {
    id: 'B12',
    title: 'a payer who opts out of one debit and pays the next is not halted',
    steps: [
      ['clock', '2031-01-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'month',
          tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
          payment_method: 'upi',
          upi: { vpa: 'mandate.ok@sandbox' },
          amount: 49900,
        },
      ],
      ['advance', '2031-01-31T09:00:00+05:30'],
      ['simulate_debit_latest', 'opted_out'],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['expect_status', 'past_due'],
      ['advance', '2031-03-04T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': expect.stringMatching(/^(active|past_due)$/) },
  },
  {
    id: 'B20',
    title: 'a subscription that is paid and ends with the period stays active without its mandate',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'month',
          tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
          payment_method: 'upi',
          upi: { vpa: 'mandate.ok@sandbox' },
          amount: 49900,
        },
      ],
      ['advance', '2031-03-10T09:00:00+05:30'],
      ['cancel', { at: 'period_end' }],
      ['simulate_mandate', 'revoked'],
    ],
    expected: { 'subscription.status': 'active' },
  },
];
