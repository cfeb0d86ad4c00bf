import { EXAMPLE_IDS } from './ids';
import { RECURRING_EXAMPLES } from './recurring-requests';
import type { RequestExample } from './request-example';

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
  AdjustCustomerBalanceDto: {
    credit: { summary: 'Credit of ₹50', value: { amount: -5000, currency: 'INR', description: 'For the outage on 3 March' } },
  },
  MarkInvoicePaidDto: {
    neft: {
      summary: '90 % by NEFT, 10 % deducted at source',
      value: { amount: 44_910, tds_amount: 4_990, payment_channel: 'bank_transfer', reference: 'AXISN62026112500123' },
    },
  },
  ReverseOutsidePaymentDto: { cheque: { summary: 'A cheque that bounced', value: { reason: 'Funds insufficient' } } },
  IssueCreditNoteDto: {
    amount: { summary: 'A part, refunded', value: { amount: 10_000, reason: 'Outage on 3 March', refund: 'payment' } },
  },
  ValidateVpaDto: { sandbox: { summary: 'A UPI address of the sandbox', value: { vpa: 'success@sandbox' } } },
  CreateApiKeyDto: {
    restricted: {
      summary: 'A key that reads payments, from one network, for a while',
      value: {
        kind: 'restricted',
        name: 'Nightly export',
        scopes: ['payments:read', 'refunds:read'],
        allowed_addresses: ['203.0.113.0/24'],
        expires_at: 1893456000,
      },
    },
    publishable: { summary: 'A key for a page', value: { kind: 'publishable', name: 'Checkout' } },
  },
  UpdateApiKeyDto: { addresses: { summary: 'From anywhere, and without an end', value: { allowed_addresses: [], expires_at: null } } },
  UpdateAccountDto: {
    support: {
      summary: 'Whom payers may turn to',
      value: { support: { email: 'help@example.com' }, statement_descriptor: 'ACME SOFTWARE' },
    },
  },
  RollApiKeyDto: { hour: { summary: 'Both keys work for an hour', value: { overlap_seconds: 3600 } } },
  CreateAppDto: {
    server: {
      summary: 'An app that runs on a server',
      value: {
        name: 'Books',
        redirect_uris: ['https://books.example.com/back'],
        allowed_scopes: ['payments:read', 'refunds:read'],
        homepage_url: 'https://books.example.com',
      },
    },
    phone: {
      summary: 'An app at its users, which keeps no secret',
      value: { name: 'Till', client_type: 'public', redirect_uris: ['http://127.0.0.1/back'], allowed_scopes: ['payments:write'] },
    },
  },
  UpdateAppDto: { off: { summary: 'No tokens for it any more', value: { status: 'disabled' } } },
  RollAppSecretDto: { hour: { summary: 'Both secrets work for an hour', value: { overlap_seconds: 3600 } } },
  ...RECURRING_EXAMPLES,
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
