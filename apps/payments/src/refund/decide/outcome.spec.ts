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
import type { RefundEvent } from '../events';
import { askAtMs, wakeAtMs } from '../timers';
import type { RefundAnswer } from './refund-result';

const MINUTE_MS = 60_000;

describe('asking about a refund', () => {
  const reported = (history: readonly RefundEvent[], answer: RefundAnswer, nowMs = NOW_MS) =>
    given(history).when(recordRefund(answer), { nowMs });

  it('is due at once, and only for the task outside the decision', () => {
    const { state } = given(REFUND_AT_NETWORK);
    expect([askAtMs(state), wakeAtMs(state)]).toEqual([NOW_MS, null]);
  });

  it('a call that did not come back is made again, with doubling pauses of a minute to six hours', () => {
    let history = REFUND_AT_NETWORK;
    const waits: number[] = [];
    for (let nowMs = NOW_MS; waits.length < 12;) {
      const { events, state } = reported(history, refundAnswer('pending', { reference: null }), nowMs);
      history = [...history, ...events];
      const dueMs = askAtMs(state) ?? 0;
      waits.push((dueMs - nowMs) / MINUTE_MS);
      nowMs = dueMs;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });

  it('keeps the time that the processor names', () => {
    const { state } = reported(REFUND_AT_NETWORK, refundAnswer('pending', { checkAtMs: NOW_MS + 5_000 }));
    expect(askAtMs(state)).toBe(NOW_MS + 5_000);
  });

  it('ends after thirty days: from then on only its callbacks tell', () => {
    const { state, events } = reported(REFUND_AT_NETWORK, refundAnswer('pending', { reference: null }), NOW_MS + 30 * DAY_MS);
    expect([shortOfRefund(events), askAtMs(state), state.status]).toEqual(['status_checked', null, 'pending']);
  });

  it('an ARN that comes days after the money is added once', () => {
    const history = [
      ...REFUND_AT_NETWORK,
      ...reported(REFUND_AT_NETWORK, refundAnswer('processed', { references: {}, checkAtMs: NOW_MS + DAY_MS })).events,
    ];
    const answer = refundAnswer('processed', { references: { arn: '7'.repeat(23) } });
    const later = reported(history, answer, NOW_MS + DAY_MS);
    expect([shortOfRefund(later.events), askAtMs(later.state)]).toEqual(['reference_added', null]);
    expect(reported([...history, ...later.events], answer, NOW_MS + DAY_MS).events).toEqual([]);
  });

  it('the bank may return what was processed', () => {
    const { events, state } = reported(REFUND_HISTORY.processed, refundAnswer('failed'));
    expect(events).toMatchObject([{ type: 'refund.failed', data: { failure: 'refund_returned' } }]);
    expect(state).toMatchObject({ status: 'failed', processed: { speed: 'normal', atMs: NOW_MS } });
  });

  it.each(['sending', 'sent', 'processed'] as const)('the same report twice counts once, from %s', (stage) => {
    for (const answeredState of ['processed', 'failed', 'cancelled', 'pending'] as const) {
      const answer = refundAnswer(answeredState, { checkAtMs: NOW_MS + 1_000 });
      const first = reported(REFUND_HISTORY[stage], answer);
      expect(reported([...REFUND_HISTORY[stage], ...first.events], answer).events).toEqual([]);
    }
  });
});
