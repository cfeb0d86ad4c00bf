/** Bounds of what an account chooses about an endpoint, and what holds where it chooses nothing (docs/reference/webhooks.md, Limits). */
export const ENDPOINT_LIMITS = {
  descriptionLengthMax: 255,
  maxInFlight: { min: 1, max: 64, preset: 16 },
  ratePerSecond: { min: 1, max: 1_000 },
  timeoutMs: { min: 1_000, max: 30_000, preset: 15_000 },
  gracePeriodSeconds: { min: 0, max: 604_800, preset: 86_400 },
} as const;

/** Headers that an account may add to its webhooks (docs/reference/webhooks.md, The request). */
export const CUSTOM_HEADERS_MAX = 10;
/** A token of RFC 9110, section 5.6.2. */
export const CUSTOM_HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable latin1 and tab: no CR, no LF, no NUL, nothing that one byte cannot hold. */
export const CUSTOM_HEADER_VALUE = /^[\t\x20-\x7e\u00a0-\u00ff]*$/;
