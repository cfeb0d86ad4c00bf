import { card, DAY_MS, enach, HOUR_MS, Life, shown, START, upi } from '../../test/debit-life';

describe('a debit on UPI', () => {
  it('is told of at once, and made 24 hours later: one commit, one payment', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ description: 'Gold', metadata: { tier: 'gold' } });
    expect(life.of(id)).toMatchObject({ status: 'scheduled', notice: { number: 1, status: 'delivered' }, afa: { required: false } });
    expect(shown(life.of(id).execute_at!)).toBe('T+1 06:10');
    life.pass(24 * HOUR_MS);
    expect(life.of(id)).toMatchObject({ status: 'scheduled', attempts: [] });
    const debit = life.pass(HOUR_MS).of(id);
    expect(debit).toMatchObject({ status: 'succeeded', late: false, attempts: [{ number: 1, outcome: 'succeeded' }] });
    expect(life.payment(debit.payment_id!)).toMatchObject({
      status: 'captured',
      amount: 49_900,
      mandate_id: life.mandateId,
      customer_id: life.customerId,
      reference_id: id,
      description: 'Gold',
      metadata: { tier: 'gold' },
    });
    expect(life.publicOf(id)).toEqual(['created', 'notified', 'succeeded']);
    expect(life.mandate().last_debit_at).toBe(debit.ended_at);
    expect(debit.post_notice_at).toBe(debit.ended_at);
  });

  it('that is planned for later is told of 36 hours before', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ debitAfterMs: START + 10 * DAY_MS });
    expect(life.of(id)).toMatchObject({ status: 'notifying', notice: { number: 1, status: 'requested' } });
    expect(shown(life.pass(9 * DAY_MS).of(id).notice.delivered_at!)).toBe('T+8 18:00');
    expect(shown(life.pass(2 * DAY_MS).of(id).attempts[0]!.at)).toBe('T+10 06:00');
  });

  it.each<[string, readonly number[] | undefined, string[], number]>([
    ['the default', undefined, ['T+1 06:10', 'T+2 06:20', 'T+3 06:30', 'T+4 06:40'], 4],
    ['[1, 2, 3]', [1, 2, 3], ['T+1 06:10', 'T+1 07:10', 'T+1 08:10', 'T+1 09:10'], 1],
    ['none', [], ['T+1 06:10'], 1],
  ])('(24) that fails is tried again as %s says', (_what, retrySchedule, attempts, notices) => {
    const life = new Life(upi('mandate.lowfunds'));
    const id = life.debit(retrySchedule === undefined ? {} : { retrySchedule });
    const debit = life.pass(6 * DAY_MS).of(id);
    expect(debit.attempts.map(({ at }) => shown(at))).toEqual(attempts);
    expect(debit).toMatchObject({
      status: 'failed',
      last_error: { reason: 'insufficient_funds', network_code: 'Z9' },
      notice: { number: notices },
    });
    expect(new Set(debit.attempts.map(({ payment_id }) => payment_id)).size).toBe(attempts.length);
    expect(life.publicOf(id).filter((type) => type === 'attempt_failed')).toHaveLength(attempts.length - 1);
    expect(life.publicOf(id).at(-1)).toBe('failed');
  });

  it('whose first attempt fails succeeds with the second', () => {
    const life = new Life(upi('mandate.secondtry'));
    const debit = life.pass(0).of(life.debit());
    life.pass(3 * DAY_MS);
    expect(life.of(debit.id)).toMatchObject({
      status: 'succeeded',
      attempts: [{ outcome: 'failed' }, { outcome: 'succeeded' }],
      last_error: null,
    });
  });

  it('(26) has no attempt and no payment without a notice', () => {
    const life = new Life(upi('mandate.nopdn'));
    const id = life.debit();
    const debit = life.pass(3 * DAY_MS).of(id);
    expect(debit).toMatchObject({ status: 'failed', attempts: [], payment_id: null, notice: { status: 'failed' } });
    expect(debit.last_error?.reason).toBe('pre_debit_notification_missing');
    expect(life.publicOf(id)).toEqual(['created', 'notice_failed']);
  });

  it('waits six hours twice for a notice that is not delivered', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ metadata: { sandbox_outcome: 'notice_pending' } });
    expect(life.pass(11 * HOUR_MS).of(id)).toMatchObject({ status: 'notifying', notice: { status: 'sent' } });
    expect(life.pass(2 * HOUR_MS).of(id)).toMatchObject({ status: 'failed', notice: { status: 'failed' } });
  });

  it('is shown a later time once the notice is requested so late that a day does not pass before the planned one', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ metadata: { sandbox_outcome: 'notice_pending' } });
    expect(shown(life.of(id).execute_at!)).toBe('T+1 06:10');
    expect(shown(life.pass(7 * HOUR_MS).of(id).execute_at!)).toBe('T+1 13:00');
    life.send('debits.simulate', id, { outcome: 'notice_delivered' });
    expect(shown(life.of(id).execute_at!)).toBe('T+1 13:10');
    expect(shown(life.pass(2 * DAY_MS).of(id).attempts[0]!.at)).toBe('T+1 13:10');
  });

  it('keeps its time while the notice is requested in time', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ debitAfterMs: START + 2 * DAY_MS, metadata: { sandbox_outcome: 'notice_pending' } });
    expect(shown(life.pass(19 * HOUR_MS).of(id).execute_at!)).toBe('T+2 06:00');
    life.send('debits.simulate', id, { outcome: 'notice_delivered' });
    expect(shown(life.of(id).execute_at!)).toBe('T+2 06:00');
  });

  it('that is approved after its notice has run out has another one at once, and is made a day after that', () => {
    const life = new Life(upi('mandate.afa'));
    const id = life.debit({ amount: 2_000_000 });
    // 11:00 in India: UPI takes debits again from 13:00.
    life.pass(53 * HOUR_MS).send('debits.simulate', id, { outcome: 'afa_approved' });
    expect(life.of(id)).toMatchObject({ status: 'scheduled', notice: { number: 2, status: 'delivered' } });
    expect(shown(life.of(id).execute_at!)).toBe('T+3 13:00');
    expect(shown(life.pass(2 * DAY_MS).of(id).attempts[0]!.at)).toBe('T+3 13:00');
  });

  it('that is approved while its notice serves, but not until UPI takes debits, has another one at once', () => {
    const life = new Life(upi('mandate.afa')).pass(4.5 * HOUR_MS);
    const id = life.debit({ amount: 2_000_000 });
    // 10:20 in India: the notice of 10:30 would be too old at 13:00.
    life.pass(47 * HOUR_MS + 50 * 60_000).send('debits.simulate', id, { outcome: 'afa_approved' });
    expect(life.of(id).notice).toMatchObject({ number: 2, status: 'delivered' });
    expect(shown(life.of(id).execute_at!)).toBe('T+3 13:00');
  });

  it('(27) is cancelled when the payer opts out of it', () => {
    const life = new Life(upi('mandate.ok'));
    const asked = life.debit({ metadata: { sandbox_outcome: 'opted_out' } });
    expect(life.of(asked)).toMatchObject({ status: 'cancelled', cancel_reason: 'opted_out' });
    expect(life.publicOf(asked)).toEqual(['created', 'notified', 'opted_out']);
    const simulated = life.debit();
    life.send('debits.simulate', simulated, { outcome: 'opted_out' });
    expect(life.pass(3 * DAY_MS).of(simulated)).toMatchObject({ status: 'cancelled', attempts: [] });
  });

  it('(20) needs an approval above the limit of its category, and not at it', () => {
    const general = new Life(upi('mandate.afa'));
    expect(general.of(general.debit({ amount: 1_500_000 }))).toMatchObject({ status: 'scheduled', afa: { required: false } });
    expect(general.of(general.debit({ amount: 1_500_001 }))).toMatchObject({ status: 'requires_action', afa: { required: true } });
    const insurance = new Life(card('0071'), { category: 'insurance', maxAmount: 20_000_000 });
    expect(insurance.of(insurance.debit({ amount: 10_000_000 }))).toMatchObject({ afa: { required: false, approved_at: null } });
    expect(insurance.of(insurance.debit({ amount: 10_000_001 })).afa).toMatchObject({ required: true, approved_at: START / 1_000 });
  });

  it('(28) fails when it is not approved in 72 hours, and is made when it is', () => {
    const life = new Life(upi('mandate.afa'));
    const [given, not] = [life.debit({ amount: 2_000_000 }), life.debit({ amount: 2_000_000 })];
    life.pass(60 * HOUR_MS);
    life.send('debits.simulate', given, { outcome: 'afa_approved' });
    life.pass(13 * HOUR_MS);
    expect(life.of(not)).toMatchObject({ status: 'failed', attempts: [], last_error: { reason: 'authentication_failed' } });
    // Approved after its notice had run out: the payer is told again, and the debit waits for that.
    expect(life.publicOf(given)).toEqual(['created', 'notified', 'requires_action', 'updated', 'notified']);
    expect(life.pass(2 * DAY_MS).of(given)).toMatchObject({ status: 'succeeded', notice: { number: 2 } });
  });

  it('(25) comes once a cycle where the mandate says so', () => {
    const life = new Life(upi('mandate.ok'), { frequency: 'monthly' });
    const [first, second] = [life.debit(), life.debit()];
    life.pass(2 * DAY_MS);
    expect(life.of(first).status).toBe('succeeded');
    expect(life.of(second)).toMatchObject({ status: 'cancelled', cancel_reason: 'mandate_cycle_used', attempts: [] });
    expect(() => life.debit()).toThrow('mandate_cycle_used');
    const next = life.debit({ debitAfterMs: START + 30 * DAY_MS });
    expect(life.pass(30 * DAY_MS).of(next).status).toBe('succeeded');
  });

  it('is no more than the mandate allows', () => {
    const life = new Life(upi('mandate.ok'), { maxAmount: 50_000 });
    expect(() => life.debit({ amount: 50_001 })).toThrow('mandate_amount_exceeded');
    expect(() => life.debit({ debitAfterMs: START + 23 * HOUR_MS })).toThrow('parameter_invalid notice_too_short');
    expect(() => life.debit({ debitAfterMs: START + 31 * DAY_MS })).toThrow('parameter_invalid debit_too_late');
    expect(() => life.debit({ retrySchedule: [1, 2, 3, 4] })).toThrow('parameter_invalid invalid_length');
    expect(() => life.debit({ metadata: { sandbox_outcome: 'invalid_vpa' } })).toThrow('parameter_invalid sandbox_outcome_unknown');
    const fixed = new Life(upi('mandate.ok'), { maxAmount: 50_000, amountRule: 'fixed', endsAtMs: START + 2 * DAY_MS });
    expect(() => fixed.debit({ amount: 49_999 })).toThrow('parameter_invalid amount_fixed');
    expect(() => fixed.debit({ amount: 50_000, debitAfterMs: START + 2 * DAY_MS })).toThrow('parameter_invalid mandate_ends');
    for (let times = 1; times <= 10; times++) life.debit();
    expect(() => life.debit()).toThrow('limit_exceeded');
  });
});

