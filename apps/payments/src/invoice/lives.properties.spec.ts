import { CREDIT_NOTE_REFUNDS, type InvoiceResource } from '#contracts';
import fc from 'fast-check';
import { DAY_MS, upi } from '../../test/debit-life';
import { InvoiceLife, line, REGISTERED } from '../../test/invoice-life';
import { isEnded, type DebitState } from '../debit/state';
import type { InvoiceState } from './state';

/** What happens to one of the invoices, and how many hours pass then. */
interface Act {
  nth: number;
  act: keyof typeof ACTS;
  amount: number;
  hours: number;
}

type Take = (one: InvoiceLife, id: string, amount: number) => unknown;

const outcome =
  (word: string): Take =>
  (one, id) => {
    const { debit_id: debitId } = one.invoiceOf(id);
    return debitId && one.ask('debits.simulate', debitId, { outcome: word });
  };
const ofPayments =
  (type: string, payload: object): Take =>
  (one, id) =>
    paymentsOf(one, id).map((paymentId) => one.ask(type, paymentId, payload));
const ofRefunds =
  (word: string): Take =>
  (one, id) =>
    refundsOf(one, id).map((refundId) => one.ask('refunds.simulate', refundId, { outcome: word }));

const ACTS = {
  finalize: (one, id) => one.ask('invoices.finalize', id),
  payWell: (one, id) => one.pay(id, 'good'),
  payBadly: (one, id) => one.pay(id, 'bad'),
  payLater: (one, id) => one.pay(id, { methods: [] }),
  debit: (one, id) => one.pay(id, { mandateId: one.mandateId, methods: [] }),
  void: (one, id) => one.ask('invoices.void', id),
  markUncollectible: (one, id) => one.ask('invoices.mark_uncollectible', id),
  cancelDebit: (one, id) => one.invoiceOf(id).debit_id && one.ask('debits.cancel', one.invoiceOf(id).debit_id!),
  debitOpen: outcome('deemed'),
  debitLate: outcome('late_success'),
  debitFails: outcome('failed'),
  debitSucceeds: outcome('succeeded'),
  moneyComes: ofPayments('payments.simulate', { outcome: 'captured' }),
  confirmWell: ofPayments('payments.confirm', { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' } }),
  confirmLater: ofPayments('payments.confirm', { instrument: { method: 'upi', flow: 'collect', vpa: 'pending@sandbox' } }),
  cancelPayments: ofPayments('payments.cancel', { reason: null }),
  markPart: (one, id, amount) => one.ask('invoices.mark_paid', id, { amount, tdsAmount: amount % 7, channel: 'cheque' }),
  markRest: (one, id) => one.ask('invoices.mark_paid', id, { tdsAmount: 0, channel: 'bank_transfer' }),
  reverse: (one, id, amount) => one.ask('invoices.reverse_outside_payment', id, { number: (amount % 2) + 1 }),
  creditPart: (one, id, amount) => one.ask('invoices.issue_credit_note', id, { amount, refund: CREDIT_NOTE_REFUNDS[amount % 3] }),
  creditLine: (one, id, amount) => {
    const [line] = one.invoiceOf(id).lines;
    return one.ask('invoices.issue_credit_note', id, { lines: [{ id: line?.id, amount }], refund: 'none' });
  },
  creditRest: (one, id) => {
    const { total, credit_notes: notes } = one.invoiceOf(id);
    return one.ask('invoices.issue_credit_note', id, { amount: total - sum(notes.map(({ amount }) => amount)), refund: 'none' });
  },
  refund: (one, id, amount) => paymentsOf(one, id).map((paymentId) => refund(one, paymentId, amount)),
  refundNearlyAll: (one, id) =>
    paymentsOf(one, id).map((paymentId) => refund(one, paymentId, one.payment(paymentId).amount_refundable - 1)),
  refundAll: (one, id) => paymentsOf(one, id).map((paymentId) => refund(one, paymentId, null)),
  refundsFail: ofRefunds('failed'),
  refundsGoOut: ofRefunds('processed'),
} as const satisfies Record<string, Take>;

function paymentsOf({ streams }: InvoiceLife, id: string): string[] {
  return [...streams.streams.keys()].filter(
    (key) => key.startsWith('pay_') && streams.resource<{ invoice_id: string }>(key).invoice_id === id,
  );
}

/** Of the payments that paid it: a refund by Hundi itself that fails leaves money that no invoice counts. */
function refundsOf(one: InvoiceLife, id: string): string[] {
  const collected = collectedOf(one, id);
  const ids = [...one.streams.streams.keys()].filter((key) => key.startsWith('rfnd_'));
  return ids.filter((key) => collected.includes(one.streams.resource<{ payment_id: string }>(key).payment_id));
}

function collectedOf({ streams }: InvoiceLife, id: string): string[] {
  const state = streams.streams.get(id)?.state as InvoiceState | undefined;
  return state === undefined || state.status === 'none' ? [] : state.collected.map(({ paymentId }) => paymentId);
}

function refund(one: InvoiceLife, paymentId: string, amount: number | null): void {
  const refundId = one.streams.newId('refund', (one.nowMs += 1));
  one.send('payments.request_refund', paymentId, { refundId, amount, reason: 'requested_by_customer' });
}

interface Beginning {
  isDebited: boolean;
  isFinal: boolean;
  amounts: number[];
}

const beginnings: fc.Arbitrary<Beginning[]> = fc.array(
  fc.record({
    isDebited: fc.boolean(),
    isFinal: fc.boolean(),
    amounts: fc.array(fc.integer({ min: 100, max: 99_999 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 2 },
);
/** Rare in life, and where two payments meet. */
const OFTEN = ['payBadly', 'debitOpen', 'moneyComes'] as const;
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    nth: fc.constantFrom(0, 0, 0, 1),
    act: fc.constantFrom(...(Object.keys(ACTS) as Act['act'][]), ...OFTEN, ...OFTEN, ...OFTEN),
    amount: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 99_999 })),
    hours: fc.constantFrom(0, 0, 0, 0, 0, 1, 26, 80),
  }),
  { maxLength: 20, size: 'max' },
);
const settings = fc.record({
  roundToRupee: fc.boolean(),
  behavior: fc.constantFrom('inclusive', 'exclusive'),
  defaultRateBps: fc.constantFrom(25, 1_800, 4_000),
});

