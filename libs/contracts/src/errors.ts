import { ACCESS_ERRORS } from './accounts/access-errors';
import { PEOPLE_ERRORS } from './accounts/people-errors';
import { OAUTH_ERRORS } from './apps/oauth-errors';
import { BAD_REQUESTS } from './bad-requests';
import { CLOCK_CONFLICTS } from './test-clocks/conflicts';
import { conflict, limited, passing, unauthenticated, unavailable, type ErrorRow } from './error-row';

export type { ErrorRow, ErrorType } from './error-row';

/**
 * Every error this API can answer with, once: code → HTTP status, type, retryability and default sentence
 * (docs/reference/api-conventions.md, Errors). A code without a row does not compile; the OpenAPI document lists exactly these.
 */
export const ERRORS = {
  ...BAD_REQUESTS,

  webhook_signature_invalid: unauthenticated(
    'The signature of the webhook is missing or does not match.',
    'Compare the webhook secret at the processor with the one that Hundi is configured with: docs/reference/processors.md.',
  ),

  payment_declined: {
    status: 402,
    type: 'payment_error',
    retryable: false,
    message: 'The payment was declined.',
    hint: 'Let the payer try again or choose another method: POST /v1/payments/{id}/confirm. decline_code says why; /docs/testing lists values that succeed.',
  },
  ...ACCESS_ERRORS,
  ...PEOPLE_ERRORS,
  ...OAUTH_ERRORS,

  resource_missing: {
    status: 404,
    type: 'invalid_request_error',
    retryable: false,
    message: 'No such object.',
    hint: 'Check the id, and that the key is one of the account and of the mode, test or live, in which the object was made.',
  },
  route_unknown: {
    status: 404,
    type: 'invalid_request_error',
    retryable: false,
    message: 'Unrecognized request URL.',
    hint: 'Check the method and the path against /docs. Every path of the API begins with /v1.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    retryable: false,
    message: 'Unrecognized request method for this path.',
    hint: 'Use one of the methods that the header Allow names. Updates are PATCH, not PUT.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    retryable: false,
    message: 'The request body is larger than 262144 bytes.',
    hint: 'Shorten description and metadata, or split the request into several.',
  },
  media_type_unsupported: {
    status: 415,
    type: 'invalid_request_error',
    retryable: false,
    message: 'The body must be sent as application/json.',
    hint: 'Add the header "Content-Type: application/json" and send the body as JSON.',
  },

  state_conflict: conflict(
    'The status of the object does not allow this request.',
    'The message says what stands in the way, and GET of the object shows it. Where allowed_from is not null, it lists the statuses in which the request works.',
  ),
  payment_not_refundable: conflict(
    'The payment cannot be refunded.',
    'Only captured money can be refunded. GET /v1/payments/{id} shows amount_captured and amount_refundable.',
  ),
  payment_already_captured: conflict(
    'The payment has already been captured.',
    'A payment is captured once. GET /v1/payments/{id} shows amount_captured, and as amount_refundable what can go back.',
  ),
  mandate_not_active: conflict(
    'The mandate cannot be debited: it is not active.',
    'GET /v1/mandates/{id} shows its status. The payer approves a new mandate; whom paused_by names resumes a paused one; in place of an ended one create another: POST /v1/mandates.',
  ),
  mandate_amount_exceeded: conflict(
    'The amount is above that of the mandate.',
    'The payer agreed to at most max_amount of the mandate. Debit less, or have the payer approve a larger mandate: POST /v1/mandates.',
  ),
  mandate_cycle_used: conflict(
    'The mandate takes one debit a cycle, and this one is taken.',
    'Debit in the next cycle (debit_after_at of a debit), or under a mandate whose frequency is as_presented, which takes any number.',
  ),
  invoice_not_payable: conflict(
    'The invoice cannot be paid now.',
    'GET /v1/invoices/{id} shows its status, and the payment or debit that is under way.',
  ),
  invoice_series_exhausted: conflict(
    'Every number of this prefix and financial year is taken.',
    'PATCH /v1/tax_settings with another invoice_prefix begins a new series.',
  ),
  ...CLOCK_CONFLICTS,
  refund_already_processed: conflict(
    'The refund has already been paid out.',
    'GET /v1/refunds/{id} shows when it was paid out. A refund that was paid out cannot be taken back.',
  ),
  idempotency_key_in_use: passing(
    'Another request with this Idempotency-Key is still running.',
    'Repeat the request with the same Idempotency-Key after Retry-After. GET /v1/idempotency_keys/{key} shows whether it has ended.',
  ),
  resource_already_exists: conflict(
    'An object with these values already exists.',
    'Use the object that existing_id names, or send other values.',
  ),
  lock_timeout: passing(
    'Too many requests are changing this object at the same time.',
    'Repeat the request with the same Idempotency-Key, and send changes of one object one after another.',
  ),

  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    retryable: false,
    message: 'This Idempotency-Key has been used for a request with another method, path or body.',
    hint: 'Send a new Idempotency-Key with a new request. To repeat a request, send the same method, path and body.',
  },

  rate_limited: limited(
    'Too many requests.',
    'Wait as long as Retry-After says. In place of polling, register a webhook endpoint: POST /v1/webhook_endpoints.',
  ),
  concurrency_limited: limited(
    'Too many requests at the same time.',
    'Wait as long as Retry-After says, and send fewer requests at the same time.',
  ),

  internal_error: {
    status: 500,
    type: 'api_error',
    retryable: false,
    message: 'Something went wrong on our side.',
    hint: 'Give request_id to the operator of this installation: the log has the cause under it. Repeat a write only with its Idempotency-Key.',
  },
  outcome_unknown: unavailable(
    'The outcome of the request is not known yet; it may still take effect.',
    'Wait as long as Retry-After says, then repeat the request with the same Idempotency-Key, or GET the address in Location.',
  ),
  service_unavailable: unavailable(
    'The service is not available right now. The request changed nothing.',
    'Wait as long as Retry-After says, then repeat the request with the same Idempotency-Key. GET /health/ready shows what is missing.',
  ),
  projection_behind: unavailable(
    'The list has not reached min_position yet.',
    'Repeat the request after Retry-After, or leave out min_position.',
  ),
  maintenance: unavailable('The service is down for maintenance.'),
  command_expired: unavailable('The request waited too long and was not carried out.', 'Repeat the request with the same Idempotency-Key.'),

  processor_unavailable: {
    status: 502,
    type: 'processor_error',
    retryable: true,
    message: 'The payment processor is not available.',
    hint: 'Repeat the request with the same Idempotency-Key after some seconds, or offer the payer another method.',
  },
  processor_not_configured: {
    status: 503,
    type: 'processor_error',
    retryable: true,
    // Only an operator can mend it, which takes minutes at best.
    retryAfterS: 60,
    message: 'No payment processor is configured for live mode.',
    hint: 'Use a test key, or configure a processor: docs/how-to/go-live.md names the settings.',
  },
  processor_timeout: {
    status: 504,
    type: 'processor_error',
    retryable: true,
    message: 'The payment processor did not answer in time.',
    hint: 'Do not pay again: GET /v1/payments/{id} until its status is no longer processing, or wait for its webhook.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem with one field of a request. */
export interface FieldProblem {
  /** Dotted path of the field, for example `customer.phone`. */
  param: string;
  code: ErrorCode;
  message: string;
  /** A finer machine word where one exists, for example `live_card_in_sandbox`. */
  reason?: string;
}

/** What may be said about an error beyond its code. Everything here is public: no secret, no internal name. */
export interface ErrorDetails {
  message?: string;
  param?: string;
  decline_code?: string;
  source?: string;
  step?: string;
  reason?: string;
  hint?: string;
  payment_id?: string;
  /** Of a stored answer the request that got it first; that of now unless given. */
  request_id?: string;
  /** The object that stands in the way, with `resource_already_exists`. */
  existing_id?: string;
  /** The state that stood in the way, with `state_conflict`. */
  current_status?: string;
  /** The states from which the action is allowed, with `state_conflict`. */
  allowed_from?: string[];
  /** What is left, in minor units, with `refund_amount_exceeds_available`. */
  amount_available?: number;
  errors?: FieldProblem[];
}

/** A named "no": the code decides status and type, the details explain. Returned by deciders, stored with commands. */
export interface Refusal {
  code: ErrorCode;
  details?: ErrorDetails;
}

/** A field that is wrong for what the service knows. @param message goes after the name of the field: `must be …`. */
export function invalidParameter(param: string, message: string, reason: string): Refusal {
  return { code: 'parameter_invalid', details: { message: `${param} ${message}`, param, reason } };
}
