import { referenceStreamIdOf } from './aggregate';
import { replay } from '#decider';
import { evolve, INITIAL_REFERENCE, isPaidByAnother, type ReferenceEvent } from './decide';

const [FIRST, SECOND] = ['pay_1', 'pay_2'];
const fact = (type: ReferenceEvent['type'], paymentId: string): ReferenceEvent => ({ type, data: { paymentId } });
const after = (...events: ReferenceEvent[]) => replay({ initialState: INITIAL_REFERENCE, evolve }, events, INITIAL_REFERENCE);

describe('an order is paid by another payment', () => {
  it.each<[string, boolean, ReferenceEvent[]]>([
    ['without a request for money', false, []],
    ['the other is being captured', true, [fact('reference.claimed', SECOND)]],
    ['the other was not captured after all', false, [fact('reference.claimed', SECOND), fact('reference.released', SECOND)]],
    ['the other is captured', true, [fact('reference.claimed', SECOND), fact('reference.captured', SECOND)]],
    ['the other was captured and given back', false, [fact('reference.captured', SECOND), fact('reference.refunded', SECOND)]],
    ['only this one is being captured', false, [fact('reference.claimed', FIRST)]],
    ['this one is reported twice', false, [fact('reference.claimed', FIRST), fact('reference.claimed', FIRST)]],
  ])('when %s: %s', (_when, expected, events) => {
    expect(isPaidByAnother(after(...events), FIRST)).toBe(expected);
  });
});

it('a payment that is captured after it was asked for counts once', () => {
  const state = after(fact('reference.claimed', FIRST), fact('reference.captured', FIRST), fact('reference.refunded', FIRST));
  expect(state).toEqual(INITIAL_REFERENCE);
});

describe('the stream of a reference', () => {
  it('has the id that stored logs have it under', () => {
    const owner = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
    expect(referenceStreamIdOf(owner, 'order-1')).toBe('pref_XtHii1ap42jPK6Pp6InJoE3K');
    expect(referenceStreamIdOf({ ...owner, livemode: true }, 'order-1')).not.toBe(referenceStreamIdOf(owner, 'order-1'));
  });
});
