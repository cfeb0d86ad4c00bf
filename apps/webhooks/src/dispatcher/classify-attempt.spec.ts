import fc from 'fast-check';
import { attemptResult } from '../delivery-queue/test/attempt-result';
import type { AttemptResult } from '../webhook-sender/attempt';
import type { LeasedDelivery } from '../delivery-queue/delivery-queue';
import { expire, releaseClaimed, classifyAttempt } from './classify-attempt';

const NOW_MS = 1_795_219_200_000;
const HOUR_MS = 3_600_000;

function delivery(changes: Partial<LeasedDelivery> = {}): LeasedDelivery {
  return {
    deliveryId: 'whd_1',
    leaseToken: 'token',
    endpointId: 'we_1',
    accountId: 'acct_1',
    livemode: true,
    endpointVersion: 1,
    eventId: 'evt_1',
    class: 0,
    trigger: 'auto',
    attemptsMade: 0,
    createdAtMs: NOW_MS - 10,
    dueAtMs: NOW_MS - 10,
    firstAttemptAtMs: null,
    expiresAtMs: null,
    body: '{}',
    ...changes,
  };
}

const result = (changes: Partial<AttemptResult>): AttemptResult => attemptResult({ startedAtMs: NOW_MS, totalMs: 2_000, ...changes });

const classify = (changes: Partial<AttemptResult>, of: Partial<LeasedDelivery> = {}) =>
  classifyAttempt(delivery(of), result(changes), () => 0.5);

describe('what becomes of a delivery (docs/reference/webhooks.md, Outcomes of an attempt)', () => {
  it('succeeds when it was delivered', () => {
    expect(classify({ verdict: 'delivered', statusCode: 204 })).toMatchObject({
      final_state: 'succeeded',
      attempt_no: 1,
      is_attempt: true,
    });
  });

  it('ends with a 410: nothing is gained by another try', () => {
    expect(classify({ verdict: 'gone', statusCode: 410 })).toMatchObject({ final_state: 'exhausted', reason: 'gone' });
  });

  it.each(['failed', 'rate_limited', 'blocked'] as const)('is tried again when %s, counted from the end of the attempt', (verdict) => {
    expect(classify({ verdict })).toMatchObject({ final_state: null, attempt_no: 1, next_attempt_at_ms: NOW_MS + 2_000 + 5_000 });
  });

  it('is exhausted after the last attempt of its mode', () => {
    expect(classify({}, { attemptsMade: 13, firstAttemptAtMs: NOW_MS })).toMatchObject({
      final_state: 'exhausted',
      reason: 'attempts',
      attempt_no: 14,
    });
    expect(classify({}, { attemptsMade: 3, livemode: false })).toMatchObject({ final_state: 'exhausted', attempt_no: 4 });
    expect(classify({}, { attemptsMade: 3 })).toMatchObject({ final_state: null });
  });

  it('expires when the next attempt would come more than 80 hours after the first', () => {
    const old = { attemptsMade: 12, firstAttemptAtMs: NOW_MS - 60 * HOUR_MS, expiresAtMs: NOW_MS + 20 * HOUR_MS };
    expect(classify({}, old)).toMatchObject({ final_state: 'expired', reason: 'age', attempt_no: 13 });
    expect(classify({}, { ...old, expiresAtMs: NOW_MS + 23 * HOUR_MS })).toMatchObject({ final_state: null });
  });

  it('says with the first attempt when it expires', () => {
    expect(classify({})).toMatchObject({ first_attempt_at_ms: NOW_MS, expires_at_ms: NOW_MS + 80 * HOUR_MS });
  });

  it('loses no attempt to a fault of ours, and is not logged as one', () => {
    expect(classify({ verdict: 'internal', totalMs: 0 }, { attemptsMade: 2 })).toMatchObject({
      is_attempt: false,
      attempt_no: 2,
      final_state: null,
      next_attempt_at_ms: NOW_MS + 10_000,
      first_attempt_at_ms: null,
    });
  });

  it('is handed back as it was', () => {
    expect(releaseClaimed(delivery({ attemptsMade: 2 }), () => 0)).toMatchObject({
      kind: 'returned',
      attempt_no: 2,
      next_attempt_at_ms: NOW_MS - 10,
      final_state: null,
    });
    expect(expire(delivery({ attemptsMade: 2 }), 'age', () => 0)).toMatchObject({
      is_attempt: false,
      attempt_no: 2,
      final_state: 'expired',
    });
  });

  it('never comes earlier than Retry-After says, and always ends after at most 14 attempts', () => {
    const check = fc.property(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.array(fc.integer({ min: 0, max: 21_600 }), { minLength: 14, maxLength: 14 }),
      (unit, waits) => {
        let current = delivery();
        for (const [index, retryAfterS] of waits.entries()) {
          const row = classifyAttempt(current, result({ verdict: 'rate_limited', retryAfterS }), () => unit);
          expect(row.attempt_no).toBe(index + 1);
          if (row.final_state !== null) return;
          expect(row.next_attempt_at_ms).toBeGreaterThanOrEqual(NOW_MS + 2_000 + retryAfterS * 1_000);
          current = { ...current, attemptsMade: row.attempt_no };
        }
        throw new Error('it never ended');
      },
    );
    fc.assert(check);
  });
});
