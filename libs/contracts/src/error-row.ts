/** The classes of error a caller can branch on (`/docs/errors`). */
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
  /** What to do, when the place that raised the error says nothing more precise: what to call, change, read or run. */
  readonly hint?: string;
}

export const invalid = (message: string, hint?: string): ErrorRow => ({
  status: 400,
  type: 'invalid_request_error',
  retryable: false,
  message,
  hint,
});
export const unauthenticated = (message: string, hint?: string): ErrorRow => ({
  status: 401,
  type: 'authentication_error',
  retryable: false,
  message,
  hint,
});
export const forbidden = (message: string, hint?: string): ErrorRow => ({
  status: 403,
  type: 'permission_error',
  retryable: false,
  message,
  hint,
});
export const conflict = (message: string, hint?: string): ErrorRow => ({
  status: 409,
  type: 'conflict_error',
  retryable: false,
  message,
  hint,
});
/** A conflict that time ends. */
export const passing = (message: string, hint?: string): ErrorRow => ({ ...conflict(message, hint), retryable: true });
export const limited = (message: string, hint?: string): ErrorRow => ({
  status: 429,
  type: 'rate_limit_error',
  retryable: true,
  message,
  hint,
});
export const unavailable = (message: string, hint?: string): ErrorRow => ({
  status: 503,
  type: 'api_error',
  retryable: true,
  message,
  hint,
});