describe('a mandate and its debits', () => {
  it.each([upi('mandate.revoked'), card('0075')])('(30) end together when the payer revokes it', (instrument) => {
    const life = new Life(instrument);
    const [first, second, third] = [
      life.debit(),
      life.debit({ debitAfterMs: START + 5 * DAY_MS }),
      life.debit({ debitAfterMs: START + 8 * DAY_MS }),
    ];
    life.pass(2 * DAY_MS);
    expect(life.of(first).status).toBe('succeeded');
    expect(life.mandate()).toMatchObject({ status: 'revoked', revoked_by: 'customer' });
    for (const id of [second, third])
      expect(life.of(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'mandate_revoked', attempts: [] });
    expect(() => life.debit()).toThrow('mandate_not_active');
  });

  it('wait for each other while it is paused', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit();
    life.send('mandates.pause', life.mandateId);
    expect(life.of(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'mandate_paused' });
    expect(() => life.debit()).toThrow('mandate_not_active');
    life.send('mandates.resume', life.mandateId);
    expect(life.pass(2 * DAY_MS).of(life.debit()).status).toBe('scheduled');
  });

  it('end when the customer is erased', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit();
    life.send('customers.erase', life.customerId);
    expect(life.pass(2 * DAY_MS).of(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer_deleted', attempts: [] });
    expect(() => life.debit()).toThrow('mandate_not_active');
  });
});

