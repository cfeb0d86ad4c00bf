import { specificationOf } from '#decider';
import { created as createdAtNetwork, manual, outcome, waiting } from '../../../test/network-histories';
import { LATE_REFUND_ID, paymentDecider } from '../../../test/payment-decider';
import { AMOUNT, answer, COMMANDS, HISTORY, NOW_MS, recordAnswer, shortOf } from '../../../test/payment-histories';
import { aggregate, created, PLAIN, PaymentStream } from '../../../test/payment-stream';
import { DEFAULT_PAYMENT_RULES } from './rules';
import type { PaymentEvent } from '../events';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const underRefund = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization: 'refund' }), { nowMs: NOW_MS });
const OTP = { type: 'payments.submit_otp', payload: { otp: '123456' } } as const;

describe('while a request is open whose outcome is not known', () => {
  const open: [string, string, readonly PaymentEvent[], string][] = (['payments.cancel', 'payments.confirm'] as const).map((type) => [
    type,
    'a one-time password is being checked',
    [createdAtNetwork(), waiting, ...given([createdAtNetwork(), waiting]).when(OTP).events],
    'A one-time password is being checked.',
  ]);
  open.push(
    [
      'payments.cancel',
      'the money is being captured',
      [...manual, ...given(manual).when(COMMANDS['payments.capture']).events],
      'The money is being captured.',
    ],
    [
      'payments.capture',
      'the money is being released',
      [...manual, ...given(manual).when(COMMANDS['payments.cancel']).events],
      'The processor is being asked to release the money.',
    ],
  );

  it.each(open)('%s is refused when %s', (type, _when, history, message) => {
    const command = { ...COMMANDS[type as 'payments.cancel'], answer: { processor: 'acquirer' } };
    expect(given(history).when(command).refusal).toMatchObject({ code: 'state_conflict', details: { message } });
  });

  it('the payer may be given up once the password was refused', () => {
    const asked = given([createdAtNetwork(), waiting]).when(OTP).events;
    const wrong = outcome('requires_action', { failure: { reason: 'incorrect_otp', networkCode: null } });
    const refused = given([createdAtNetwork(), waiting, ...asked]).when(wrong).events;
    expect(given([createdAtNetwork(), waiting, ...asked, ...refused]).when(COMMANDS['payments.cancel']).state.status).toBe('cancelled');
  });
});

describe('money that comes after the merchant has called the payment off', () => {
  const decidedBy = (lateAuthorization?: 'capture' | 'hold' | 'refund') => ({
    ...PLAIN,
    ...(lateAuthorization && { rules: { lateAuthorization } }),
  });
  const calledOff = (change: object = {}): PaymentStream => {
    const stream = created({ ...decidedBy(), returnUrl: 'https://shop.example/b', ...change });
    stream.send('payments.cancel', { reason: 'processor_cancelled' });
    return stream;
  };

  it.each([
    [undefined, 'automatic', 'late_authorized captured refund_requested'],
    ['refund', 'automatic', 'late_authorized captured refund_requested'],
    ['capture', 'automatic', 'late_authorized captured'],
    ['capture', 'manual', 'late_authorized'],
    ['hold', 'automatic', 'late_authorized'],
    [undefined, 'manual', 'late_authorized captured refund_requested'],
  ] as const)('with late_authorization %s and %s capture: %s', (policy, captureMethod, expected) => {
    const stream = calledOff({ ...decidedBy(policy), captureMethod });
    const before = stream.types.length;
    stream.send('payments.simulate', { outcome: 'authorized' });
    expect(
      stream.types
        .slice(before)
        .map((type) => type.replace('payment.', ''))
        .join(' '),
    ).toBe(expected);
  });

  it('goes back also when the processor takes what it was asked to release', () => {
    const asked = given(manual).when(COMMANDS['payments.cancel']).events;
    const taken = underRefund.given([...manual, ...asked]).when(outcome('captured'));
    expect(taken.state).toMatchObject({ status: 'captured', refunds: { pending: { [LATE_REFUND_ID]: AMOUNT } } });
  });

  it('goes back also when the release of money that came late was answered with more money', () => {
    const cancelled = { type: 'payment.cancelled', data: { reason: null, atMs: NOW_MS, byMerchant: true } } as const;
    const card = recordAnswer(answer('authorized', { instrument: { method: 'card', card: null } }));
    const released = underRefund.given([...HISTORY.created, ...HISTORY.requires_action.slice(1), cancelled]).when(card);
    expect(shortOf(released.events)).toBe('late_authorized cancelled');
    expect(released.state).toMatchObject({ status: 'cancelled', byMerchant: true });
  });

  it('is told from a cancellation by the processor that has the same word as its reason', () => {
    const other = new PaymentStream();
    other.send('payments.create', { ...PLAIN, returnUrl: 'https://shop.example/b' });
    other.state = aggregate.evolve(other.state, { type: 'payment.cancelled', data: { reason: 'processor_cancelled', atMs: NOW_MS } });
    other.send('payments.simulate', { outcome: 'captured' });
    expect(other.state).toMatchObject({ status: 'captured', refunds: { pending: {} } });
  });
});

describe('late money of a payment with manual capture', () => {
  it.each(['failed', 'expired', 'cancelled'] as const)('stays authorized until its window ends, when the payment was %s', (status) => {
    const [opened, ...rest] = HISTORY[status];
    const manually = [{ ...opened, data: { ...opened?.data, captureMethod: 'manual' } } as PaymentEvent, ...rest];
    const late = given(manually).when(recordAnswer(answer('authorized')));
    expect(late.state).toMatchObject({ status: 'authorized', lateAuthorized: true, captureBeforeMs: expect.any(Number) });
    const { captureBeforeMs } = late.state as { captureBeforeMs: number };
    const ended = given([...manually, ...late.events]).when(COMMANDS['payments.wake'], { nowMs: captureBeforeMs });
    expect(ended.state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
  });
});
