import { specificationOf } from '#decider';
import { begun, byItself, created, decideOn, manual, outcome, PENDING, unknown, waiting } from '../../../test/network-histories';
import { paymentDecider, LATE_REFUND_ID } from '../../../test/payment-decider';
import { AMOUNT, COMMANDS, DAY_MS, NOW_MS, shortOf } from '../../../test/payment-histories';
import type { AttemptAnswer } from './attempt-result';
import { nextRequestOf } from './due-calls';
import type { PaymentEvent, PaymentTerms } from '../events';
import { DEFAULT_PAYMENT_RULES } from './rules';
import { wakeAtMs } from '../timers';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

describe('a one-time password for a processor behind a network', () => {
  it('is checked by the processor, and never stored', () => {
    const { events, state } = given([created(), waiting]).when({ type: 'payments.submit_otp', payload: { otp: '123456' } });
    expect(events).toEqual([{ type: 'payment.call_requested', data: { call: { kind: 'submit_otp' }, atMs: NOW_MS, dueAtMs: NOW_MS } }]);
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'submit_otp' }, dueAtMs: NOW_MS });
  });

  it('one at a time', () => {
    const { events } = given([created(), waiting]).when({ type: 'payments.submit_otp', payload: { otp: '123456' } });
    expect(given([created(), waiting, ...events]).when({ type: 'payments.submit_otp', payload: { otp: '123456' } }).refusal?.code).toBe(
      'state_conflict',
    );
  });

  it('that is wrong leaves the customer to try again', () => {
    const { events } = given([created(), waiting]).when({ type: 'payments.submit_otp', payload: { otp: '123456' } });
    const wrong = { failure: { reason: 'incorrect_otp', networkCode: null } } as const;
    const { state } = given([created(), waiting, ...events]).when(outcome('requires_action', wrong));
    expect(state).toMatchObject({ status: 'requires_action', failure: wrong.failure, otpWrong: 1 });
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'fetch' } });
  });
});