describe('a debit on eNACH', () => {
  it('needs no notice, and its bank answers on the next working day', () => {
    const life = new Life(enach('4322'));
    const id = life.debit();
    expect(life.of(id)).toMatchObject({ status: 'scheduled', notice: { number: 0, status: 'not_required' }, retry_schedule: [] });
    expect(life.pass(60_000).of(id)).toMatchObject({ status: 'processing', attempts: [{ outcome: 'processing' }] });
    const debit = life.pass(DAY_MS).of(id);
    expect(debit.status).toBe('succeeded');
    expect(life.payment(debit.payment_id!)).toMatchObject({
      payment_method: 'enach',
      payment_method_details: { enach: { bank: 'SBXS', last4: '4322' } },
    });
    expect(life.publicOf(id)).toEqual(['created', 'processing', 'succeeded']);
  });

  it('(29) is presented on Monday when it is due on a Sunday', () => {
    const life = new Life(enach('4322'));
    const id = life.debit({ debitAfterMs: START + 4 * DAY_MS });
    expect(shown(life.of(id).execute_at!)).toBe('T+5 00:00');
  });

  it.each([
    ['4321', 'insufficient_funds', 2],
    ['4324', 'debit_instrument_blocked', 1],
  ])('from an account that ends with %s fails: %s', (last4, reason, attempts) => {
    const life = new Life(enach(last4));
    const debit = life.pass(3 * DAY_MS).of(life.debit({ retrySchedule: [24] }));
    const over = life.pass(3 * DAY_MS).of(debit.id);
    expect([over.status, over.last_error?.reason, over.attempts.length]).toEqual(['failed', reason, attempts]);
  });
});