function live(begun: readonly Beginning[], plan: readonly Act[], change: object): { one: InvoiceLife; invoices: InvoiceResource[] } {
  const one = new InvoiceLife(upi('mandate.ok')).register({ ...REGISTERED, ...change });
  const ids = begun.map(({ isDebited, isFinal, amounts }) => {
    const lines = amounts.map((amount) => line(amount));
    return isDebited ? one.automatic({ lines, isFinal }) : one.invoice({ lines, isFinal });
  });
  for (const { nth, act, amount, hours } of plan) {
    const id = ids[nth % ids.length] ?? '';
    ACTS[act](one, id, amount);
    one.pass((hours * DAY_MS) / 24);
  }
  one.pass(60 * DAY_MS);
  return { one, invoices: ids.map((id) => one.invoiceOf(id)) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const numbersOf = (numbers: (string | null)[]): number[] =>
  numbers.flatMap((number) => (number === null ? [] : [Number(number.split('/')[2])]));

const PARTS = ['taxable_amount', 'cgst', 'sgst', 'igst', 'round_off'] as const;

function expectRight(one: InvoiceLife, invoice: InvoiceResource): void {
  const { tax, total, subtotal, round_off: roundOff, lines } = invoice;
  expect([tax.cgst + tax.sgst + tax.igst, subtotal + tax.total + roundOff]).toEqual([tax.total, total]);
  expect(sum(lines.map(({ taxable_amount }) => taxable_amount))).toBe(subtotal);
  expectNotes(invoice);
  const outside = invoice.outside_payments.filter(({ reversed_at }) => reversed_at === null);
  const received = sum(outside.map(({ amount }) => amount));
  expect(one.keptOf(invoice.id)).toBe(invoice.amount_paid - received - invoice.amount_refunded);
  const { amount_due: due, amount_paid: paid, amount_tds: tds, amount_credited: credited, amount_remaining: remaining } = invoice;
  expect(Math.min(paid - received, remaining)).toBeGreaterThanOrEqual(0);
  expect(paid + tds + credited).toBeLessThanOrEqual(due);
  expect(remaining).toBeLessThanOrEqual(due - paid - tds - credited);
  if (invoice.status === 'open') expect(remaining).toBeGreaterThan(0);
}

/** Each adds up, and all of an invoice never come to more than it, in any part. */
function expectNotes({ credit_notes: notes, total, tax, subtotal, round_off: roundOff, amount_refunded: refunded }: InvoiceResource): void {
  for (const note of notes) expect(sum(PARTS.map((name) => note[name]))).toBe(note.amount);
  const parts = notes.flatMap(({ amount, taxable_amount, cgst, sgst, igst }) => [amount, taxable_amount, cgst, sgst, igst]);
  expect(Math.min(0, ...parts)).toBe(0);
  const credited = sum(notes.map(({ amount }) => amount));
  const all = PARTS.map((name) => sum(notes.map((note) => note[name])));
  expect(credited).toBeLessThanOrEqual(total);
  expect(refunded).toBeLessThanOrEqual(credited);
  for (const [index, whole] of [subtotal, tax.cgst, tax.sgst, tax.igst].entries()) expect(all[index]).toBeLessThanOrEqual(whole);
  if (credited === total) expect(all).toEqual([subtotal, tax.cgst, tax.sgst, tax.igst, roundOff]);
}

it('whatever happens to invoices, their money, tax and numbers are right', () => {
  fc.assert(
    fc.property(beginnings, acts, settings, (begun, plan, change) => {
      const { one, invoices } = live(begun, plan, change);
      for (const invoice of invoices) expectRight(one, invoice);
      const numbers = [
        invoices.map(({ number }) => number),
        invoices.flatMap(({ credit_notes: notes }) => notes.map(({ number }) => number)),
      ];
      for (const taken of numbers.map(numbersOf)) expect(taken.sort((a, b) => a - b)).toEqual(taken.map((_number, index) => index + 1));
      const debits = [...one.streams.streams].filter(([key]) => key.startsWith('debit_'));
      for (const [key, { state }] of debits) expect([key, isEnded(state as DebitState)]).toEqual([key, true]);
    }),
    { numRuns: 300 },
  );
});
