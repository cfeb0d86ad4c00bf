import { CustomerResource, DeletedCustomer, ExpandedCustomer } from '#contracts';
import type { ErrorCode } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

export const CUSTOMER_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What a customer's fields can be refused with, beside what every write can. */
const CUSTOMER_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'document_number_invalid',
  'resource_already_exists',
];

/** What the reference says of each route of customers. */
export const CUSTOMER_DOCS = {
  create: {
    summary: 'Create a customer',
    description:
      'One of name, email, phone and reference_id is needed: otherwise 400 parameter_missing with reason customer_unrecognizable.',
    answer: { status: 201, description: 'The customer.', type: CustomerResource },
    errors: [...CUSTOMER_FIELD_ERRORS, 'resource_missing', 'limit_exceeded'],
  },
  list: { summary: 'List customers', item: ExpandedCustomer },
  get: { summary: 'Retrieve a customer', params: [CUSTOMER_ID], answer: { description: 'The customer.', type: ExpandedCustomer } },
  update: {
    summary: 'Change a customer',
    description:
      'One of name, email, phone and reference_id has to be left: otherwise 400 parameter_missing with reason customer_unrecognizable.',
    params: [CUSTOMER_ID],
    answer: { status: 200, description: 'The customer.', type: CustomerResource },
    isBodyOptional: true,
    errors: CUSTOMER_FIELD_ERRORS,
  },
  delete: {
    summary: 'Erase the personal data of a customer',
    description:
      'Names, addresses and whatever else is personal cannot be read any more, in past events neither. `reference_id` and `metadata` are emptied in the record, but past events, `as_of` and stored webhook bodies still show them: put nothing personal there.',
    params: [CUSTOMER_ID],
    answer: { status: 200, description: 'That it is erased.', type: DeletedCustomer },
  },
} as const satisfies Record<string, RouteDocs>;
