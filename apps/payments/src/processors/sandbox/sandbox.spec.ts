import { FAILURES, findSandboxCard, type Instrument } from '#contracts';
import { contextOf } from '../../../test/fakes/samples';
import type { CallContext, CreateInput, KnownPayment, ProcessorPayment } from '../processor';
import { SandboxProcessor } from './sandbox';
import vectors from './vectors.json';

const NOW_MS = Date.UTC(2026, 10, 20, 13, 0, 0);
const ID = 'pay_0QvAb12c07ABCDEFGHIJKLMN';
const sandbox = new SandboxProcessor({
  vpa: 'merchant@sandbox',
  name: 'Acme Stores',
  merchantCategory: '5411',
  publicUrl: 'http://pay.test',
});
const ctx: CallContext = contextOf({ accountId: 'acct_1', livemode: false, timeoutMs: 1_000, nowMs: NOW_MS });

const upi = (vpa: string | null): Instrument => ({ method: 'upi', flow: vpa === null ? 'intent' : 'collect', vpa });
const bank = (code: string | null): Instrument => ({ method: 'netbanking', bank: code });
function card(number: string): Instrument {
  const found = findSandboxCard(number)!;
  return { method: 'card', card: { ...found, expiryMonth: 12, expiryYear: 2030 } };
}

function inputOf(change: Partial<CreateInput>): CreateInput {
  return {
    paymentId: ID,
    attempt: 1,
    amount: 50000,
    currency: 'INR',
    instrument: upi(null),
    captureMethod: 'automatic',
    expiresAtMs: NOW_MS + 600_000,
    ...change,
  };
}

const knownOf = (input: CreateInput, { processorRef }: ProcessorPayment): KnownPayment => ({ ...input, processorRef });
const create = (change: Partial<CreateInput>): ProcessorPayment => sandbox.createNow(inputOf(change), NOW_MS);

interface Row {
  status?: string;
  reason?: string | null;
  npci_code?: string;
  then?: string | { after_s?: number; status?: string; reason?: string; at?: string; dispute_status?: string };
  timeline?: { after_s: number; status: string }[];
}

/** Follows a row of the vectors through time and compares every promise it makes. */
function expectRow(change: Partial<CreateInput>, row: Row): void {
  const input = inputOf(change);
  const first = sandbox.createNow(input, NOW_MS);
  expect(first.state).toBe(row.status ?? 'captured');
  // A waiting customer is no failure yet: the code of the row is shown when the time has run out.
  if (row.reason && first.state !== 'requires_action') expectReason(first, row);
  for (const { after_s, status } of timelineOf(row)) {
    const beforeMs = NOW_MS + after_s * 1000 - 1;
    expect(sandbox.fetchNow(knownOf(input, first), beforeMs + 1).state).toBe(status);
    if (after_s > 0) expect(sandbox.fetchNow(knownOf(input, first), beforeMs).checkAtMs).toBe(beforeMs + 1);
  }
}

function expectReason({ error }: ProcessorPayment, { reason, npci_code }: Row): void {
  expect(error?.reason).toBe(reason);
  expect(FAILURES).toHaveProperty(reason!);
  if (npci_code !== undefined) expect(error?.networkCode).toBe(npci_code);
}

function timelineOf({ then, timeline }: Row): { after_s: number; status: string }[] {
  if (timeline) return timeline;
  return typeof then === 'object' && then.after_s !== undefined && then.status !== undefined
    ? [{ after_s: then.after_s, status: then.status }]
    : [];
}

