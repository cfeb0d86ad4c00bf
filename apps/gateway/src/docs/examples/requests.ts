import { EXAMPLE_IDS } from './ids';

/** One body of a request, with what it is for. */
export interface RequestExample {
  summary: string;
  value: object;
}

/** Bodies of requests, by the class of the body: those of creates work as they are against a sandbox that has the objects they name. */
export const REQUEST_EXAMPLES: Readonly<Record<string, Readonly<Record<string, RequestExample>>>> = {
  CreatePaymentDto: {
    upi: {
      summary: 'The smallest UPI payment: captured at once in test mode',
      value: { amount: 50000, currency: 'INR', payment_method: 'upi', description: 'Order 1001', metadata: { order_id: '1001' } },
    },
    customer_chooses: {
      summary: 'The customer chooses how to pay',
      value: {
        amount: 250000,
        currency: 'INR',
        payment_methods: ['upi', 'card', 'netbanking'],
        customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
      },
    },
    capture_later: {
      summary: 'Authorized now, to be captured within a day',
      value: { amount: 120000, currency: 'INR', payment_method: 'card', capture_method: 'manual', capture_window_seconds: 86400 },
    },
  },
  ConfirmPaymentDto: {
    upi: { summary: 'A UPI address of the sandbox', value: { payment_method: 'upi', upi: { flow: 'collect', vpa: 'success@sandbox' } } },
    card: {
      summary: 'A card of the sandbox',
      value: { payment_method: 'card', card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
    },
  },
  CreateRefundDto: {
    part: {
      summary: 'A part of the payment',
      value: {
        payment_id: EXAMPLE_IDS.payment,
        amount: 20000,
        reason: 'requested_by_customer',
        metadata: { ticket: 'T-1001' },
      },
    },
    all: { summary: 'All that is left', value: { payment_id: EXAMPLE_IDS.payment } },
  },
  CreateCustomerDto: {
    smallest: { summary: 'One of name, email, phone and reference_id is enough', value: { email: 'asha@example.com' } },
    whole: {
      summary: 'Everything',
      value: {
        name: 'Asha Verma',
        email: 'asha@example.com',
        phone: '+919876543210',
        gstin: '29AAGCB7383J1Z4',
        address: { line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', postal_code: '560038', country: 'IN' },
        reference_id: 'user-1001',
        metadata: { tier: 'gold' },
      },
    },
  },
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
  CreateVerificationDto: {
    plain: {
      summary: 'The smallest verification: verified at once in test mode',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        document_type: 'aadhaar',
        document_number: '1234-5678-9012',
        verify_address: false,
      },
    },
    otp: {
      summary: 'Asks for an OTP; submit 111000',
      value: { customer_id: EXAMPLE_IDS.customer, document_type: 'aadhaar', document_number: '9999-0004-0006' },
    },
    bank_account: {
      summary: 'A bank account',
      value: {
        customer_id: EXAMPLE_IDS.customer,
        document_type: 'bank_account',
        document_number: '00000000000001',
        document_details: { ifsc: 'SBOX0000001' },
      },
    },
  },
  CreateWebhookEndpointDto: {
    smallest: { summary: 'Every event', value: { url: 'https://shop.example.com/hooks/hundi' } },
    chosen: {
      summary: 'Some events, in order for each object, with a header of your own',
      value: {
        url: 'https://shop.example.com/hooks/orders',
        enabled_events: ['payment.*', 'refund.processed'],
        description: 'Order service',
        ordering: 'resource',
        rate_per_second: 50,
        headers: { 'X-Team': 'payments' },
        metadata: { team: 'payments' },
      },
    },
  },
  CreateReplayDto: {
    failed: { summary: 'What ended undelivered since yesterday', value: { since: 1_795_132_800 } },
    missed: {
      summary: 'What happened while the endpoint was disabled',
      value: { since: 1_795_132_800, until: 1_795_176_000, include: 'missed' },
    },
    object: {
      summary: 'Every event of one payment',
      value: { since: 1_795_132_800, include: 'all', types: ['payment.*'], resource_id: EXAMPLE_IDS.payment },
    },
  },
  SavePaymentMethodDto: {
    card: {
      summary: 'A card of the sandbox',
      value: { card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
    },
    upi: { summary: 'A UPI address', value: { upi: { vpa: 'success@sandbox' } } },
  },
  UpdatePaymentDto: {
    metadata: { summary: 'One key set, one removed', value: { metadata: { order_id: '1002', coupon: null } } },
  },
  CapturePaymentDto: { part: { summary: 'A part; the rest is released', value: { amount: 30000 } } },
  CancelPaymentDto: { reason: { summary: 'With a reason', value: { cancellation_reason: 'requested_by_customer' } } },
  SubmitOtpDto: { right: { summary: 'The right one of the sandbox', value: { otp: '111000' } } },
  UpdateRefundDto: { metadata: { summary: 'One key removed', value: { metadata: { ticket: null } } } },
  UpdateCustomerDto: {
    contact: { summary: 'A new phone number; the city of the address', value: { phone: '+919876543210', address: { city: 'Mysuru' } } },
  },
  SubmitVerificationDto: { otp: { summary: 'The right one of the sandbox', value: { otp: '111000' } } },
  UpdateWebhookEndpointDto: { events: { summary: 'Other events', value: { enabled_events: ['payment.captured', 'refund.*'] } } },
  RotateWebhookSecretDto: { hour: { summary: 'The present secret signs for an hour more', value: { grace_period_seconds: 3600 } } },
  CreatePingDto: { captured: { summary: 'The example of a type', value: { type: 'payment.captured' } } },
  SimulatePaymentDto: { declined: { summary: 'Declined', value: { outcome: 'failed', reason: 'insufficient_funds' } } },
  SimulateRefundDto: { processed: { summary: 'The money is back', value: { outcome: 'processed' } } },
  SimulateVerificationDto: { verified: { summary: 'Verified', value: { outcome: 'verified' } } },
};
