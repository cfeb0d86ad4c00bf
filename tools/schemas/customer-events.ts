import { CUSTOMER_EVENT_TYPES, CustomerResource, sealedAs, type CustomerEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const ID = 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa';
const token = (body: string): string => sealedAs(`~s1.${ID}.kJ9eQy0bXwAAAAB${body}n2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4a`);

const CREATED: CustomerResource = {
  id: ID,
  object: 'customer',
  livemode: false,
  name: token('1'),
  email: token('2'),
  phone: token('3'),
  gstin: null,
  gst_category: 'regular',
  address: { line1: token('4'), line2: null, city: token('5'), state: null, postal_code: token('6'), country: token('7') },
  description: null,
  reference_id: 'user-1001',
  default_payment_method_id: null,
  kyc_status: 'none',
  metadata: { tier: 'gold' },
  balances: [],
  test_clock_id: null,
  deleted: false,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const EMPTIED = { name: null, email: null, phone: null, address: null, reference_id: null, metadata: {}, deleted: true } as const;

const STEPS: Record<CustomerEventType, [changes: Partial<CustomerResource>, previous: Record<string, unknown> | null]> = {
  'customer.created': [{}, null],
  'customer.updated': [{ phone: token('8'), updated_at: CREATED_AT + 60, sequence: 2 }, { phone: CREATED.phone }],
  'customer.deleted': [
    { ...EMPTIED, updated_at: CREATED_AT + 600, sequence: 2 },
    { name: CREATED.name, deleted: false },
  ],
};

const MEANING: Record<CustomerEventType, string> = {
  'customer.created': 'A customer was created.',
  'customer.updated': 'Something about a customer changed: see previous_attributes.',
  'customer.deleted': 'A customer was erased: what is sealed for them can be read by nobody any more.',
};

/** The events of customers. */
export const CUSTOMER_EVENTS = {
  service: 'payments' as const,
  resourceType: 'customer',
  resource: CustomerResource,
  meaning: Object.fromEntries(CUSTOMER_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as CustomerEventType];
    return exampleEvent(type, 'customer', { ...CREATED, ...changes }, previous);
  },
};
