import type { ErrorCode } from '#contracts';
import { ApiError } from '../http/api-error';
import { isOfAnotherObject, isRefusalForGood } from './discard-rules';

describe('the data key of a new object', () => {
  it.each<ErrorCode>(['state_conflict', 'command_expired', 'idempotency_key_reused'])('is discarded after the refusal %s', (code) => {
    expect(isRefusalForGood(new ApiError(code))).toBe(true);
  });

  it.each<ErrorCode>(['outcome_unknown', 'service_unavailable', 'internal_error', 'lock_timeout'])(
    'is kept after %s: the command may be on its topic and still be accepted',
    (code) => {
      expect(isRefusalForGood(new ApiError(code))).toBe(false);
    },
  );

  it('is kept after an error that is no answer', () => {
    expect(isRefusalForGood(new Error('a bug'))).toBe(false);
  });

  it('is discarded when an earlier request with the same Idempotency-Key made another object', () => {
    expect(isOfAnotherObject({ replayed: true, streamId: 'cust_1' }, 'cust_2')).toBe(true);
  });

  it.each([true, false])('is kept when the answer shows this object (replayed: %s)', (replayed) => {
    expect(isOfAnotherObject({ replayed, streamId: 'cust_1' }, 'cust_1')).toBe(false);
  });
});
