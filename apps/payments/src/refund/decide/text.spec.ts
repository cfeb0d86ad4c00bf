import { given, REFUND_HISTORY, REFUND_PAYLOAD } from '../../../test/refund-histories';
import type { RefundEvent } from '../events';
import type { RefundState } from '../state';

describe('text', () => {
  it('is merged key by key; null removes', () => {
    const history: RefundEvent[] = [
      { type: 'refund.created', data: { ...REFUND_PAYLOAD, metadata: { a: 1, b: 2 }, description: 'x', expectedByMs: 0 } },
    ];
    const { state } = given(history).when({ type: 'refunds.update', payload: { description: null, metadata: { a: null, c: true } } });
    const { terms } = state as Exclude<RefundState, { status: 'none' }>;
    expect([terms.description, terms.metadata]).toEqual([undefined, { b: 2, c: true }]);
  });

  it('a change of nothing stores nothing', () => {
    expect(given(REFUND_HISTORY.processed).when({ type: 'refunds.update', payload: { metadata: { a: null } } }).events).toEqual([]);
    expect(given(REFUND_HISTORY.processed).when({ type: 'refunds.update', payload: {} }).events).toEqual([]);
  });
});