describe('every row of the vectors', () => {
  const refused = vectors.upi_vpas.filter((row) => 'http' in row);
  const played = vectors.upi_vpas.filter((row) => !('http' in row));

  it.each(played)('UPI address $vpa', (row) => {
    expectRow({ instrument: upi(row.vpa) }, row);
    if ('payer_account_type' in row) expect(create({ instrument: upi(row.vpa) }).facts?.payerAccountType).toBe(row.payer_account_type);
  });

  it.each([...refused, ...vectors.upi_vpa_aliases.invalid.map((vpa) => ({ vpa, param: 'upi.vpa', reason: 'invalid_vpa' }))])(
    'UPI address $vpa is refused at look-up',
    async ({ vpa, param, reason }) => {
      expect(create({ instrument: upi(vpa) }).error).toMatchObject({ class: 'invalid', param, reason, networkCode: 'ZH' });
      expect(await sandbox.validateVpa(vpa)).toEqual({ exists: false });
    },
  );

  it.each(vectors.upi_vpa_aliases.success)('alias %s is captured', (vpa) => expectRow({ instrument: upi(vpa) }, { status: 'captured' }));
  it.each(vectors.upi_vpa_aliases.failure)('alias %s is declined with U30', (vpa) =>
    expectRow({ instrument: upi(vpa) }, { status: 'failed', reason: 'payment_declined', npci_code: 'U30' }),
  );

  describe.each([
    ['upi', upi(null)],
    ['upi with another VPA', upi('asha@okaxis')],
    ['card', { method: 'card', card: null } as const],
    ['netbanking', bank(null)],
  ])('by %s', (_name, instrument) => {
    it.each(vectors.amounts_minor_inr)('the amount $amount', (row) => expectRow({ instrument, amount: row.amount }, row));
    it('any other amount is captured', () => expectRow({ instrument, amount: 203 }, { status: 'captured' }));
  });

  it.each(vectors.netbanking_banks)('bank $code', (row) => expectRow({ instrument: bank(row.code) }, row));

  const scenarios = vectors.cards.scenarios as Record<string, Row & { payment_status?: string }>;
  const numbers = Object.values(vectors.cards.numbers).flatMap((codes) => Object.entries(codes));
  it.each(numbers)('card scenario %s with %s', (code, number) => {
    const row = scenarios[code]!;
    expectRow({ instrument: card(number) }, { ...row, status: row.payment_status ?? row.status });
  });

  it.each(vectors.cards.familiar_success_aliases)('familiar card $number', ({ number }) =>
    expectRow({ instrument: card(number) }, { status: 'captured' }),
  );
  it.each(vectors.cards.familiar_failure_aliases)('familiar card $number: $reason', ({ number, reason }) =>
    expectRow({ instrument: card(number) }, { status: 'failed', reason }),
  );
  it.each(vectors.cards.international)('international card $number', ({ number }) => {
    expect(create({ instrument: card(number) })).toMatchObject({ state: 'captured', facts: { card: { international: true } } });
  });

  it.each(vectors.refund_amounts_minor)('a refund of $amount', async (row) => {
    const payment = knownOf(inputOf({}), create({}));
    const speed = row.speed_requested === 'instant' ? 'instant' : 'normal';
    const input = { refundId: 'rfnd_1', payment, amount: row.amount, speed } as const;
    const { processorRef, status, speedProcessed } = await sandbox.refund(input, ctx);
    expect(status).toBe(row.status);
    if (row.speed_processed) expect(speedProcessed).toBe(row.speed_processed);
    if (row.then) {
      const later = await sandbox.fetchRefund({ ...input, processorRef }, { ...ctx, nowMs: NOW_MS + row.then.after_s * 1000 });
      expect(later.status).toBe(row.then.status);
    }
  });

  it.each(vectors.otp.filter((row) => row.otp !== undefined))('the password $otp', async (row) => {
    const input = inputOf({ instrument: card('4999000000000005'), returnUrl: 'https://shop.test' });
    const waiting = sandbox.createNow(input, NOW_MS);
    const answer = await sandbox.submitOtp(knownOf(input, waiting), row.otp, 0, ctx);
    expect(answer.state).toBe(row.payment_reason ? 'requires_action' : 'captured');
    expect(answer.error?.reason).toBe(row.payment_reason);
  });
});

