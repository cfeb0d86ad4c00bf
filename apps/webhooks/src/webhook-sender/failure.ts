import { errors } from 'undici';
import type { AttemptErrorCode } from '#contracts';

/** How long the parts of opening a connection took, milliseconds; null where it did not get that far. */
export interface ConnectPhases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
}

/** A connection did not come to stand. The message is for operators. */
export class ConnectFailedError extends Error {
  override readonly name = 'ConnectFailedError';

  constructor(
    readonly attemptCode: AttemptErrorCode,
    detail: string,
  ) {
    super(`${attemptCode}: ${detail}`);
  }
}

/** As many requests to this network are under way as there may be. It counts as no attempt of the endpoint. */
export class NetworkLimitedError extends Error {
  override readonly name = 'NetworkLimitedError';
}

const DNS_CODES: Readonly<Record<string, AttemptErrorCode>> = {
  ENOTFOUND: 'dns_not_found',
  ENODATA: 'dns_not_found',
  EBADNAME: 'dns_not_found',
  EAI_AGAIN: 'dns_failure',
  ETIMEOUT: 'dns_timeout',
  ETIMEDOUT: 'dns_timeout',
};

const CONNECT_CODES: Readonly<Record<string, AttemptErrorCode>> = {
  ECONNREFUSED: 'connect_refused',
  ECONNRESET: 'connect_reset',
  ECONNABORTED: 'connect_reset',
  EPIPE: 'connect_reset',
  EHOSTUNREACH: 'connect_unreachable',
  ENETUNREACH: 'connect_unreachable',
  EADDRNOTAVAIL: 'connect_unreachable',
  EACCES: 'connect_unreachable',
  EPERM: 'connect_unreachable',
  ETIMEDOUT: 'connect_timeout',
};

const TLS_CODES: Readonly<Record<string, AttemptErrorCode>> = {
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  CERT_UNTRUSTED: 'tls_untrusted',
  CERT_REJECTED: 'tls_untrusted',
  CERT_REVOKED: 'tls_untrusted',
  CERT_SIGNATURE_FAILURE: 'tls_untrusted',
  CERT_CHAIN_TOO_LONG: 'tls_untrusted',
  INVALID_CA: 'tls_untrusted',
  INVALID_PURPOSE: 'tls_untrusted',
};

/** Of an error of a resolver. */
export function dnsErrorCode(error: unknown): AttemptErrorCode {
  return DNS_CODES[codeOf(error)] ?? 'dns_failure';
}

/** Of an error between the first packet and the open connection. */
export function connectErrorCode(error: unknown): AttemptErrorCode {
  return CONNECT_CODES[codeOf(error)] ?? 'connect_unreachable';
}

/** Of an error of the handshake, on either side. */
export function tlsErrorCode(error: unknown): AttemptErrorCode {
  return TLS_CODES[codeOf(error)] ?? 'tls_handshake';
}

/** Of an error that undici reports for one request. What is not known is ours. */
export function requestErrorCode(error: unknown): AttemptErrorCode {
  if (error instanceof ConnectFailedError) return error.attemptCode;
  if (error instanceof errors.HTTPParserError) return 'protocol_error';
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'protocol_error';
  if (code === 'UND_ERR_SOCKET') return socketErrorCode(error);
  return CONNECT_CODES[code] ?? 'internal';
}

/** undici tells these apart by its sentences alone; the tests of hostile replies hold them to it. */
function socketErrorCode(error: unknown): AttemptErrorCode {
  const message = error instanceof Error ? error.message : '';
  if (message === 'bad upgrade') return 'redirect_not_followed';
  return message === 'bad response' ? 'protocol_error' : 'connect_reset';
}

/** Several addresses were tried: what is said about the first stands for all. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.[0] === undefined ? '' : codeOf(errors[0]);
}
