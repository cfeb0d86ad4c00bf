import { specificationOf } from '#decider';
import { DAY_MS, NETWORK_PAYLOAD, NOW_MS, REFUND_HISTORY, refundAnswer, shortOfRefund } from '../../../test/refund-histories';
import type { RefundAnswer } from './refund-result';
import { refundDecider } from '../decide';
import { DEFAULT_REFUND_RULES } from './rules';
import { askAtMs } from '../timers';

const { given } = specificationOf(refundDecider(DEFAULT_REFUND_RULES), { nowMs: NOW_MS });
const MINUTE_MS = 60_000;

describe('money that leaves for a refund that was over without', () => {
  const networkEnds = {
    failed: [...given([]).when({ type: 'CreateRefund', payload: NETWORK_PAYLOAD }).events, REFUND_HISTORY.failed[1]],
    cancelled: [...given([]).when({ type: 'CreateRefund', payload: NETWORK_PAYLOAD }).events, REFUND_HISTORY.cancelled[1]],
  };
  const paid = { type: 'RecordRefundOutcome', answer: refundAnswer('processed') } as const;
  const asked = (state: RefundAnswer['state']) => ({ type: 'RecordRefundOutcome', answer: refundAnswer(state), isAsked: true }) as const;

  describe.each(['failed', 'cancelled'] as const)('%s', (end) => {
    const contradicted = [...networkEnds[end], ...given(networkEnds[end]).when(paid).events];

    it('is asked about at once when it is told of, and told twice it is asked about once', () => {
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

  it('is old news when the bank had returned it: nothing is asked', () => {
    expect(given(REFUND_HISTORY.returned).when(paid).events).toEqual([]);
    expect(given(REFUND_HISTORY.returned).when(asked('processed')).events).toEqual([]);
  });
});