describe('who decides', () => {
  it('metadata before the instrument, the instrument before the amount', () => {
    const metadata = { sandbox_outcome: 'card_declined' };
    expect(create({ instrument: upi('success@sandbox'), metadata }).error?.reason).toBe('card_declined');
    expect(create({ instrument: upi('success@sandbox'), amount: 201 }).state).toBe('captured');
  });

  it('amounts of other currencies are no magic amounts', () => {
    expect(create({ instrument: { method: 'card', card: null }, currency: 'USD', amount: 201 }).state).toBe('captured');
  });

  it.each(['captured', 'authorized', 'processing', 'requires_action', 'failed', 'expired'])('metadata takes the status %s', (word) => {
    expect(create({ metadata: { sandbox_outcome: word } }).state).toBe(word);
  });

  it('refuses an outcome word it does not know, so that a typo is not a success', () => {
    const { error } = create({ metadata: { sandbox_outcome: 'insuficient_funds' } });
    expect(error).toMatchObject({ class: 'invalid', param: 'metadata.sandbox_outcome' });
  });

  it('a card past its month is expired, whatever the scenario', () => {
    const facts = { ...findSandboxCard('4999000000000005')!, expiryMonth: 10, expiryYear: 2026 };
    expect(create({ instrument: { method: 'card', card: facts } }).error?.reason).toBe('card_expired');
    expect(create({ instrument: { method: 'card', card: { ...facts, expiryMonth: 11 } } }).state).toBe('captured');
  });

  it('manual capture leaves the money authorized', () => {
    expect(create({ captureMethod: 'manual' }).state).toBe('authorized');
  });
});

describe('the waiting customer', () => {
  it('a real bank shows its page', () => {
    const { state, nextAction } = create({ instrument: bank('SBIN') });
    expect(state).toBe('requires_action');
    expect(nextAction).toMatchObject({ kind: 'redirect_to_url', url: `http://pay.test/sandbox/pay/${ID}` });
  });

  it('the third wrong password ends it', async () => {
    const input = inputOf({ instrument: card('4999000000000005'), returnUrl: 'https://shop.test' });
    const waiting = sandbox.createNow(input, NOW_MS);
    const answer = await sandbox.submitOtp(knownOf(input, waiting), '000000', 2, ctx);
    expect(answer).toMatchObject({ state: 'failed', error: { reason: 'otp_attempts_exceeded' } });
  });

  it('simulate acts for the payer', async () => {
    const input = inputOf({ instrument: bank('SBIN') });
    const answer = await sandbox.simulate(knownOf(input, sandbox.createNow(input, NOW_MS)), 'insufficient_funds', ctx);
    expect(answer).toMatchObject({ state: 'failed', error: { reason: 'insufficient_funds' } });
  });
});

describe('references', () => {
  it('are shaped as the networks make them, and the same whenever asked', () => {
    const { refs } = create({});
    expect(refs.rrn).toMatch(/^632418[0-9]{6}$/);
    expect(refs.upiTransactionId).toMatch(/^[A-Za-z0-9]{1,35}$/);
    expect(create({}).refs).toEqual(refs);
    expect(create({ paymentId: 'pay_0QvAb12c07ABCDEFGHIJKLMO' }).refs.rrn).not.toBe(refs.rrn);
  });

  it('a card refund has a 23-digit ARN, a failed card refund has none', async () => {
    const input = inputOf({ instrument: card('4999000000000005') });
    const refund = { refundId: 'rfnd_1', amount: 500, speed: 'normal' } as const;
    const done = await sandbox.refund({ ...refund, payment: knownOf(input, sandbox.createNow(input, NOW_MS)) }, ctx);
    expect(done.refs.arn).toMatch(/^[0-9]{23}$/);
    const failing = inputOf({ instrument: card('4999000051000003') });
    const failed = await sandbox.refund({ ...refund, payment: knownOf(failing, sandbox.createNow(failing, NOW_MS)) }, ctx);
    expect(failed).toMatchObject({ status: 'failed', refs: {} });
  });
});

describe('fees', () => {
  it.each([
    ['UPI from an account', { amount: 1_000_000 }, 0, 0],
    ['a credit card on UPI', { amount: 1_000_000, instrument: upi('creditcard@sandbox') }, 20_000, 3_600],
    ['a card', { amount: 1_000_000, instrument: card('4999000000000005') }, 20_000, 3_600],
    ['RuPay', { amount: 1_000_000, instrument: card('6070990000000004') }, 0, 0],
    ['an international card', { amount: 1_000_000, instrument: card('4999010000000004') }, 30_000, 5_400],
  ])('%s', (_name, change, amount, gst) => expect(create(change).fee).toEqual({ amount, gst }));
});
