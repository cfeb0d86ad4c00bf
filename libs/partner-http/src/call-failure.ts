/**
 * Why a call brought no answer. `not_sent`: nothing left this process, or the connection never stood. `unanswered`: sent,
 * and what became of it is not known. `server_error`: 5xx, what became of it is not known either. `rate_limited`: 429, not
 * taken on.
 */
export type CallFailure = 'not_sent' | 'unanswered' | 'server_error' | 'rate_limited';

/** The message carries neither address nor body. */
export class CallFailedError extends Error {
  override readonly name = 'CallFailedError';

  constructor(
    readonly failure: CallFailure,
    detail: string,
    /** The caller gave the call up before its time was over: this says nothing about the partner. */
    readonly isGivenUp = false,
  ) {
    super(`${failure}: ${detail}`);
  }
}

/** Errors of undici and of Node that happen before a byte of the request has left. */
const BEFORE_SENDING = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Without a route the kernel refuses to connect, and may do the same to a connection that stood (RFC 1122 4.2.3.9). Only
 * the system call tells the two apart.
 */
const WITHOUT_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH']);
const BEFORE_CONNECTED = new Set(['connect', 'getaddrinfo']);

/** Anything that is not certainly before the sending may have arrived. */
export function failureOf(error: unknown, signal?: AbortSignal): CallFailedError {
  const { code, name } = error as { code?: string; name?: string };
  const word = String(code ?? name ?? 'error').slice(0, 64);
  return new CallFailedError(isBeforeSending(word, error) ? 'not_sent' : 'unanswered', word, isGivenUp(signal));
}

/** Whether the signal says stop for another reason than that time is over. */
export function isGivenUp(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && (signal.reason as { name?: unknown } | undefined)?.name !== 'TimeoutError';
}

function isBeforeSending(word: string, error: unknown): boolean {
  if (!WITHOUT_ROUTE.has(word)) return BEFORE_SENDING.has(word);
  // Several addresses of one host were tried: every one of them by a system call of its own.
  const { errors = [error] } = error as { errors?: unknown[] };
  return errors.every((one) => BEFORE_CONNECTED.has(String((one as { syscall?: unknown }).syscall)));
}
