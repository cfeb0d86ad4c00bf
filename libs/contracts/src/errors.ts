/** The classes of error a caller can branch on (spec/api.md 2.4). */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'payment_error'
  | 'permission_error'
  | 'conflict_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'processor_error';

export interface ErrorRow {
  readonly status: number;
  readonly type: ErrorType;
  /** Whether the very same request, with the same Idempotency-Key, may succeed later. */
  readonly retryable: boolean;
  /** `Retry-After` when the place that raised the error names no time, in seconds; 1 unless given. */
  readonly retryAfterS?: number;
  /** The sentence a caller reads when the place that raised the error has nothing more precise to say. */
  readonly message: string;
}

const invalid = (message: string): ErrorRow => ({ status: 400, type: 'invalid_request_error', retryable: false, message });
const unauthenticated = (message: string): ErrorRow => ({ status: 401, type: 'authentication_error', retryable: false, message });
const forbidden = (message: string): ErrorRow => ({ status: 403, type: 'permission_error', retryable: false, message });
const conflict = (message: string, retryable = false): ErrorRow => ({ status: 409, type: 'conflict_error', retryable, message });
const limited = (message: string): ErrorRow => ({ status: 429, type: 'rate_limit_error', retryable: true, message });
const unavailable = (message: string): ErrorRow => ({ status: 503, type: 'api_error', retryable: true, message });

/**
 * Every error this API can answer with, once: code → HTTP status, type, retryability and default sentence
 * (spec/api.md 2.4). A code without a row does not compile; the OpenAPI document lists exactly these.
 */
export const ERRORS = {
  parameter_missing: invalid('A required parameter is missing.'),
  parameter_invalid: invalid('A parameter has a value that is not allowed.'),
  parameter_unknown: invalid('A parameter is not known to this route.'),
  parameters_exclusive: invalid('Two parameters exclude each other.'),
  json_invalid: invalid('The request body is not acceptable JSON.'),
  amount_too_small: invalid('The amount is below the minimum.'),
  amount_too_large: invalid('The amount is above the maximum.'),
  currency_not_supported: invalid('The currency is not supported.'),
  metadata_invalid: invalid('metadata must be a flat object within its bounds.'),
  phone_invalid: invalid('The phone number is not a valid E.164 number.'),
  email_invalid: invalid('The e-mail address is not valid.'),
  url_invalid: invalid('The URL is not valid.'),
  url_not_allowed: invalid('The URL is not allowed.'),
  limit_exceeded: invalid('A limit on the number of objects is reached.'),
  cursor_invalid: invalid('The cursor is not valid.'),
  expand_invalid: invalid('An expand path is not valid.'),
  refund_amount_exceeds_available: invalid('The refund is larger than what is left to refund.'),
  capture_amount_exceeds_authorized: invalid('The capture is larger than what was authorized.'),
  upi_collect_not_allowed: invalid('UPI collect is not open to this account.'),
  bank_not_supported: invalid('The bank is not supported.'),
  document_number_invalid: invalid('The document number is not valid.'),
  document_type_unsupported: invalid('The document type is not supported.'),

  api_key_missing: unauthenticated('Send your API key as "Authorization: Bearer <key>".'),
  api_key_invalid: unauthenticated('The API key is not valid.'),
  api_key_revoked: unauthenticated('The API key has been revoked.'),
  token_expired: unauthenticated('The access token has expired.'),
  webhook_signature_invalid: unauthenticated('The webhook does not carry a valid signature of the processor.'),

  payment_declined: { status: 402, type: 'payment_error', retryable: false, message: 'The payment was declined.' },

  scope_insufficient: forbidden('The key does not carry the scope that this route needs.'),
  key_restricted: forbidden('This kind of key may not call this route.'),
  live_mode_not_enabled: forbidden('Live mode is not enabled for this account.'),
  ip_not_allowed: forbidden('The key may not be used from this address.'),

  resource_missing: { status: 404, type: 'invalid_request_error', retryable: false, message: 'No such object.' },
  route_unknown: { status: 404, type: 'invalid_request_error', retryable: false, message: 'No such route.' },
  method_not_allowed: { status: 405, type: 'invalid_request_error', retryable: false, message: 'The route does not take this method.' },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    retryable: false,
    message: 'The request body is larger than 262144 bytes.',
  },
  media_type_unsupported: { status: 415, type: 'invalid_request_error', retryable: false, message: 'Send the body as application/json.' },

  state_conflict: conflict('The object is in a state that does not allow this.'),
  payment_not_refundable: conflict('The payment cannot be refunded.'),
  payment_already_captured: conflict('The payment is captured already.'),
  refund_already_processed: conflict('The refund is processed already.'),
  idempotency_key_in_use: conflict('A request with this Idempotency-Key is still running.', true),
  resource_already_exists: conflict('Such an object exists already.'),
  lock_timeout: conflict('Too many requests change this object at once.', true),

  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    retryable: false,
    message: 'This Idempotency-Key was used for a request with another method, path or body.',
  },

  rate_limited: limited('Too many requests.'),
  concurrency_limited: limited('Too many requests at the same time.'),

  internal_error: { status: 500, type: 'api_error', retryable: false, message: 'Something went wrong on our side.' },
  outcome_unknown: unavailable(
    'The outcome is not known yet and the request may still take effect. Repeat it with the same Idempotency-Key, or GET the Location.',
  ),
  service_unavailable: unavailable('The service is not available right now. Nothing happened.'),
  projection_behind: unavailable('The list has not caught up with that position yet.'),
  maintenance: unavailable('The service is in maintenance.'),
  command_expired: unavailable('The request waited longer than its deadline and was not carried out.'),

  processor_unavailable: { status: 502, type: 'processor_error', retryable: true, message: 'The payment processor is not available.' },
  processor_not_configured: {
    status: 503,
    type: 'processor_error',
    retryable: true,
    // Only an operator can mend it, which takes minutes at best.
    retryAfterS: 60,
    message: 'No processor is configured for live mode.',
  },
  processor_timeout: { status: 504, type: 'processor_error', retryable: true, message: 'The payment processor did not answer in time.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem with one field of a request. */
export interface FieldProblem {
  /** Dotted path of the field, for example `customer.phone`. */
  param: string;
  code: ErrorCode;
  message: string;
  /** A finer machine word where one exists, for example `live_card_in_sandbox` (spec/india.md). */
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
