import type { AttemptErrorCode, AttemptVerdict } from '#contracts';

/** What follows from how an attempt ended (docs/reference/webhooks.md, Outcomes of an attempt). */
export interface Outcome {
  verdict: AttemptVerdict;
  errorCode: AttemptErrorCode | null;
  /** One of five in a row that open the breaker of the endpoint. */
  countsForBreaker: boolean;
  /** Evidence that the endpoint is broken for good. */
  countsForDisable: boolean;
}

const outcome = (verdict: AttemptVerdict, errorCode: AttemptErrorCode | null, counts: { breaker: boolean; disable: boolean }): Outcome => ({
  verdict,
  errorCode,
  countsForBreaker: counts.breaker,
  countsForDisable: counts.disable,
});

const NEITHER = { breaker: false, disable: false };
const BOTH = { breaker: true, disable: true };
const DISABLE_ONLY = { breaker: false, disable: true };

const DELIVERED = outcome('delivered', null, NEITHER);
const REDIRECT = outcome('failed', 'redirect_not_followed', DISABLE_ONLY);
const REFUSED = outcome('failed', 'http_4xx', DISABLE_ONLY);
/** 408 and 425 speak of the moment, not of the request: the receiver is in trouble. */
const REFUSED_FOR_NOW = outcome('failed', 'http_4xx', BOTH);
const GONE = outcome('gone', 'gone', NEITHER);
const RATE_LIMITED = outcome('rate_limited', 'rate_limited', NEITHER);
const FAILED = outcome('failed', 'http_5xx', BOTH);
const MALFORMED = outcome('failed', 'protocol_error', BOTH);

const BY_STATUS: ReadonlyMap<number, Outcome> = new Map([
  [101, REDIRECT],
  [408, REFUSED_FOR_NOW],
  [410, GONE],
  [425, REFUSED_FOR_NOW],
  [429, RATE_LIMITED],
]);
const BY_CLASS: ReadonlyMap<number, Outcome> = new Map([
  [2, DELIVERED],
  [3, REDIRECT],
  [4, REFUSED],
  [5, FAILED],
]);

/** By the status of the final head. A number that HTTP does not know is a protocol error. */
export function outcomeOfStatus(status: number): Outcome {
  return BY_STATUS.get(status) ?? BY_CLASS.get(Math.floor(status / 100)) ?? MALFORMED;
}

/** By what happened instead of a head. */
export function outcomeOfError(code: AttemptErrorCode): Outcome {
  if (code === 'destination_blocked') return outcome('blocked', code, NEITHER);
  if (code === 'internal') return outcome('internal', code, NEITHER);
  if (code === 'redirect_not_followed') return REDIRECT;
  return outcome('failed', code, BOTH);
}
