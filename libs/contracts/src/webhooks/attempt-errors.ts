/**
 * Why an attempt to deliver failed (docs/reference/webhooks.md), with the only text an account ever reads about it: details of
 * resolvers, addresses and certificates stay in the logs of the operator, so that the attempt log is no port scanner.
 */
export const ATTEMPT_ERRORS = {
  redirect_not_followed: 'The receiver answered with a redirect. Redirects are never followed: give the final URL.',
  http_4xx: 'The receiver refused the request.',
  http_5xx: 'The receiver failed.',
  gone: 'The receiver answered 410: the endpoint is disabled.',
  rate_limited: 'The receiver asked for fewer requests.',
  dns_not_found: 'The host name does not exist or has no address.',
  dns_failure: 'The name server of the host name failed.',
  dns_timeout: 'The name server of the host name did not answer in time.',
  connect_refused: 'The receiver refused the connection.',
  connect_reset: 'The receiver closed the connection before it answered.',
  connect_unreachable: 'The receiver cannot be reached.',
  connect_timeout: 'The receiver did not accept the connection in time.',
  tls_expired: 'The certificate of the receiver is expired or not valid yet.',
  tls_wrong_name: 'The certificate of the receiver is for another name.',
  tls_untrusted: 'The certificate of the receiver is not signed by a trusted authority, or its chain is incomplete.',
  tls_handshake: 'No TLS connection could be agreed on; TLS 1.2 is the minimum.',
  timeout: 'The receiver did not answer in time.',
  protocol_error: 'The answer of the receiver is not valid HTTP/1.1.',
  destination_blocked: 'The destination is not allowed.',
  internal: 'The attempt failed on our side and is repeated.',
} as const satisfies Record<string, string>;

/** The closed list of reasons. */
export type AttemptErrorCode = keyof typeof ATTEMPT_ERRORS;

/**
 * What follows from an attempt: `delivered`; `failed` (retry); `gone` (disable the endpoint); `rate_limited` (slow down and
 * retry); `blocked` (the guard refused: retry, three in a row disable); `internal` (our fault: retry, no attempt consumed).
 */
export type AttemptVerdict = 'delivered' | 'failed' | 'gone' | 'rate_limited' | 'blocked' | 'internal';
