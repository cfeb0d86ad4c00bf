import type { Instrument } from '#contracts';
import { specificationOf } from '#decider';
import { paymentDecider } from '../../../test/payment-decider';
import { ATTEMPT, COMMANDS, EXPIRES_AT_MS, HISTORY, INSTRUMENT, NOW_MS, TERMS } from '../../../test/payment-histories';
import type { PaymentEvent } from '../events';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

const WAITING = { nextAction: { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } } as const;

describe('a payment with one attempt, which failed', () => {
  it.each([
    [0, 'state_conflict'],
    [1, undefined],
    [2, 'state_conflict'],
  ])('is confirmed by a payer who has seen %i attempts: %s', (attemptsSeen, code) => {
    const confirm = COMMANDS['payments.confirm'];
    const sent = { ...confirm, payload: { ...confirm.payload, attemptsSeen } };
    expect(given(HISTORY.failed).when(sent).refusal?.code).toBe(code);
  });
});

describe('a payment of one card, which failed and is paid by UPI now', () => {
  const oneCard = { ...TERMS, methods: ['card' as const] };
  const by = (instrument: Instrument) => ({ ...COMMANDS['payments.confirm'], payload: { instrument } });
  const history = [
    ...HISTORY.failed.map((event) => (event.type === 'payment.created' ? { ...event, data: oneCard } : event)),
    { ...HISTORY.requires_action[1]!, data: { ...WAITING, attempt: { ...ATTEMPT, number: 2 } } } as PaymentEvent,
  ];

  it.each([
    ['UPI with another flow', { method: 'upi', flow: 'qr', vpa: null }],
    ['the card', { method: 'card', card: null }],
    ['a bank', { method: 'netbanking', bank: null }],
  ] as [string, Instrument][])('takes %s', (_what, instrument) => {
    expect(given(history).when(by(instrument)).refusal).toBeNull();
  });

  it('takes nothing but its card while that waits, as before any failure', () => {
    const first = { ...ATTEMPT, instrument: { method: 'card', card: null } as Instrument };
    const waiting = [
      { type: 'payment.created', data: oneCard },
      { type: 'payment.requires_action', data: { ...WAITING, attempt: first } },
    ];
    expect(given(waiting as PaymentEvent[]).when(by(INSTRUMENT)).refusal?.details).toMatchObject({ param: 'payment_method' });
  });
});
