import { EXAMPLE_IDS } from './ids';
import type { RequestExample } from './request-example';

/** Bodies of requests about recurring money, by the class of the body: plans, subscriptions, mandates, debits, invoices, tax settings. */
export const RECURRING_EXAMPLES: Readonly<Record<string, Readonly<Record<string, RequestExample>>>> = {
  CreatePlanDto: {
    smallest: { summary: '₹499.00 a month', value: { name: 'Gold', amount: 49900, interval: 'month' } },
    quarterly: {
      summary: 'Every three months, the first two weeks free, with GST of 18 % contained',
      value: {
        name: 'Gold, quarterly',
        amount: 129900,
        currency: 'INR',
        interval: 'quarterly',
        trial_days: 14,
        tax: { sac: '998431', rate_bps: 1800, behavior: 'inclusive' },
        reference_id: 'gold-q',
      },
    },
  },
  CreateSubscriptionDto: {
    smallest: {
      summary: '₹499.00 a month by UPI: charged at once in test mode',
      value: { customer_id: EXAMPLE_IDS.customer, amount: 49900, interval: 'month' },
    },
    plan: {
      summary: 'A plan, for a year, the first two weeks free',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        plan_id: EXAMPLE_IDS.plan,
        total_count: 12,
        trial_days: 14,
      },
    },
    choice: {
      summary: 'The customer chooses the method at short_url, and comes back to the shop',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        amount: 49900,
        interval: 'month',
        payment_methods: ['upi', 'card'],
        return_url: 'https://shop.example.com/back',
      },
    },
    invoices: {
      summary: 'A new customer, who pays invoices',
      value: { customer: { name: 'Asha Verma' }, amount: 129900, interval: 'quarterly', collection: 'send_invoice' },
    },
  },
  UpdateSubscriptionDto: { price: { summary: 'Another price, charged for at once', value: { amount: 99900, proration: 'invoice_now' } } },
  CancelSubscriptionDto: {
    now: { summary: 'Now, with what is left of the period back', value: { refund: 'prorated', open_invoices: 'void' } },
  },
  PauseSubscriptionDto: { later: { summary: 'From the next period on', value: { from: 'period_end' } } },
  RetrySubscriptionDto: {
    upi: { summary: 'The customer pays once, by another UPI address', value: { payment_method: 'upi', upi: { vpa: 'success@sandbox' } } },
  },
  SimulateSubscriptionDto: { renew: { summary: 'The next period begins now', value: { outcome: 'renew' } } },
  CreateMandateDto: {
    smallest: {
      summary: 'UPI Autopay, up to ₹499.00 whenever you ask, until 2030',
      value: { customer_id: EXAMPLE_IDS.customer, method: 'upi', max_amount: 49900, ends_at: 1893456000 },
    },
    monthly: {
      summary: 'eNACH, ₹499.00 on the fifth of each month',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        method: 'enach',
        max_amount: 49900,
        amount_rule: 'fixed',
        frequency: 'monthly',
        debit_day: 5,
        ends_at: 1893456000,
        enach: { bank: 'SBXS', account_number: '50100012345678', ifsc: 'HDFC0000001', account_type: 'savings' },
      },
    },
  },
  CreateDebitDto: {
    smallest: { summary: '₹499.00, as soon as the rail takes it', value: { amount: 49900 } },
    later: {
      summary: 'Tried again by the hour',
      value: { amount: 49900, description: 'Gold membership, November', retry_schedule: [1, 2, 3], reference_id: 'gold-1001-2026-11' },
    },
  },
  SimulateDebitDto: {
    succeeded: { summary: 'The money is taken now', value: { outcome: 'succeeded' } },
    failed: { summary: 'The attempt fails now', value: { outcome: 'failed', reason: 'insufficient_funds' } },
  },
  CreateInvoiceDto: {
    smallest: {
      summary: '₹499.00, paid by the customer at hosted_url',
      value: { customer_id: EXAMPLE_IDS.customer, lines: [{ description: 'Onboarding', amount: 49900 }] },
    },
    taxed: {
      summary: 'Two lines with GST of 18 % on top, a draft',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        lines: [
          { description: 'Seats', amount: 10000, quantity: 3, tax: { sac: '998431', rate_bps: 1800, behavior: 'exclusive' } },
          { description: 'Onboarding', amount: 49900, tax: { sac: '998313', rate_bps: 1800, behavior: 'exclusive' } },
        ],
        days_until_due: 15,
        auto_finalize: false,
        reference_id: 'order-1001',
      },
    },
  },
  PayInvoiceDto: {
    upi: { summary: 'With a UPI address', value: { payment_method: 'upi', upi: { vpa: 'success@sandbox' } } },
    mandate: { summary: 'Under a mandate', value: { mandate_id: EXAMPLE_IDS.mandate } },
  },
  CreateTestClockDto: {
    smallest: { summary: 'It stands at the present time', value: {} },
    set: { summary: 'On the first of January 2027, 00:00 in India', value: { name: 'A year of Gold', now_at: 1798741800 } },
  },
  AdvanceTestClockDto: {
    month: { summary: 'A month of the calendar', value: { by: 'P1M' } },
    time: { summary: 'To a time', value: { to_at: 1801420200 } },
  },
  SimulateMandateDto: { paused: { summary: 'The payer pauses it in their app', value: { outcome: 'paused' } } },
  UpdateTaxSettingsDto: {
    registered: {
      summary: 'A seller in Karnataka who is registered, with GST of 18 % contained in prices',
      value: {
        legal_name: 'Acme Software Private Limited',
        gstin: '29AAGCB7383J1Z4',
        address: { line1: '12 MG Road', city: 'Bengaluru', postal_code: '560038' },
        default_sac: '998431',
        default_rate_bps: 1800,
      },
    },
  },
  UpdatePlanDto: { retired: { summary: 'No new subscriptions', value: { active: false } } },
};
