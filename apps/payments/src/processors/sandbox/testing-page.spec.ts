import {
  instrumentOf,
  TESTING_SECTIONS,
  toCreatePaymentPayload,
  type CreatePaymentDto,
  type MandateInstrument,
  type MandateTerms,
  type TestingRow,
} from '#contracts';
import { contextOf } from '../../../test/fakes/samples';
import type { CreateInput, KnownPayment, ProcessorPayment, RefundInput } from '../processor';
import { SandboxProcessor } from './sandbox';

const NOW_MS = Date.UTC(2026, 10, 20, 13, 0, 0);
const ctx = contextOf({ livemode: false, nowMs: NOW_MS });
const sandbox = new SandboxProcessor({
  vpa: 'merchant@sandbox',
  name: 'Acme Stores',
  merchantCategory: '5411',
  publicUrl: 'http://pay.test',
});

const CARD = { expiry_month: 12, expiry_year: 2035, cvv: '123' };

/** The body that a merchant sends with a value of a section. */
const BODY_OF: Readonly<Record<string, (value: string) => Partial<CreatePaymentDto>>> = {
  upi: (vpa) => ({ payment_method: 'upi', upi: { vpa } }),
  cards: (number) => ({ payment_method: 'card', card: { ...CARD, number } }),
  'card-entry': (entry) => ({ payment_method: 'card', card: { ...CARD, number: '4242424242424242', ...entryOf(entry) } }),
  banks: (bank) => ({ payment_method: 'netbanking', netbanking: { bank: bank === 'every other bank' ? 'HDFC' : bank } }),
  amounts: (amount) => ({ payment_method: 'upi', amount: Number(amount) }),
  'payment-outcomes': (word) => ({ payment_method: 'upi', metadata: { sandbox_outcome: word } }),
};

function entryOf(entry: string): object {
  return entry.startsWith('cvv ') ? { cvv: entry.slice(4) } : { expiry_month: 10, expiry_year: 2026 };
}

function inputOf(body: Partial<CreatePaymentDto>): CreateInput {
  const payload = toCreatePaymentPayload({ amount: 50_000, currency: 'INR', ...body }, { livemode: false });
  const { amount, currency, captureMethod, metadata, instrument } = payload;
  const paymentId = 'pay_0QvAb12c07ABCDEFGHIJKLMN';
  const expiresAtMs = NOW_MS + 600_000;
  return { paymentId, attempt: 1, amount, currency, captureMethod, expiresAtMs, instrument: instrument!, ...(metadata && { metadata }) };
}

const knownOf = (input: CreateInput, { processorRef }: ProcessorPayment): KnownPayment => ({ ...input, processorRef });
const rowsOf = (id: string): [string, TestingRow][] =>
  TESTING_SECTIONS.find((section) => section.id === id)!.rows.flatMap((row) =>
    row.values.map((value): [string, TestingRow] => [value, row]),
  );

describe.each(Object.keys(BODY_OF))('the testing page, %s', (id) => {
  it.each(rowsOf(id))('%s does what its row says', (value, row) => {
    const input = inputOf(BODY_OF[id]!(value));
    const payment = sandbox.createNow(input, NOW_MS);
    if (row.refused_param !== null) {
      expect(payment.error).toMatchObject({ class: 'invalid', param: row.refused_param, reason: row.reason });
      return;
    }
    expect([payment.state, payment.error?.reason ?? null]).toEqual([row.status, row.reason]);
    if (row.network_code !== null && payment.error) expect(payment.error.networkCode).toBe(row.network_code);
    for (const { after_seconds, status, reason } of row.then) {
      const atMs = NOW_MS + after_seconds * 1000;
      const then = sandbox.fetchNow(knownOf(input, payment), atMs);
      expect([then.state, then.error?.reason ?? null]).toEqual([status, reason]);
      expect(sandbox.fetchNow(knownOf(input, payment), atMs - 1).state).not.toBe(status);
    }
  });
});

