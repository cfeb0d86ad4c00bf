import { nextRequestOf } from './decide/requests';
import type { MandateState } from './state';
import { DAY_MS, HOUR_MS, START } from '../../test/debit-life';
import { LiveLife } from '../../test/live-life';

const DECLINED = { reason: 'payment_declined', networkCode: null } as const;

describe('the first payment of a mandate of live mode comes with its registration', () => {
  let life: LiveLife;
  beforeEach(() => {
    life = new LiveLife();
  });

  const open = (terms = {}): string => {
    const id = life.mandate(terms);
    life.opened(id);
    return id;
  };
  const due = (id: string): string | null => nextRequestOf(life.streams.streams.get(id)?.state as MandateState)?.kind ?? null;
  const answered = (id: string, kind: 'revoke' | 'return_verification', outcome = 'done'): void =>
    void life.send('mandates.record_report', id, { answers: { kind, outcome } });

  it('and is not there before the payer has approved', () => {
    const id = open();
    expect(life.mandateOf(id)).toMatchObject({
      status: 'requires_action',
      first_amount: 9_900,
      first_payment_id: null,
      first_debit_id: null,
    });
    expect(life.idsOf('pay')).toEqual([]);
  });

  it('captured, at that processor and under its number, in the commit in which the mandate becomes active', () => {
    const id = open({ description: 'Gold', metadata: { tier: 'gold' } });
    const before = life.streams.published.length;
    life.approved(id, { atMs: START - HOUR_MS, references: { rrn: '012345678901' } });
    expect(life.publishedFrom(before)).toEqual(['mandate.activated', 'payment.created', 'payment.authorized', 'payment.captured']);
    const { first_payment_id: paymentId, first_debit_id: debitId } = life.mandateOf(id);
    expect([life.idsOf('pay'), debitId]).toEqual([[paymentId], null]);
    expect(life.paymentOf(paymentId)).toMatchObject({
      status: 'captured',
      amount: 9_900,
      amount_captured: 9_900,
      processor: 'network',
      processor_reference: 'pay_Network1',
      mandate_id: id,
      reference_id: id,
      description: 'Gold',
      metadata: { tier: 'gold' },
      fee: 200,
      tax: 36,
      captured_at: (START - HOUR_MS) / 1_000,
    });
  });

  it('once, however often the processor reports it', () => {
    const id = open();
    for (let time = 0; time < 3; time++) life.approved(id);
    life.reports(id, undefined);
    expect(life.idsOf('pay')).toHaveLength(1);
    expect(life.paymentOf(life.mandateOf(id).first_payment_id)).toMatchObject({ amount_captured: 9_900, amount_refunded: 0 });
    expect(due(id)).toBeNull();
  });

  it('and while it is not captured the mandate waits, and its processor is asked again', () => {
    const id = open();
    life.reports(id, { state: 'active' }, 'fetch');
    expect(life.mandateOf(id)).toMatchObject({ status: 'requires_action', next_action: { type: 'wait' }, last_error: null });
    expect(due(id)).toBe('fetch');
    life.approved(id);
    expect(life.mandateOf(id).status).toBe('active');
  });

  it('and a webhook that says no more than active has the processor asked at once', () => {
    const id = open();
    life.reports(id, { state: 'active', references: { processor: 'token_1' } });
    expect(life.mandateOf(id)).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    expect(nextRequestOf(life.streams.streams.get(id)?.state as MandateState)).toMatchObject({ kind: 'fetch', dueAtMs: START });
  });

  it('of another amount is held, with the reason, and goes back when the mandate ends', () => {
    const id = open();
    for (let time = 0; time < 2; time++) life.approved(id, { amount: 990 });
    expect(life.mandateOf(id)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'wait' },
      last_error: { reason: 'payment_amount_tampered' },
    });
    expect(life.streams.typesOf(id)).toEqual(['mandate.created', 'mandate.requires_action', 'mandate.requires_action']);
    expect([life.idsOf('pay'), due(id)]).toEqual([[], 'fetch']);
    life.pass(HOUR_MS);
    expect([life.mandateOf(id).status, due(id)]).toEqual(['expired', 'revoke']);
  });

  it('of the right amount after all makes a held mandate active', () => {
    const id = open();
    life.approved(id, { amount: 990 }).approved(id);
    expect(life.mandateOf(id)).toMatchObject({ status: 'active', last_error: null });
  });

  it.each([
    ['upi', 9_999_900, 'payment'],
    ['card', 50_000_000, 'payment'],
    ['enach', 9_900, 'debit'],
  ] as const)('on %s up to what the rail takes, %i paise: by a %s', (method, amount, kind) => {
    const instrument = { upi: { method, vpa: null }, card: { method, card: null }, enach: { method, account: null } }[method];
    const id = open({ instrument, maxAmount: amount, firstAmount: amount });
    const processorTakes = kind === 'payment';
    if (processorTakes) life.approved(id);
    else life.reports(id, { state: 'active' });
    const { first_payment_id: paymentId, first_debit_id: debitId } = life.mandateOf(id);
    expect([life.idsOf('pay'), life.idsOf('debit')]).toEqual(processorTakes ? [[paymentId], []] : [[], [debitId]]);
  });

  it('not where the rail of the processor does not take it: a debit follows', () => {
    life = new LiveLife({ upi: { pause: false } });
    const id = open();
    life.reports(id, { state: 'active' });
    expect(life.mandateOf(id)).toMatchObject({ status: 'active', first_payment_id: null });
    expect([life.idsOf('pay'), life.idsOf('debit'), due(id)]).toEqual([[], [life.mandateOf(id).first_debit_id], 'return_verification']);
  });

  it('and needs no week until the end of the mandate, which a debit needs', () => {
    expect(() => life.mandate({ endsAtMs: START + DAY_MS })).not.toThrow();
    expect(() => life.mandate({ endsAtMs: START + DAY_MS, instrument: { method: 'enach', account: null } })).toThrow('end_too_early');
  });

  it('and a debit right after it has its notice', () => {
    const id = open();
    life.approved(id);
    const debitId = life.streams.newId('debit', life.nowMs);
    life.send('debits.create', debitId, { mandateId: id, amount: 9_900 });
    expect(life.streams.resource(debitId)).toMatchObject({ status: 'notifying' });
  });

  it('is refunded like any other, by its processor', () => {
    const id = open();
    life.approved(id);
    const { first_payment_id: paymentId } = life.mandateOf(id);
    const refundId = life.streams.newId('refund', life.nowMs);
    const answer = life.send('payments.request_refund', paymentId ?? '', { refundId, amount: 900, reason: 'requested_by_customer' });
    expect(answer).toMatchObject({ body: { id: refundId, status: 'pending', amount: 900 } });
    expect(life.streams.streams.get(refundId)?.state).toMatchObject({
      terms: { target: { processor: 'network', reference: 'pay_Network1', answersLater: true } },
    });
  });

  it('and what its processor reports of it later changes nothing', () => {
    const id = open();
    life.approved(id);
    const { first_payment_id: paymentId } = life.mandateOf(id);
    const answer = {
      processor: 'network',
      reference: 'pay_Network1',
      state: 'captured',
      amount: 9_900,
      currency: 'INR',
      instrument: { method: 'upi', flow: 'collect', vpa: null },
    };
    const before = life.streams.log.length;
    life.send('payments.record_outcome', paymentId ?? '', { attempt: 1, answer });
    life.send('payments.sync', paymentId ?? '');
    expect(life.streams.log).toHaveLength(before);
  });

  describe('and goes back, unless the mandate became active', () => {
    it.each([
      ['rejected', { state: 'rejected', failure: DECLINED }, 'return_verification'],
      ['revoked by the payer', { state: 'revoked', by: 'customer' }, 'return_verification'],
      ['expired at the processor', { state: 'expired' }, 'return_verification'],
    ] as const)('%s', (_what, report, kind) => {
      const id = open();
      life.reports(id, report);
      expect(due(id)).toBe(kind);
      for (let time = 0; time < 60; time++) answered(id, kind, 'unknown');
      expect(due(id)).toBe(kind);
      answered(id, kind);
      expect(due(id)).toBeNull();
    });

    it('out of time: with the revocation', () => {
      const id = open();
      life.pass(DAY_MS);
      expect([life.mandateOf(id).status, due(id)]).toEqual(['expired', 'revoke']);
      answered(id, 'revoke');
      expect(due(id)).toBeNull();
    });

    it('paid while it is being revoked: revoked once more after that, which gives back what was paid', () => {
      const id = open();
      life.pass(DAY_MS);
      for (let time = 0; time < 3; time++) life.reports(id, undefined);
      expect(life.streams.typesOf(id).slice(-2)).toEqual(['mandate.expired', 'mandate.late_approved']);
      answered(id, 'revoke');
      expect(due(id)).toBe('revoke');
      answered(id, 'revoke');
      expect(due(id)).toBeNull();
    });

    it('paid after that: revoked once more', () => {
      const id = open();
      life.pass(DAY_MS);
      answered(id, 'revoke');
      life.reports(id, undefined);
      expect([life.streams.typesOf(id).at(-1), due(id)]).toEqual(['mandate.late_approved', 'revoke']);
      expect(life.idsOf('pay')).toEqual([]);
    });

    it('of a registration that was never begun there is nothing to give back', () => {
      const id = life.mandate();
      life.reports(id, { state: 'rejected', failure: DECLINED }, 'register');
      expect(due(id)).toBeNull();
    });

    it('paid by a customer who was erased meanwhile: the mandate ends', () => {
      const id = open();
      life.send('customers.erase', life.customerId);
      life.approved(id);
      expect([life.mandateOf(id).status, due(id), life.idsOf('pay')]).toEqual(['expired', 'revoke', []]);
    });

    it('kept when a mandate that was active is revoked', () => {
      const id = open();
      life.approved(id);
      life.send('mandates.revoke', id);
      expect(due(id)).toBe('revoke');
      expect(life.streams.streams.get(id)?.state).toMatchObject({ firstPayment: { reference: 'pay_Network1' } });
      answered(id, 'revoke');
      life.reports(id, undefined);
      expect(due(id)).toBeNull();
    });
  });
});
