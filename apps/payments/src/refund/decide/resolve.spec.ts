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
import { isForgotten } from './resolve';

const LATER = { nowMs: NOW_MS + 30 * DAY_MS };
const word = { by: 'asha', note: 'in the books of the bank' };

describe('an operator ends a refund', () => {
  const silence = recordRefund(refundAnswer('pending', { reference: null }));
  const forgotten = [...REFUND_AT_NETWORK, ...given(REFUND_AT_NETWORK).when(silence, LATER).events];

  it('that is no longer polled: processed, with the number of the bank', () => {
    const { events, state } = given(forgotten).when({ type: 'refunds.resolve', payload: { as: 'processed', utr: 'U1', ...word } }, LATER);
    expect(shortOfRefund(events)).toBe('resolved processed');
    expect(events[0]).toMatchObject({ data: { as: 'processed', ...word, atMs: LATER.nowMs } });
    expect(state).toMatchObject({ status: 'processed', references: { utr: 'U1' } });
  });

  it('that is no longer polled: failed', () => {
    const { events, state } = given(forgotten).when({ type: 'refunds.resolve', payload: { as: 'failed', ...word } }, LATER);
    expect([shortOfRefund(events), state.status]).toEqual(['resolved failed', 'failed']);
  });

  it('but not while its processor is still asked, and not twice', () => {
    const command = { type: 'refunds.resolve', payload: { as: 'processed', ...word } } as const;
    expect(given(REFUND_AT_NETWORK).when(command).refusal?.details).toMatchObject({ reason: 'nothing_to_resolve' });
    const done = [...forgotten, ...given(forgotten).when(command, LATER).events];
    expect(given(done).when(command, LATER).refusal?.code).toBe('parameter_invalid');
  });

  it('that was in doubt for too long', () => {
    const paid = recordRefund(refundAnswer('processed'));
    const failed = [...REFUND_AT_NETWORK, REFUND_HISTORY.failed[1]];
    const contradicted = [...failed, ...given(failed).when(paid).events];
    const unknown = recordRefund(refundAnswer('pending'), true);
    const stale = [...contradicted, ...given(contradicted).when(unknown, LATER).events];
    expect([isForgotten(given(contradicted).state), isForgotten(given(stale).state)]).toEqual([false, true]);
    const settled = given(stale).when({ type: 'refunds.resolve', payload: { as: 'failed', ...word } }, LATER);
    expect([shortOfRefund(settled.events), isForgotten(settled.state)]).toEqual(['resolved contradiction_resolved', false]);
    const counted = given(stale).when({ type: 'refunds.resolve', payload: { as: 'processed', ...word } }, LATER);
    expect(counted.state.status).toBe('processed');
  });
});
