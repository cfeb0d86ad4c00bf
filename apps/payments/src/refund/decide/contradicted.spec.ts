import {
  DAY_MS,
  given,
  NOW_MS,
  recordRefund,
  REFUND_AT_NETWORK,
  REFUND_HISTORY,
  refundAnswer,
  shortOfRefund,
} from '../../../test/refund-histories';
import type { RefundAnswer } from './refund-result';
import { askAtMs } from '../timers';

const MINUTE_MS = 60_000;

describe('money that leaves for a refund that was over without', () => {
  const networkEnds = {
    failed: [...REFUND_AT_NETWORK, REFUND_HISTORY.failed[1]],
    cancelled: [...REFUND_AT_NETWORK, REFUND_HISTORY.cancelled[1]],
  };
  const paid = recordRefund(refundAnswer('processed'));
  const asked = (state: RefundAnswer['state']) => recordRefund(refundAnswer(state), true);

  describe.each(['failed', 'cancelled'] as const)('%s', (end) => {
    const contradicted = [...networkEnds[end], ...given(networkEnds[end]).when(paid).events];

    it('is polled at once when it is reported, and reported twice it is polled once', () => {
      const { state } = given(contradicted);
      expect([shortOfRefund(contradicted.slice(-1)), askAtMs(state), state.status]).toEqual(['outcome_contradicted', NOW_MS, end]);
      expect(given(contradicted).when(paid).events).toEqual([]);
    });

    it('counts when the processor confirms it, and nothing is asked any more', () => {
      const { events, state } = given(contradicted).when(asked('processed'));
      expect([shortOfRefund(events), state.status, askAtMs(state)]).toEqual(['processed', 'processed', null]);
    });

    it.each(['failed', 'cancelled'] as const)('never left when the processor says %s', (answer) => {
      const { events, state } = given(contradicted).when(asked(answer));
      expect([shortOfRefund(events), askAtMs(state), state]).toEqual(['contradiction_resolved', null, given(networkEnds[end]).state]);
    });

    it('is asked about again while the processor does not know, and for thirty days at most', () => {
      expect(askAtMs(given(contradicted).when(asked('pending')).state)).toBe(NOW_MS + MINUTE_MS);
      const late = given(contradicted).when(asked('pending'), { nowMs: NOW_MS + 30 * DAY_MS });
      expect([askAtMs(late.state), late.state]).toMatchObject([null, { contradiction: { checkAtMs: null } }]);
    });
  });

  it('changes nothing when the bank had returned it: nothing is polled', () => {
    expect(given(REFUND_HISTORY.returned).when(paid).events).toEqual([]);
    expect(given(REFUND_HISTORY.returned).when(asked('processed')).events).toEqual([]);
  });
});
