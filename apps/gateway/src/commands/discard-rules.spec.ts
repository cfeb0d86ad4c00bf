import type { ErrorCode } from '#contracts';
import { ApiError } from '../http/api-error';
import { isOfEarlierRequest, isRefusalForGood } from './discard-rules';
import { NewIds } from './new-ids';

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

  const newIds = new NewIds((kind) => `${kind}_2`);
  newIds.of('customer');

  it('is discarded when an earlier request with the same Idempotency-Key made another object', () => {
    expect(isOfEarlierRequest({ replayed: true, streamId: 'customer_1' }, newIds)).toBe(true);
  });

  it.each([true, false])('is kept when the answer shows this object (replayed: %s)', (replayed) => {
    expect(isOfEarlierRequest({ replayed, streamId: 'customer_2' }, newIds)).toBe(false);
  });
});
