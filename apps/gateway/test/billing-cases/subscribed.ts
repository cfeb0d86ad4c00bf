import type { BillingStep } from '../billing-story';

/** Steps to a monthly subscription of a new customer, debited by UPI, at a price without tax. @param amount paise. */
export const subscribed = (at: string, amount: number, more: object = {}): BillingStep[] => [
  ['clock', at],
  ['customer', {}],
  [
    'subscribe',
    {
      interval: 'month',
      tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
      payment_method: 'upi',
      upi: { vpa: 'mandate.ok@sandbox' },
      amount,
      ...more,
    },
  ],
];