describe('money that a processor behind a network holds', () => {
  it('stays authorized while the capture is asked for, and is captured when the processor says so', () => {
    const asked = given(manual).when({ type: 'payments.capture', payload: { amount: 30_000 } });
    expect(asked.state).toMatchObject({ status: 'authorized', call: { call: { kind: 'capture', amount: 30_000 } } });
    const done = given([...manual, ...asked.events]).when(outcome('captured', { amount: 30_000 }));
    expect(done.state).toMatchObject({ status: 'captured', capturedAmount: 30_000 });
  });

  it('is captured by one call at a time', () => {
    const { events } = given(manual).when(COMMANDS['payments.capture']);
    const busy = given([...manual, ...events]);
    expect(busy.when(COMMANDS['payments.capture']).refusal?.code).toBe('state_conflict');
    expect(busy.when(COMMANDS['payments.cancel']).refusal?.code).toBe('state_conflict');
  });

  it('and will not capture stays authorized, and may be captured again', () => {
    const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
    const { events } = given(manual).when(COMMANDS['payments.capture']);
    const refused = given([...manual, ...events]).when(outcome('authorized', { failure }));
    expect(refused.events).toEqual([{ type: 'payment.capture_failed', data: { failure } }]);
    expect(refused.state).toMatchObject({ status: 'authorized', failure });
    expect(nextRequestOf(refused.state)).toBeNull();
    expect(given([...manual, ...events, ...refused.events]).when(COMMANDS['payments.capture']).refusal).toBeNull();
  });

  it('keeps asking, by the same call, until it knows; the end of the capture window does not come between', () => {
    const { events } = given(manual).when(COMMANDS['payments.capture']);
    const lost = given([...manual, ...events]).when(outcome('processing', unknown));
    expect(nextRequestOf(lost.state)).toMatchObject({
      processorRequest: { kind: 'capture', amount: AMOUNT },
      requestedAtMs: NOW_MS,
      tries: 1,
    });
    expect(wakeAtMs(lost.state, DEFAULT_PAYMENT_RULES)).toBeNull();
  });

  it('tells why the processor did not capture, and can be asked again', () => {
    const { events } = given(manual).when(COMMANDS['payments.capture']);
    const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
    const refused = given([...manual, ...events]).when(outcome('authorized', { failure }));
    expect(refused.state).toMatchObject({ status: 'authorized', failure });
    expect(given([...manual, ...events, ...refused.events]).when(COMMANDS['payments.capture']).refusal).toBeNull();
  });

  it('is let go by the processor when the capture window is over, and only then is the payment cancelled', () => {
    const over = given(manual).when(COMMANDS['payments.wake'], { nowMs: NOW_MS + 3 * DAY_MS });
    expect(over.state).toMatchObject({ status: 'authorized', call: { call: { kind: 'void', reason: 'uncaptured_expired' } } });
    const done = given([...manual, ...over.events]).when(outcome('cancelled'));
    expect(done.state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
  });

  it('is taken for an automatic capture, should the processor not do so by itself', () => {
    const { state } = given([created(), begun()]).when(byItself('authorized'));
    expect(state).toMatchObject({ status: 'authorized', call: { call: { kind: 'capture', amount: AMOUNT } } });
    expect(nextRequestOf(state)?.dueAtMs).toBeGreaterThan(NOW_MS);
  });

  it('is not moved by callbacks that repeat or come late', () => {
    const { events } = given(manual).when(COMMANDS['payments.capture']);
    for (const state of ['authorized', 'processing', 'requires_action'] as const) {
      expect(given([...manual, ...events]).when(byItself(state)).events).toEqual([]);
    }
  });
});

describe('a processor that will not let go of money', () => {
  const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
  const overMs = NOW_MS + 3 * DAY_MS;

  it('is asked again when the capture window is over, hours later and not at once', () => {
    const over = given(manual).when(COMMANDS['payments.wake'], { nowMs: overMs });
    const refused = given([...manual, ...over.events]).when(outcome('authorized', { failure }), { nowMs: overMs + 1_000 });
    expect(refused.state).toMatchObject({ status: 'authorized', failure });
    const againMs = wakeAtMs(refused.state, DEFAULT_PAYMENT_RULES) ?? 0;
    expect(againMs).toBeGreaterThanOrEqual(overMs + 3_600_000);
    const history = given([...manual, ...over.events, ...refused.events]);
    expect(history.when(COMMANDS['payments.wake'], { nowMs: againMs - 1 }).events).toEqual([]);
    expect(nextRequestOf(history.when(COMMANDS['payments.wake'], { nowMs: againMs }).state)).toMatchObject({
      processorRequest: { kind: 'void' },
    });
  });

  it('is not asked again before the window is over when a merchant cancelled', () => {
    const { events } = given(manual).when(COMMANDS['payments.cancel']);
    const refused = given([...manual, ...events]).when(outcome('authorized', { failure }));
    expect(wakeAtMs(refused.state, DEFAULT_PAYMENT_RULES)).toBe(overMs);
    expect(given([...manual, ...events, ...refused.events]).when(COMMANDS['payments.capture']).refusal).toBeNull();
  });

  it.each(['capture', 'refund'] as const)('under the policy %s of late money does not keep it for ever', (lateAuthorization) => {
    const policed = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization }), { nowMs: NOW_MS });
    const failed: PaymentEvent = { type: 'payment.failed', data: { failure: PENDING, atMs: NOW_MS } };
    const { events } = policed.given([created(), begun(), failed]).when(byItself('authorized'));
    const refused = policed.given([created(), begun(), failed, ...events]).when(outcome('authorized', { failure }));
    expect(refused.state).toMatchObject({ status: 'authorized', lateAuthorized: true });
    expect(wakeAtMs(refused.state, DEFAULT_PAYMENT_RULES)).toBeGreaterThan(NOW_MS);
  });
});

