import type { CreatePaymentPayload } from '#contracts';
import { created, NOW_MS, PaymentStream, PLAIN, withNetwork } from '../../test/payment-stream';

const CARD: CreatePaymentPayload = {
  ...PLAIN,
  instrument: {
    method: 'card',
    card: { scenario: '0000', brand: 'visa', last4: '0005', expiryMonth: 12, expiryYear: 2030, international: false },
  },
  returnUrl: 'https://shop.example/back',
};

describe('a one-time password in the sandbox', () => {
  it.each(['111000', '123456'])('%s is accepted, and the card does what its number says', (otp) => {
    const stream = created(CARD);
    expect(stream.state.status).toBe('requires_action');
    expect(stream.send('payments.submit_otp', { otp })).toMatchObject({ accepted: true, status: 200 });
    expect(stream.resource).toMatchObject({ status: 'captured', last_error: null });
  });

  it('that is wrong is a stored 402, and the customer may try again; the third ends the attempt', () => {
    const stream = created(CARD);
    const tries = ['000000', '222222', '333333'].map((otp) => stream.send('payments.submit_otp', { otp }));
    expect(tries).toMatchObject(Array.from({ length: 3 }, () => ({ accepted: true, status: 402 })));
    expect(stream.types.slice(2)).toEqual(['payment.otp_refused', 'payment.otp_refused', 'payment.failed']);
    expect(stream.resource).toMatchObject({ status: 'failed', last_error: { reason: 'otp_attempts_exceeded' } });
  });

  it('that has expired does not count as wrong', () => {
    const stream = created(CARD);
    for (let times = 0; times < 5; times++) stream.send('payments.submit_otp', { otp: '999999' });
    expect(stream.resource).toMatchObject({ status: 'requires_action', last_error: { reason: 'otp_expired' } });
    stream.send('payments.submit_otp', { otp: '123456' });
    expect(stream.state.status).toBe('captured');
  });

  it('is not for payments that wait for something else', () => {
    const stream = created(PLAIN);
    expect(stream.send('payments.submit_otp', { otp: '123456' })).toMatchObject({ refusal: { code: 'state_conflict' } });
  });
});

describe('a simulated outcome of the sandbox', () => {
  it.each([
    ['approve', 'captured', undefined],
    ['failed', 'failed', 'payment_declined'],
    ['payment_cancelled', 'failed', 'payment_cancelled'],
    ['payment_timed_out', 'failed', 'payment_timed_out'],
    ['processing', 'processing', 'payment_pending'],
  ])('%s: %s', (outcome, status, reason) => {
    const stream = created(CARD);
    expect(stream.send('payments.simulate', { outcome })).toMatchObject({ accepted: true });
    expect(stream.resource).toMatchObject({ status, ...(reason !== undefined && { last_error: { reason } }) });
  });

  it('completes a payment that would stay open for ever', () => {
    const stream = created({ ...PLAIN, amount: 700 });
    expect(stream.state.status).toBe('processing');
    stream.send('payments.simulate', { outcome: 'captured' });
    expect(stream.state.status).toBe('captured');
  });

  it('cannot say what the sandbox does not know, and not in live mode', () => {
    const stream = created(CARD);
    expect(stream.send('payments.simulate', { outcome: 'rich' })).toMatchObject({ refusal: { details: { param: 'outcome' } } });
    expect(stream.send('payments.simulate', { outcome: 'approve' }, NOW_MS, true)).toMatchObject({
      refusal: { code: 'parameter_invalid' },
    });
  });

  it('cannot undo what is settled', () => {
    expect(created(PLAIN).send('payments.simulate', { outcome: 'failed' })).toMatchObject({ refusal: { code: 'state_conflict' } });
  });
});

describe('the processor a payment asks for', () => {
  const asked = (processor: string): CreatePaymentPayload => ({ ...PLAIN, processor });

  it('is refused by name when it is not configured, with and without a chosen method', () => {
    const { instrument: _none, ...open } = asked('acquirer');
    for (const payload of [asked('acquirer'), open]) {
      const refused = new PaymentStream().send('payments.create', payload);
      expect(refused).toMatchObject({
        refusal: { code: 'parameter_invalid', details: { param: 'processor', reason: 'processor_unknown' } },
      });
    }
  });

  it('is the sandbox when it says so', () => {
    expect(created(asked('sandbox')).resource).toMatchObject({ status: 'captured', processor: 'sandbox' });
  });

  it('behind a network is only noted: the payment waits for it, and says so', () => {
    const stream = created(asked('acquirer'), withNetwork);
    expect(stream.types).toEqual(['payment.created', 'payment.processing']);
    expect(stream.resource).toMatchObject({
      status: 'processing',
      processor: 'acquirer',
      processor_reference: null,
      next_action: { type: 'wait' },
      last_error: null,
    });
  });

  it('is still asked to turn the payer of a cancelled payment away: no step is left for who sees that', () => {
    const stream = created(asked('acquirer'), withNetwork);
    const nextAction = { kind: 'upi_intent', url: 'upi://pay?pa=shop', expiresAtMs: NOW_MS + 60_000 } as const;
    const answer = { processor: 'acquirer', reference: 'acq_1', amount: 50_000, instrument: PLAIN.instrument, state: 'requires_action' };
    stream.send('payments.record_outcome', { attempt: 1, answer: { ...answer, nextAction } });
    expect(stream.resource).toMatchObject({ next_action: { type: 'upi_intent' } });
    stream.send('payments.cancel', { reason: null });
    expect(stream.resource).toMatchObject({ status: 'cancelled', next_action: null });
    const reported = stream.resource;
    stream.send('payments.record_outcome', { attempt: 1, answer: { ...answer, state: 'cancelled' }, askedAtMs: NOW_MS });
    expect(stream.resource).toEqual(reported);
  });

  it('stays the processor of every later attempt of the payment', () => {
    const { instrument, ...open } = asked('acquirer');
    const stream = created(open, withNetwork);
    stream.send('payments.confirm', { instrument: instrument! });
    expect(stream.resource).toMatchObject({ status: 'processing', processor: 'acquirer' });
  });
});

describe('an outcome of which nothing can have moved', () => {
  const notTaken = {
    attempt: 1,
    mayTryElsewhere: true,
    answer: {
      processor: 'acquirer', reference: null, state: 'failed', amount: 50_000, instrument: PLAIN.instrument,
      failure: { reason: 'gateway_technical_error', networkCode: null },
    },
  } as const; // prettier-ignore

  it('goes to the next processor of the route at once', () => {
    const stream = created({ ...PLAIN, processor: 'acquirer' }, withNetwork);
    stream.send('payments.record_outcome', notTaken);
    expect(stream.types.slice(2)).toEqual(['attempt.failed', 'attempt.started']);
    expect(stream.resource).toMatchObject({ status: 'processing', processor: 'other', attempt_count: 2 });
  });

  it('is tried a few times more where there is no other processor, and then fails', () => {
    const stream = created({ ...PLAIN, processor: 'acquirer' }, withNetwork);
    stream.send('payments.record_outcome', notTaken);
    const second = { ...notTaken, attempt: 2, answer: { ...notTaken.answer, processor: 'other' } };
    for (let times = 0; times < 4; times++) {
      stream.send('payments.record_outcome', second);
      expect(stream.state.status).toBe('processing');
    }
    stream.send('payments.record_outcome', second);
    expect(stream.resource).toMatchObject({ status: 'failed', last_error: { reason: 'gateway_technical_error' } });
  });
});
