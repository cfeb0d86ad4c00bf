import { specificationOf } from '#decider';
import { DAY_MS, NETWORK_PAYLOAD, NOW_MS, REFUND_HISTORY, refundAnswer, shortOfRefund } from '../../../test/refund-histories';
import { refundDecider } from '../decide';
import type { RefundEvent } from '../events';
import { isForgotten } from './resolve';
import { DEFAULT_REFUND_RULES } from './rules';

const { given } = specificationOf(refundDecider(DEFAULT_REFUND_RULES), { nowMs: NOW_MS });
const LATER = { nowMs: NOW_MS + 30 * DAY_MS };
const word = { by: 'asha', note: 'in the books of the bank' };

describe('an operator ends a refund', () => {
  const begun: readonly RefundEvent[] = given([]).when({ type: 'CreateRefund', payload: NETWORK_PAYLOAD }).events;
  const silence = { type: 'RecordRefundOutcome', answer: refundAnswer('pending', { reference: null }) } as const;
  const forgotten = [...begun, ...given(begun).when(silence, LATER).events];

  it('that nobody asks about any more: processed, with the number of the bank', () => {
    const { events, state } = given(forgotten).when({ type: 'ResolveRefund', payload: { as: 'processed', utr: 'U1', ...word } }, LATER);
    expect(shortOfRefund(events)).toBe('resolved processed');
    expect(events[0]).toMatchObject({ data: { as: 'processed', ...word, atMs: LATER.nowMs } });
    expect(state).toMatchObject({ status: 'processed', references: { utr: 'U1' } });
  });

  it('that nobody asks about any more: failed', () => {
    const { events, state } = given(forgotten).when({ type: 'ResolveRefund', payload: { as: 'failed', ...word } }, LATER);
    expect([shortOfRefund(events), state.status]).toEqual(['resolved failed', 'failed']);
  });

  it('but not while its processor is still asked, and not twice', () => {
    const command = { type: 'ResolveRefund', payload: { as: 'processed', ...word } } as const;
    expect(given(begun).when(command).refusal?.details).toMatchObject({ reason: 'nothing_to_resolve' });
    const done = [...forgotten, ...given(forgotten).when(command, LATER).events];
    expect(given(done).when(command, LATER).refusal?.code).toBe('parameter_invalid');
  });

  it('that was in doubt for too long', () => {
    const paid = { type: 'RecordRefundOutcome', answer: refundAnswer('processed') } as const;
    const failed = [...begun, REFUND_HISTORY.failed[1]];
    const contradicted = [...failed, ...given(failed).when(paid).events];
    const unknown = { type: 'RecordRefundOutcome', answer: refundAnswer('pending'), isAsked: true } as const;
    const stale = [...contradicted, ...given(contradicted).when(unknown, LATER).events];
    expect([isForgotten(given(contradicted).state), isForgotten(given(stale).state)]).toEqual([false, true]);
    const settled = given(stale).when({ type: 'ResolveRefund', payload: { as: 'failed', ...word } }, LATER);
    expect([shortOfRefund(settled.events), isForgotten(settled.state)]).toEqual(['resolved contradiction_resolved', false]);
    const counted = given(stale).when({ type: 'ResolveRefund', payload: { as: 'processed', ...word } }, LATER);
    expect(counted.state.status).toBe('processed');
  });
});
