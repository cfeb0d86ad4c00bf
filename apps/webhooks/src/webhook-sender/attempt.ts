import type { KeyObject } from 'node:crypto';
import type { AttemptErrorCode, AttemptVerdict } from '#contracts';

/** One key of an endpoint, ready to sign with. Made by `readSigningKey`; holds a secret, so it is never logged. */
export interface SigningKey {
  /** `v1`: HMAC-SHA256. `v1a`: ed25519. */
  alg: 'v1' | 'v1a';
  key: KeyObject;
  /** Names the key in the attempt log. */
  fingerprint: string;
}

/** Everything one attempt needs, chosen when it is made: a retry of an old event carries the keys of today. */
export interface AttemptRequest {
  deliveryId: string;
  endpointId: string;
  /** The `webhook-id`: the same on every attempt. */
  eventId: string;
  /** From 1. */
  attemptNo: number;
  url: string;
  livemode: boolean;
  /** The bytes that are signed and sent, personal values unsealed. */
  body: string;
  /** Checked by `checkCustomHeaders` when they were saved. */
  customHeaders: Readonly<Record<string, string>>;
  /** Unexpired keys, newest first; at least one. */
  keys: readonly SigningKey[];
  /** From the first look-up of the name to the last byte of the answer's body, 1,000 to 30,000. */
  timeoutMs: number;
}

/** Of an attempt from which nothing came back, as far as that alone says it. */
export const NOTHING_CAME = {
  statusCode: null,
  retryAfterS: null,
  totalMs: 0,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  ttfbMs: null,
  responseHeaders: {},
  responseBody: null,
  responseBytes: 0,
  isTruncated: false,
  remoteIp: null,
} as const satisfies Partial<AttemptResult>;

/** What became of one attempt. Durations in milliseconds; null where the attempt did not get that far or used an open connection. */
export interface AttemptResult {
  verdict: AttemptVerdict;
  errorCode: AttemptErrorCode | null;
  statusCode: number | null;
  countsForBreaker: boolean;
  countsForDisable: boolean;
  /** Of a 429 or 503, in seconds, 0 to 21,600; null where the schedule applies. */
  retryAfterS: number | null;
  startedAtMs: number;
  totalMs: number;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** From the start of the attempt to the head of the answer. */
  ttfbMs: number | null;
  /** Only those of the allow list, never cookies. */
  responseHeaders: Readonly<Record<string, string>>;
  /** The first 16 KiB as text; null when there was no answer, or when it is compressed. */
  responseBody: string | null;
  /** Bytes of the body that were read, 64 KiB at most. */
  responseBytes: number;
  /** The body went on beyond what was kept or read. */
  isTruncated: boolean;
  /** For operators, never for the account: null when the guard refused. */
  remoteIp: string | null;
  keyFingerprints: readonly string[];
}

/** Makes attempts. Never throws, never rejects: whatever happens is a result. */
export interface WebhookSender {
  attempt(request: AttemptRequest): Promise<AttemptResult>;
  /** Closes all connections; attempts under way end as `internal`. */
  close(): Promise<void>;
}
