import { invalid, type ErrorRow } from './error-row';

/** The rows of the error table for requests that are wrong in themselves: 400. */
export const BAD_REQUESTS = {
  parameter_missing: invalid(
    'A required parameter is missing.',
    'Send every parameter that errors names. /docs shows what each route requires.',
  ),
  parameter_invalid: invalid(
    'A parameter has a value that is not allowed.',
    'Change the parameter that param names; errors lists every problem of the request. /docs shows what each parameter takes.',
  ),
  parameter_unknown: invalid(
    'This route does not take one of the parameters.',
    'Remove the parameter that param names, or send it under the name that /docs shows.',
  ),
  parameters_exclusive: invalid(
    'Two of the parameters cannot be sent together.',
    'Send only one of the parameters that the message names.',
  ),
  json_invalid: invalid(
    'The request body is not valid JSON.',
    'Send one JSON object in UTF-8, for example {"amount": 50000, "currency": "INR", "payment_method": "upi"}.',
  ),
  amount_too_small: invalid(
    'The amount is below the minimum.',
    'Amounts are in the smallest unit of the currency: 50000 is INR 500.00. The message names the bound; GET /v1/payment_methods shows those of payments.',
  ),
  amount_too_large: invalid(
    'The amount is above the maximum.',
    'Amounts are in the smallest unit of the currency: 50000 is INR 500.00. The message names the bound; GET /v1/payment_methods shows those of payments.',
  ),
  currency_not_supported: invalid(
    'The currency is not supported.',
    'Send currency as an ISO 4217 code, such as INR. GET /v1/payment_methods shows which method takes which currency.',
  ),
  metadata_invalid: invalid(
    'metadata must be an object of strings, numbers and booleans, within its limits.',
    'An object has at most 50 keys of at most 40 characters, with a string of at most 500 characters, a number or a boolean each. A PATCH removes a key that is null.',
  ),
  phone_invalid: invalid(
    'The phone number is not valid.',
    'Send the number with its country code and without blanks, such as +919876543210.',
  ),
  email_invalid: invalid('The e-mail address is not valid.', 'Send one address, such as asha@example.com.'),
  url_invalid: invalid('The URL is not valid.', 'Send an absolute URL, such as https://shop.example.com/return.'),
  url_not_allowed: invalid(
    'The URL is not allowed.',
    'Send a public https URL on port 443 or 8443. For a receiver on your own machine, run "npx hundi listen --forward-to http://localhost:3000/hook".',
  ),
  limit_exceeded: invalid(
    'The largest number of these objects has been reached.',
    'Delete or cancel what is no longer needed, then repeat the request.',
  ),
  scope_unknown: invalid(
    'There is no such scope.',
    'Send scopes as <group>:read or <group>:write. The message lists those that there are.',
  ),
  cursor_invalid: invalid(
    'The cursor is not one of this list.',
    'Send next_cursor of the page before, or the id of an object of this list. Without a cursor the list begins with its first page.',
  ),
  expand_invalid: invalid(
    'expand names something that cannot be expanded here.',
    'Remove the path from expand. /docs lists what each route expands.',
  ),
  refund_amount_exceeds_available: invalid(
    'The amount is larger than what is left to refund.',
    'Send an amount of at most amount_available, or none to refund all that is left. GET /v1/payments/{id} shows it as amount_refundable.',
  ),
  capture_amount_exceeds_authorized: invalid(
    'The amount is larger than what was authorized.',
    'Send an amount of at most amount_capturable of the payment, or none to capture all of it.',
  ),
  upi_collect_not_allowed: invalid(
    'This account cannot use UPI collect.',
    'Send upi.flow intent (a link to a UPI app) or qr (a code to scan).',
  ),
  bank_not_supported: invalid('The bank is not supported.', 'Send a code that GET /v1/payment_methods lists under netbanking.'),
  document_number_invalid: invalid(
    'The document number is not valid.',
    'Compare the number with the document. In test mode, send one of the numbers at /docs/testing.',
  ),
  document_type_unsupported: invalid(
    'The document type is not supported.',
    'Send one of the document types that /docs lists at POST /v1/kyc/verifications.',
  ),
} as const satisfies Record<string, ErrorRow>;
