import { specificationOf } from '#decider';
import { begun, created as createdAtNetwork, manual, outcome } from '../../../test/network-histories';
import { paymentDecider } from '../../../test/payment-decider';
import { AMOUNT, answer, COMMANDS, HISTORY, INSTRUMENT, NOW_MS, PAYLOAD, recordAnswer } from '../../../test/payment-histories';
import { byVpa, created, PLAIN } from '../../../test/payment-stream';
import type { PaymentEvent } from '../events';
import { TAMPERED } from './mismatch';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const charge = { fee: 1_000, tax: 180 };
const capturedOf = (events: readonly PaymentEvent[]): object | undefined => events.find(({ type }) => type === 'payment.captured')?.data;
const taken = { processor: 'razorpay', reference: 'pay_1', amount: AMOUNT, atMs: NOW_MS };
const held: PaymentEvent = { type: 'payment.outcome_unknown', data: { failure: TAMPERED } };
const capturing = [...manual, ...given(manual).when(COMMANDS['payments.capture']).events];

describe('a fee that the processor does not report is in no event', () => {
  it.each([
    ['of an attempt that is captured at once', given([]).when({ ...COMMANDS['payments.create'], answer: answer('captured') })],
    ['of an outcome', given(HISTORY.processing).when(recordAnswer(answer('captured')))],
    ['of late money', given(HISTORY.failed).when(recordAnswer(answer('authorized')))],
    ['of a capture at a network', given(capturing).when(outcome('captured'))],
    ['of a network that captures by itself', given([createdAtNetwork(), begun()]).when(outcome('captured'))],
    ['of a capture without an answer', given(HISTORY.authorized).when(COMMANDS['payments.capture'])],
    [
      'of money taken with a registration',
      given([]).when({ type: 'payments.create', payload: { ...PAYLOAD, instrument: INSTRUMENT, taken } }),
    ],
    ['of a capture that an operator records', given([...HISTORY.processing, held]).when(COMMANDS['payments.resolve'])],
  ])('%s', (_what, { events, state }) => {
    expect(capturedOf(events)).toEqual({ amount: AMOUNT, atMs: NOW_MS });
    expect(state).toMatchObject({ status: 'captured' });
    expect(state).not.toHaveProperty('fee');
  });
});

describe('a fee that the processor reports is in the event', () => {
  it.each([
    ['of an outcome', given(HISTORY.processing).when(recordAnswer(answer('captured', { charge })))],
    ['of a capture', given(HISTORY.authorized).when({ ...COMMANDS['payments.capture'], answer: answer('captured', { charge }) })],
    ['of a capture at a network', given(capturing).when(outcome('captured', { charge }))],
    [
      'of money taken with a registration',
      given([]).when({ type: 'payments.create', payload: { ...PAYLOAD, instrument: INSTRUMENT, taken: { ...taken, charge } } }),
    ],
  ])('%s', (_what, { events }) => {
    expect(capturedOf(events)).toEqual({ amount: AMOUNT, atMs: NOW_MS, ...charge });
  });

  it('of the sandbox, also where it is 0', () => {
    expect(created(PLAIN).resource).toMatchObject({ fee: 0, tax: 0, net_amount: 50_000 });
    const late = created(byVpa('late@sandbox'));
    late.wakeUntilQuiet();
    expect(late.resource).toMatchObject({ status: 'captured', late_authorized: true, fee: 0, tax: 0, net_amount: 50_000 });
  });
});
