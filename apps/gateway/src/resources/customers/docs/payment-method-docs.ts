import { DeletedPaymentMethod, PaymentMethodResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { CUSTOMER_ID } from './customer-docs';

const PAYMENT_METHOD_ID = {
  name: 'pm_id',
  schema: { type: 'string', maxLength: 64 },
  example: 'pm_0TgWzRaB07xK2mNq5Yd8Vf3L',
} as const;

/** What the reference says of each route of saved payment methods. */
export const PAYMENT_METHOD_DOCS = {
  save: {
    summary: 'Save a payment method of a customer',
    params: [CUSTOMER_ID],
    answer: {
      status: 201,
      description: 'The saved payment method.',
      type: PaymentMethodResource,
      existing: 'Saved before; a card may expire later.',
    },
    errors: [
      'parameter_missing',
      'parameter_invalid',
      'parameters_exclusive',
      'limit_exceeded',
      'upi_collect_not_allowed',
      'resource_missing',
    ],
  },
  list: {
    summary: 'List the saved payment methods of a customer',
    params: [CUSTOMER_ID],
    item: PaymentMethodResource,
    errors: ['resource_missing'],
  },
  get: {
    summary: 'Retrieve a saved payment method',
    params: [CUSTOMER_ID, PAYMENT_METHOD_ID],
    answer: { description: 'The saved payment method.', type: PaymentMethodResource },
  },
  remove: {
    summary: 'Remove a saved payment method',
    params: [CUSTOMER_ID, PAYMENT_METHOD_ID],
    answer: { status: 200, description: 'That it is removed.', type: DeletedPaymentMethod },
  },
} as const satisfies Record<string, RouteDocs>;
