import { API_VERSION, containsCardNumber, containsDocumentNumber } from '#contracts';

/**
 * Sent with every answer (docs/reference/security.md, API8). Nothing here runs in a browser except the documentation,
 * which replaces the policy with its own; answers hold personal data, so no proxy may store them.
 */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'api-version': API_VERSION,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sent over TLS alone: over plain HTTP a browser must ignore it (RFC 6797, 7.2). */
export const TRANSPORT_SECURITY = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A caller's own request id comes back as it was, when it is 1 to 200 printable ASCII characters and no number to keep secret. */
const ECHOED = /^[\x21-\x7e]{1,200}$/;

/** The caller's `X-Request-Id` if it may be echoed, else undefined. */
export function echoableRequestId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !ECHOED.test(header)) return undefined;
  return containsCardNumber(header) || containsDocumentNumber(header) ? undefined : header;
}

/** The body of an answer as text; status and headers are in the reply already. */
export type Answer = string | null;
