import type { BillingCase } from '../billing-story';
import { subscribed } from './subscribed';

const PUNE = { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } };
const EXCLUSIVE = {
  legal_name: 'Hundi Books Pvt Ltd',
  gstin: '27AAACB1234C1ZF',
  default_rate_bps: 1800,
  default_sac: '998431',
  behavior: 'exclusive',
};

export const MANDATE_SIZE_CASES: BillingCase[] = [
  {
    id: 'B11a',
    title: 'a mandate of another instrument covers the invoice after an upgrade',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900),
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 99900 }],
      ['patch', { payment_method: 'upi', upi: { vpa: 'asha@okbank' } }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid' },
  },
  {
    id: 'B11b',
    title: 'a mandate covers the invoice after an upgrade in a pause',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900),
      ['advance', '2031-03-05T09:00:00+05:30'],
      ['pause', {}],
      ['advance', '2031-03-06T09:00:00+05:30'],
      ['patch', { amount: 99900 }],
      ['advance', '2031-03-10T09:00:00+05:30'],
      ['resume'],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid' },
  },
  {
    id: 'B11d',
    title: 'a mandate covers an upgrade with the next period while the draft of that is out',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900),
      ['advance', '2031-03-31T09:00:00+05:30'],
      ['patch', { amount: 99900, effective: 'period_end' }],
      ['advance', '2031-05-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid' },
  },
  {
    id: 'B11g',
    title: 'a new mandate of a halted subscription covers the open invoice',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900),
      ['advance', '2031-03-05T09:00:00+05:30'],
      ['patch', { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } }],
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 99900 }],
      ['advance', '2031-04-06T09:00:00+05:30'],
      ['patch', { payment_method: 'upi', upi: { vpa: 'asha@okbank' } }],
      ['advance', '2031-04-09T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid' },
  },
  {
    id: 'B11h',
    title: 'the regular amount and the mandate follow the rate of tax',
    steps: [
      ['tax', EXCLUSIVE],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', PUNE],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['tax', { default_rate_bps: 2800 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.regular_amount': 63872 },
  },
  {
    id: 'B11i',
    title: 'a merchant who registers for GST is paid the tax on top by a larger mandate',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', PUNE],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['tax', EXCLUSIVE],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.regular_amount': 58882, 'subscription.status': 'active', 'latest.status': 'paid', charged: 108_782 },
  },
  {
    id: 'B11j',
    title: 'a customer who moves to India pays the tax by a larger mandate',
    steps: [
      ['tax', { ...EXCLUSIVE, lut_reference: 'AD270326001234A' }],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Dubai', country: 'AE' } }],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['patch_customer', PUNE],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.regular_amount': 58882, 'subscription.status': 'active', 'latest.status': 'paid', charged: 108_782 },
  },
  {
    id: 'B11k',
    title: 'a mandate covers an upgrade and a larger quantity of one day, on another instrument',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['advance', '2031-03-16T09:00:00+05:30'],
      ['patch', { amount: 99900 }],
      ['patch', { quantity: 3 }],
      ['patch', { payment_method: 'card' }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid', 'latest.total': 428_629 },
  },
  {
    id: 'B11l',
    title: 'a mandate covers a period that begins at once while credit waits for the debit of the one before',
    steps: [
      ...subscribed('2031-03-03T09:00:00+05:30', 49900, { payment_method: 'enach', upi: null }),
      ['advance', '2031-04-03T06:10:00+05:30'],
      ['patch', { amount: 99900 }],
      ['patch', { amount: 500000, interval: 'year', proration: 'none' }],
      ['advance', '2031-04-10T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'latest.status': 'paid', 'latest.total': 599_900 },
  },
  {
    id: 'B11m',
    title: 'a mandate covers a trial, an anchor day, setup items, and a quantity, an interval and a day that change',
    steps: [
      ...subscribed('2031-03-01T09:00:00+05:30', 49900, {
        trial_days: 3,
        billing_anchor_day: 20,
        upfront_items: [{ description: 'Setup', amount: 99900 }],
        return_url: null,
      }),
      ['patch', { quantity: 2 }],
      ['advance', '2031-03-10T09:00:00+05:30'],
      ['patch', { billing_anchor_day: 5, effective: 'now' }],
      ['patch', { interval: 'year', amount: 300000 }],
      ['advance', '2032-06-06T09:00:00+05:30'],
    ],
    expected: { 'subscription.status': 'active', 'subscription.last_error': null, 'latest.status': 'paid', 'latest.total': 600_000 },
  },
  {
    id: 'B23',
    title: 'the link to agree works until authorize_by_at',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'month',
          amount: 49900,
          tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
          return_url: 'https://shop.example.com/back',
        },
      ],
      ['advance', '2031-03-01T09:15:00+05:30'],
    ],
    expected: { 'subscription.short_url': expect.any(String) },
  },
  {
    id: 'B24',
    title: 'a preview while the draft is out shows the period after it',
    steps: [...subscribed('2031-03-01T09:00:00+05:30', 49900), ['advance', '2031-03-31T09:00:00+05:30'], ['preview', { amount: 99900 }]],
    expected: { 'preview.recurring_from': '2031-05-01' },
  },
  {
    id: 'B25',
    title: 'the eleventh debit of a mandate waits for one of ten open ones',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'day',
          tax: { sac: '998431', rate_bps: 0, behavior: 'inclusive' },
          payment_method: 'upi',
          upi: { vpa: 'mandate.ok@sandbox' },
          amount: 9900,
          retry_schedule: [240, 480, 720],
        },
      ],
      ['patch', { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } }],
      ['advance_by', 'P20D'],
    ],
    expected: { 'latest.error': 'debit_limit_reached' },
  },
  {
    id: 'B25b',
    title: 'debits that waited for others of their mandate are made when those succeed',
    steps: [
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', {}],
      [
        'subscribe',
        {
          interval: 'day',
          payment_method: 'upi',
          upi: { vpa: 'mandate.secondtry@sandbox' },
          amount: 9900,
          retry_schedule: [240],
          total_count: 15,
        },
      ],
      ['advance_by', 'P43D'],
    ],
    expected: { 'subscription.status': 'completed', 'subscription.paid_count': 15, charged: 148_500 },
  },
];
