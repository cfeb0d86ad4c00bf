import type { AttemptResult } from '../src/courier/attempt';

/** An attempt as the courier tells of it: it failed without an answer, unless a test says otherwise. */
export function attemptResult(changes: Partial<AttemptResult> & Pick<AttemptResult, 'startedAtMs'>): AttemptResult {
  return {
    verdict: 'failed',
    errorCode: null,
    statusCode: null,
    countsForBreaker: false,
    countsForDisable: false,
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
    keyFingerprints: [],
    ...changes,
  };
}