describe('the testing page, one-time passwords of payments', () => {
  it.each(rowsOf('otp'))('%s does what its row says', (value, row) => {
    const input = inputOf({ payment_method: 'card', card: { ...CARD, number: '4242424242424242' }, return_url: 'https://shop.test' });
    const known = knownOf(input, sandbox.createNow({ ...input, returnUrl: 'https://shop.test' }, NOW_MS));
    const isLast = value === 'incorrect 3 times';
    const answer = sandbox.submitOtpNow(known, isLast ? '424242' : value, isLast ? 2 : 0, NOW_MS);
    // An accepted one has no status of its own: the card of this test is captured.
    expect([answer.state, answer.error?.reason ?? null]).toEqual([row.status ?? 'captured', row.reason]);
  });
});

describe('the testing page, refunds', () => {
  const paid = (number = '4242424242424242'): KnownPayment => {
    const input = inputOf({ payment_method: 'card', card: { ...CARD, number } });
    return knownOf(input, sandbox.createNow(input, NOW_MS));
  };
  const refundOf = (change: Partial<RefundInput>): RefundInput => ({
    refundId: 'rfnd_0QvAb12c07ABCDEFGHIJKLMN',
    payment: paid(),
    amount: 1_000,
    speed: 'instant',
    ...change,
  });

  it.each([
    ...rowsOf('refund-amounts').map(([value, row]) => [{ amount: Number(value) }, row] as const),
    ...rowsOf('refund-outcomes').map(([value, row]) => [{ metadata: { sandbox_outcome: value } }, row] as const),
  ])('%j does what its row says', async (change, row) => {
    const input = refundOf(change);
    expect(sandbox.refundRefusal(input)).toBeNull();
    const refund = await sandbox.refund(input, ctx);
    expect([refund.status, refund.failureReason ?? null]).toEqual([row.status, row.reason]);
    expect(refund.speedProcessed).toBe(row.note?.startsWith('at normal speed') ? 'normal' : 'instant');
    expect(refund.isQueued ?? false).toBe(row.note === 'stays so until it is simulated or cancelled');
    for (const { after_seconds, status, reason } of row.then) {
      const then = sandbox.fetchRefundNow({ ...input, processorRef: refund.processorRef }, NOW_MS + after_seconds * 1000);
      expect([then.status, then.failureReason ?? null]).toEqual([status, reason]);
    }
  });

  it.each(rowsOf('cards').filter(([, { note }]) => note?.includes('refund')))(
    'a refund of %s does what the row says',
    async (number, row) => {
      const { status, speedProcessed } = await sandbox.refund(refundOf({ payment: paid(number) }), ctx);
      const expected = row.note === 'every refund of it fails' ? ['failed', 'instant'] : ['processed', 'normal'];
      expect([status, speedProcessed]).toEqual(expected);
    },
  );
});

describe('the testing page, mandates', () => {
  const account = { ifsc: null, number: null, last4: null, holderName: null, accountType: null, auth: 'netbanking' } as const;
  const INSTRUMENT_OF: Readonly<Record<string, (value: string) => MandateInstrument>> = {
    'mandate-upi': (vpa) => ({ method: 'upi', vpa }),
    'mandate-cards': (number) => instrumentOf({ payment_method: 'card', card: { ...CARD, number } }, false) as MandateInstrument,
    'mandate-banks': (bank) => ({ method: 'enach', account: { ...account, bank } }),
  };
  const rows = Object.keys(INSTRUMENT_OF).flatMap((id) => rowsOf(id).map(([value, row]) => [id, value, row] as const));

  it.each(rows)('%s, %s does what its row says', (id, value, row) => {
    const terms: MandateTerms = {
      customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
      instrument: INSTRUMENT_OF[id]!(value),
      maxAmount: 49_900,
      amountRule: 'maximum',
      frequency: 'as_presented',
      debitDayRule: 'on',
      startsAtMs: NOW_MS,
      endsAtMs: NOW_MS + 86_400_000,
      category: 'general',
    };
    const report = sandbox.rail.register({ mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN', terms, nowMs: NOW_MS });
    const failure = report.state === 'rejected' ? report.failure : null;
    expect([report.state, failure?.reason ?? null, failure?.networkCode ?? null]).toEqual([row.status, row.reason, row.network_code]);
    expect('checkAtMs' in report).toBe(row.note?.includes('next working day') ?? false);
  });
});
