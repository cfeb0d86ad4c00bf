import { PAYMENT_METHOD_EVENT_TYPES, PaymentMethodResource, sealedAs, type PaymentMethodEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const ATTACHED: PaymentMethodResource = {
  id: 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc',
  object: 'payment_method',
  livemode: false,
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  type: 'card',
  status: 'attached',
  card: { network: 'visa', last4: '0005', expiry: '12/2030', international: false, network_token: false },
  upi: null,
  fingerprint: sealedAs<string>('~s1.cust_0VB3xQ9k42Hb6t5VnMq1RdXa.kJ9eQy0bXwAAAABfn2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4a'),
  payment_id: null,
  deleted: false,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const STEPS: Record<PaymentMethodEventType, [changes: Partial<PaymentMethodResource>, previous: Record<string, unknown> | null]> = {
  'payment_method.attached': [{}, null],
  'payment_method.updated': [
    {
      card: { network: 'visa', last4: '0005', expiry: '06/2033', international: false, network_token: false },
      updated_at: CREATED_AT + 300,
      sequence: 2,
    },
    { card: { network: 'visa', last4: '0005', expiry: '12/2030', international: false, network_token: false } },
  ],
  'payment_method.detached': [
    { status: 'detached', deleted: true, updated_at: CREATED_AT + 600, sequence: 2 },
    { status: 'attached', deleted: false },
  ],
};

const MEANING: Record<PaymentMethodEventType, string> = {
  'payment_method.attached': 'An instrument was saved for a customer.',
  'payment_method.updated': 'A saved card was saved again with another expiry date.',
  'payment_method.detached': 'A saved instrument was removed: nothing can be paid with it any more.',
};

/** The events of saved instruments. */
export const PAYMENT_METHOD_EVENTS = {
  service: 'payments' as const,
  resourceType: 'payment_method',
  resource: PaymentMethodResource,
  meaning: Object.fromEntries(PAYMENT_METHOD_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as PaymentMethodEventType];
    return exampleEvent(type, 'payment_method', { ...ATTACHED, ...changes }, previous);
  },
};
