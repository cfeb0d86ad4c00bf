import type { Api } from '../api';

/** How an event is made to happen. */
export interface Recipe {
  summary: string;
  /** @returns the path of the object that the event is about. */
  make(api: Api): Promise<string>;
}

type Body = Record<string, unknown>;

const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2039, cvv: '123' };
const DECLINED = 402;

async function created(api: Api, path: string, body: Body): Promise<string> {
  return `${path}/${String((await api.post(path, body)).id)}`;
}

const payment = (api: Api, body: Body): Promise<string> => created(api, '/v1/payments', { amount: 50_000, currency: 'INR', ...body });
const paidByUpi = (api: Api, body: Body = {}): Promise<string> => payment(api, { payment_method: 'upi', ...body });
const paidAs = (api: Api, vpa: string): Promise<string> => paidByUpi(api, { upi: { flow: 'collect', vpa } });
const customer = (api: Api): Promise<string> => created(api, '/v1/customers', { name: 'Asha Verma', email: 'asha@example.com' });

/** Changes an object, and gives its path back. */
async function changed(api: Api, path: string, [method, action, body]: [string, string, Body?]): Promise<string> {
  await api.send(method, `${path}${action}`, body, DECLINED);
  return path;
}

async function refund(api: Api): Promise<string> {
  return created(api, '/v1/refunds', { payment_id: idIn(await paidByUpi(api)) });
}

/** @returns the path of the payment. */
async function refunded(api: Api, body: Body = {}): Promise<string> {
  const path = await paidByUpi(api);
  await api.post('/v1/refunds', { payment_id: idIn(path), ...body });
  return path;
}

async function verification(api: Api, documentNumber: string): Promise<string> {
  const customerId = idIn(await customer(api));
  return created(api, '/v1/kyc/verifications', { customer_id: customerId, document_type: 'aadhaar', document_number: documentNumber });
}

async function instrument(api: Api): Promise<{ owner: string; id: string }> {
  const owner = await customer(api);
  return { owner, id: String((await api.post(`${owner}/payment_methods`, { card: CARD })).id) };
}

function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Aadhaar numbers of the sandbox (docs/reference/testing.md, KYC: Aadhaar). */
const DOCUMENT = { verified: '1234-5678-9012', asksForOtp: '9999-0004-0006', unknown: '9999-0009-0001' } as const;

/** Event type → what makes it happen in test mode. `hundi trigger --help` lists them. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'payment.created': {
    summary: 'creates a payment whose customer has to choose how to pay',
    make: (api) => payment(api, { payment_methods: ['upi', 'card'] }),
  },
  'payment.requires_action': {
    summary: 'creates a payment that waits for its customer at the page of a bank',
    make: (api) => payment(api, { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } }),
  },
  'payment.processing': { summary: 'creates a payment that the bank does not answer yet', make: (api) => paidAs(api, 'pending@sandbox') },
  'payment.authorized': { summary: 'creates a payment to be captured later', make: (api) => paidByUpi(api, { capture_method: 'manual' }) },
  'payment.captured': { summary: 'creates a payment by UPI', make: (api) => paidByUpi(api) },
  'payment.failed': { summary: 'creates a payment without the money for it', make: (api) => paidAs(api, 'insufficient@sandbox') },
  'payment.cancelled': {
    summary: 'creates a payment and cancels it',
    make: async (api) => changed(api, await payment(api, { payment_methods: ['upi'] }), ['POST', '/cancel']),
  },
  'payment.updated': {
    summary: 'creates a payment and changes its description',
    make: async (api) => changed(api, await paidByUpi(api), ['PATCH', '', { description: 'changed by hundi trigger' }]),
  },
  'payment.partially_refunded': { summary: 'refunds a part of a payment', make: (api) => refunded(api, { amount: 20_000 }) },
  'payment.refunded': { summary: 'refunds the whole of a payment', make: (api) => refunded(api) },
  'refund.created': { summary: 'refunds a payment', make: (api) => refund(api) },
  'refund.processed': { summary: 'refunds a payment', make: (api) => refund(api) },
  'refund.updated': {
    summary: 'refunds a payment and changes the description of the refund',
    make: async (api) => changed(api, await refund(api), ['PATCH', '', { description: 'changed by hundi trigger' }]),
  },
  'customer.created': { summary: 'creates a customer', make: customer },
  'customer.updated': {
    summary: 'creates a customer and changes the name',
    make: async (api) => changed(api, await customer(api), ['PATCH', '', { name: 'Asha Rao' }]),
  },
  'customer.deleted': {
    summary: 'creates a customer and erases it',
    make: async (api) => changed(api, await customer(api), ['DELETE', '']),
  },
  'payment_method.attached': { summary: 'saves a card of a customer', make: async (api) => (await instrument(api)).owner },
  'payment_method.updated': {
    summary: 'saves a card of a customer again with another expiry date',
    make: async (api) => {
      const { owner } = await instrument(api);
      return changed(api, owner, ['POST', '/payment_methods', { card: { ...CARD, expiry_year: 2038 } }]);
    },
  },
  'payment_method.detached': {
    summary: 'saves a card of a customer and removes it',
    make: async (api) => {
      const { owner, id } = await instrument(api);
      return changed(api, owner, ['DELETE', `/payment_methods/${id}`]);
    },
  },
  'kyc.verification.created': { summary: 'verifies an Aadhaar number', make: (api) => verification(api, DOCUMENT.verified) },
  'kyc.verification.verified': { summary: 'verifies an Aadhaar number', make: (api) => verification(api, DOCUMENT.verified) },
  'kyc.verification.requires_input': {
    summary: 'verifies an Aadhaar number that asks for an OTP',
    make: (api) => verification(api, DOCUMENT.asksForOtp),
  },
  'kyc.verification.cancelled': {
    summary: 'begins a verification and cancels it',
    make: async (api) => changed(api, await verification(api, DOCUMENT.asksForOtp), ['POST', '/cancel']),
  },
  'kyc.verification.redacted': {
    summary: 'verifies an Aadhaar number and takes the personal fields away',
    make: async (api) => changed(api, await verification(api, DOCUMENT.verified), ['POST', '/redact']),
  },
};