describe('money of a debit counts once', () => {
  it('(33) nothing is tried again while an attempt may have taken it', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ metadata: { sandbox_outcome: 'deemed' } });
    life.pass(DAY_MS + 10 * 60_000);
    expect(life.of(id)).toMatchObject({ status: 'processing', attempts: [{ outcome: 'processing' }] });
    expect(life.pass(2 * 60_000).of(id)).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'succeeded' }] });
  });

  it('that comes after the last attempt makes the debit succeed after all', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ retrySchedule: [], metadata: { sandbox_outcome: 'late_success' } });
    expect(life.pass(2 * DAY_MS).of(id)).toMatchObject({ status: 'succeeded', late: true, attempts: [{ outcome: 'succeeded' }] });
    expect(life.publicOf(id).slice(-2)).toEqual(['failed', 'succeeded']);
  });

  it('that comes late ends the retries that were still to come', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ metadata: { sandbox_outcome: 'late_success' } });
    const debit = life.pass(6 * DAY_MS).of(id);
    expect(debit).toMatchObject({ status: 'succeeded', late: false });
    expect(debit.attempts).toHaveLength(1);
  });

  it('that comes after the debit was called off goes back', () => {
    const life = new Life(upi('mandate.ok'));
    const id = life.debit({ metadata: { sandbox_outcome: 'late_success' } });
    life.pass(DAY_MS + 10 * 60_000 + 15_000);
    expect(life.of(id)).toMatchObject({ status: 'scheduled', attempts: [{ outcome: 'failed' }] });
    expect(life.send('debits.cancel', id)).not.toHaveProperty('refusal');
    life.pass(DAY_MS);
    const [attempt] = life.of(id).attempts;
    expect(life.of(id).status).toBe('cancelled');
    expect(life.payment(attempt!.payment_id)).toMatchObject({ status: 'refunded', amount_refunded: 49_900 });
  });
});
