import type { ErrorCode } from '#contracts';
import { expansionsOf } from '../lists/expand';

export const CUSTOMER_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
export const PAYMENT_METHOD_ID = {
  name: 'pm_id',
  schema: { type: 'string', maxLength: 64 },
  example: 'pm_0TgWzRaB07xK2mNq5Yd8Vf3L',
} as const;

/** What can be shown whole in a customer. */
export const CUSTOMER_EXPAND = expansionsOf('customer');

/** What a customer's fields can be refused with, beside what every write can. */
export const CUSTOMER_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'document_number_invalid',
  'resource_already_exists',
];