describe('a cancel at a processor behind a network', () => {
  it('turns a customer away at once and tells the processor', () => {
    const { events, state } = given([created(), waiting]).when(COMMANDS['payments.cancel']);
    expect(shortOf(events)).toBe('cancelled call_requested');
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'void' } });
    expect(nextRequestOf(given([created(), waiting, ...events]).when(outcome('cancelled')).state)).toBeNull();
  });

  it.each([
    ['the processor cannot do', outcome('requires_action')],
    ['the processor never answers', outcome('processing', unknown)],
  ])('that %s is asked about later: the customer may have paid', (_what, reported) => {
    let { state } = given([created(), waiting]).when(COMMANDS['payments.cancel']);
    for (let tries = 0; nextRequestOf(state)?.processorRequest.kind === 'void' && tries < 20; tries++)
      state = decideOn(state, reported, NOW_MS);
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'fetch' } });
    expect(nextRequestOf(state)?.dueAtMs).toBeGreaterThan(NOW_MS);
  });

  it('that came too late is late money', () => {
    const { events } = given([created(), waiting]).when(COMMANDS['payments.cancel']);
    const { state } = given([created(), waiting, ...events]).when(byItself('captured'));
    expect(state).toMatchObject({ status: 'captured', lateAuthorized: true });
  });
});

describe('late money at a processor behind a network', () => {
  const failed: PaymentEvent = { type: 'payment.failed', data: { failure: PENDING, atMs: NOW_MS } };
  it.each([
    ['capture', 'authorized', 'late_authorized call_requested'],
    ['capture', 'captured', 'late_authorized captured'],
    ['hold', 'authorized', 'late_authorized'],
    ['refund', 'authorized', 'late_authorized call_requested'],
    ['refund', 'captured', 'late_authorized captured refund_requested'],
  ] as const)('with the policy %s, %s: %s', (lateAuthorization, state, cell) => {
    const policed = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization }), { nowMs: NOW_MS });
    expect(shortOf(policed.given([created(), begun(), failed]).when(byItself(state)).events)).toBe(cell);
  });
});

describe('late money that is to go back', () => {
  const policed = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization: 'refund' }), { nowMs: NOW_MS });
  const failed: PaymentEvent = { type: 'payment.failed', data: { failure: PENDING, atMs: NOW_MS } };
  const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
  const held = [created(), begun(), failed];
  held.push(...policed.given(held).when(byItself('authorized')).events);
  const kept = [...held, ...policed.given(held).when(outcome('authorized', { failure })).events];

  it.each([
    ['while it is asked to let go', held],
    ['after it would not let go', kept],
  ])('goes back when the processor takes it %s', (_when, history) => {
    const { state, events } = policed.given(history).when(byItself('captured'));
    expect(shortOf(events)).toBe('captured refund_requested');
    expect(state).toMatchObject({ status: 'captured', refunds: { pending: { [LATE_REFUND_ID]: AMOUNT } } });
  });

  it('stays when the merchant has captured it after all', () => {
    const { events } = policed.given(kept).when(COMMANDS['payments.capture']);
    expect(shortOf(policed.given([...kept, ...events]).when(byItself('captured')).events)).toBe('captured');
  });
});

/** Authorized, of a payment that an invoice or a debit counts as paid with. */
const ofPurpose = (purpose: Partial<PaymentTerms>): PaymentEvent[] => [created(purpose), ...manual.slice(1)];

describe('a processor that speaks of other money', () => {
  it.each<[string, PaymentEvent[], Partial<AttemptAnswer>]>([
    ['another amount', [created(), begun()], { amount: AMOUNT - 1 }],
    ['another currency', [created(), begun()], { currency: 'USD' }],
    ['another amount of a customer who had to act', [created(), waiting], { amount: AMOUNT + 1 }],
    ['more than was authorized', manual, { amount: AMOUNT + 1 }],
    ['another amount than was to be captured', [...manual, ...given(manual).when(COMMANDS['payments.capture']).events], { amount: 1 }],
    ['a part of what an invoice is paid with', ofPurpose({ invoiceId: 'in_1' }), { amount: AMOUNT - 1 }],
    ['a part of a debit', ofPurpose({ debit: { id: 'deb_1', attempt: 1 } }), { amount: AMOUNT - 1 }],
  ])('%s is recorded and nothing is captured', (_what, history, change) => {
    const { state, events } = given(history).when(byItself('captured', change));
    expect(['processing', 'authorized']).toContain(state.status);
    expect(state).toMatchObject({ failure: { reason: 'payment_amount_tampered' } });
    expect(events).toHaveLength(1);
    // People have to look: it neither fails nor ends by itself, and telling it again stores nothing.
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBeNull();
    expect(given([...history, ...events]).when(byItself('captured', change)).events).toEqual([]);
  });
});
