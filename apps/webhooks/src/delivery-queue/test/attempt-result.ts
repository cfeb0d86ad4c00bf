import { NOTHING_CAME, type AttemptResult } from '../../webhook-sender/attempt';

/** An attempt as the webhook sender reports it: it failed without an answer, unless a test says otherwise. */
export function attemptResult(changes: Partial<AttemptResult> & Pick<AttemptResult, 'startedAtMs'>): AttemptResult {
  const counts = { countsForBreaker: false, countsForDisable: false };
  return { ...NOTHING_CAME, ...counts, verdict: 'failed', errorCode: null, keyFingerprints: [], ...changes };
}
