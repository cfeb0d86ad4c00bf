import type { ErrorCode } from '#contracts';

export const CUSTOMER_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
export const PAYMENT_METHOD_ID = {
  name: 'pm_id',
  schema: { type: 'string', maxLength: 64 },
  example: 'pm_0TgWzRaB07xK2mNq5Yd8Vf3L',
} as const;

/** What a customer's fields can be refused with, beside what every write can. */
export const CUSTOMER_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'document_number_invalid',
  'resource_already_exists',
];

export const CREATE_CUSTOMER_EXAMPLES = {
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
};
