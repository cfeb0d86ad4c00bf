import { isBankHoliday, USUAL_TAX_SETTINGS, type CommandBody, type InvoiceCommand, type InvoiceTerms } from '#contracts';
import { replay } from '#decider';
import { line } from '../../test/invoice-life';
import { mandateTerms } from '../../test/mandate-terms';
import { INITIAL_CUSTOMER, type CustomerState } from '../customer/state';
import { DEFAULT_RAILS_CONFIG } from '../mandate/decide/rails';
import { INITIAL_MANDATE, NO_DEBITS, type MandateState } from '../mandate/state';
import { sandboxDebitRail } from '../processors/sandbox/debits';
import { decide } from './decide';
import { billOf } from './decide/bill';
import type { InvoiceContext } from './decide/context';
import { DEFAULT_INVOICE_RULES, type InvoiceRules } from './decide/rules';
import type { InvoiceEvent } from './events';
import { evolve, withBuyerOf } from './evolve';
import { INITIAL_INVOICE } from './state';
import { wakeAtMs } from './timers';

type Body = CommandBody<InvoiceCommand>;

const NOW = Date.parse('2026-11-25T00:30:00Z');
const [CUSTOMER, MANDATE] = ['cust_0QvAb12c07ABCDEFGHIJKLMN', 'mandate_0QvAb12c07ABCDEFGHIJKLMN'];
const [PAYMENT, DEBIT, REFUND] = ['pay_0QvAb12c07ABCDEFGHIJKLMN', 'debit_0QvAb12c07ABCDEFGHIJKLMN', 'rfnd_0QvAb12c07ABCDEFGHIJKLMN'];
const ASHA: CustomerState = {
  status: 'active',
  profile: { name: '~s1.n' },
  kycStatus: 'none',
  paymentMethodIds: [],
  defaultPaymentMethodId: null,
};
const ACTIVE = {
  status: 'active',
  terms: { ...mandateTerms(NOW), maxAmount: 5_000_000 },
  debits: NO_DEBITS,
  references: {},
} as unknown as MandateState;
const CONTEXT: InvoiceContext = {
  nowMs: NOW,
  invoiceId: 'inv_0QvAb12c07ABCDEFGHIJKLMN',
  rules: DEFAULT_INVOICE_RULES,
  debits: { rules: { ...DEFAULT_RAILS_CONFIG, isHoliday: isBankHoliday }, rail: sandboxDebitRail },
  seller: USUAL_TAX_SETTINGS,
  customer: (id) => (id === CUSTOMER ? ASHA : INITIAL_CUSTOMER),
  mandate: (id) => (id === MANDATE ? ACTIVE : INITIAL_MANDATE),
  series: (prefix) => ({ id: `series ${prefix}`, last: 41 }),
  refundable: () => 49_900,
  refundReason: () => 'duplicate',
  refundsFromBalance: () => 0,
  idOf: (kind, number) => `${kind} ${number}`,
};
const TERMS: InvoiceTerms = {
  customerId: CUSTOMER,
  billingReason: 'manual',
  currency: 'INR',
  lines: [line(49_900)],
  collection: 'send_invoice',
  daysUntilDue: 7,
};
const BILL = billOf(TERMS, USUAL_TAX_SETTINGS, { gstinState: null, country: null, state: null, isSez: false });
const LOW_FUNDS = { reason: 'insufficient_funds', networkCode: 'Z9' } as const;
const document = { number: 'INV/2627/000001', seller: {}, buyer: {}, finalizedAtMs: NOW, dueAtMs: NOW };

const CREATED: InvoiceEvent = { type: 'invoice.created', data: { terms: TERMS, bill: BILL } };
const FINALIZED: InvoiceEvent = { type: 'invoice.finalized', data: { bill: BILL, document } };
const PAYING: InvoiceEvent = { type: 'invoice.payment_begun', data: { paymentId: PAYMENT } };
const DEBITED: InvoiceEvent = { type: 'invoice.debit_begun', data: { debitId: DEBIT, mandateId: MANDATE } };
const PLANNED: InvoiceEvent = { type: 'invoice.debit_planned', data: { nextAttemptAtMs: NOW + 1 } };
const OPEN = [CREATED, FINALIZED];

/** Histories that lead to every status, and what may be under way in it. */
const GIVEN: Readonly<Record<string, InvoiceEvent[]>> = {
  none: [],
  draft: [CREATED],
  open: OPEN,
  paying: [...OPEN, PAYING],
  'debit waits': [...OPEN, DEBITED, PLANNED],
  'debit runs': [...OPEN, DEBITED],
  paid: [...OPEN, PAYING, { type: 'invoice.paid', data: { paymentId: PAYMENT, atMs: NOW } }],
  void: [...OPEN, { type: 'invoice.voided', data: { atMs: NOW } }],
  uncollectible: [...OPEN, { type: 'invoice.uncollectible', data: {} }],
};

/** The types of the events that follow, with the commands to others, or the code of the refusal. */
function outcome(given: InvoiceEvent[], command: Body, context = CONTEXT): string {
  const decision = decide(command, replay({ initialState: INITIAL_INVOICE, evolve }, given), context);
  if (!decision.accepted) return decision.refusal.code;
  const asked = (decision.followUps ?? []).map(({ type }) => type);
  return [...decision.events.map(({ type }) => type.replace('invoice.', '')), ...asked].join(' ');
}

const create = (terms: Partial<InvoiceTerms> = {}, isFinal = true): Body => ({
  type: 'invoices.create',
  payload: { ...TERMS, ...terms, isFinal },
});
const AUTOMATIC = { collection: 'automatic', mandateId: MANDATE } as const;
const FINALIZE: Body = { type: 'invoices.finalize', payload: {} };
const VOID: Body = { type: 'invoices.void', payload: {} };
const MARK: Body = { type: 'invoices.mark_uncollectible', payload: {} };
const PAY: Body = { type: 'invoices.pay', payload: { methods: ['card'] } };
const PAY_BY_DEBIT: Body = { type: 'invoices.pay', payload: { mandateId: MANDATE, methods: [] } };
const RESTART: Body = {
  type: 'invoices.restart',
  payload: { kind: 'payment', mandateId: MANDATE, instrument: { method: 'upi', flow: 'collect', vpa: null } },
};
const COLLECT: Body = { type: 'invoices.collect', payload: { mandateId: MANDATE } };
const captured: Body = { type: 'invoices.record_payment', payload: { paymentId: PAYMENT, state: 'captured' } };
const failed: Body = { type: 'invoices.record_payment', payload: { paymentId: PAYMENT, state: 'failed', failure: LOW_FUNDS } };
const refunded: Body = { type: 'invoices.record_refund', payload: { paymentId: PAYMENT, refundId: REFUND, amount: 100, overRefunded: 0 } };
const debit = (payload: object): Body => ({
  type: 'invoices.record_debit',
  payload: { debitId: DEBIT, nextAttemptAtMs: null, isOver: false, ...payload },
});

const MARK_PAID: Body = { type: 'invoices.mark_paid', payload: { tdsAmount: 4_990, channel: 'cheque' } };
const MARK_PART: Body = { type: 'invoices.mark_paid', payload: { amount: 100, tdsAmount: 0, channel: 'cheque' } };
const REVERSE: Body = { type: 'invoices.reverse_outside_payment', payload: { number: 1 } };
const CREDIT: Body = { type: 'invoices.issue_credit_note', payload: { amount: 100, refund: 'payment' } };
const keepBuyer: Body = { type: 'invoices.keep_buyer', payload: { buyer: { name: '~s1.series', stateCode: '29' } } };

describe('an open invoice whose money is expected for 90 days', () => {
  const DAYS_90 = 90 * 86_400_000;
  const rules: InvoiceRules = { ...DEFAULT_INVOICE_RULES, uncollectibleAfterMs: DAYS_90 };
  const given = (events: InvoiceEvent[]) => replay({ initialState: INITIAL_INVOICE, evolve }, events);
  const over = (data: { atMs?: number }): InvoiceEvent[] => [...OPEN, DEBITED, { type: 'invoice.debit_ended', data }];

  it.each<[string, InvoiceEvent[], number | null]>([
    ['is looked at 90 days after it is due', OPEN, NOW + DAYS_90],
    ['and after its last debit', over({ atMs: NOW + 5 }), NOW + 5 + DAYS_90],
    ['of which an older event does not say when it was', over({}), NOW + DAYS_90],
    ['not while a debit is planned', GIVEN['debit waits']!, null],
    ['not while a payment is under way', GIVEN.paying!, null],
    ['not as a draft', GIVEN.draft!, null],
    ['not when it is paid', GIVEN.paid!, null],
    ['not when it is uncollectible', GIVEN.uncollectible!, null],
  ])('%s', (_name, events, expected) => {
    expect(wakeAtMs(given(events), rules)).toBe(expected);
  });

  it('is uncollectible then, not a moment before, and never where that is not configured', () => {
    const wake: Body = { type: 'invoices.wake', payload: {} };
    const at = (nowMs: number, how = rules): string => outcome(OPEN, wake, { ...CONTEXT, nowMs, rules: how });
    expect([at(NOW + DAYS_90 - 1), at(NOW + DAYS_90), at(NOW + DAYS_90, DEFAULT_INVOICE_RULES)]).toEqual(['', 'uncollectible', '']);
    expect(outcome([], wake)).toBe('resource_missing');
  });
});

describe('the table of invoices: every command in every state', () => {
  const [MISSING, CONFLICT, NOT] = ['resource_missing', 'state_conflict', 'invoice_not_payable'];
  const EXISTS = Array<string>(8).fill('resource_already_exists');
  const [TAKE, PAID] = ['invoice_series.take', 'payment_begun payments.create'];
  const BY_DEBIT = 'debit_begun debits.create';
  const [SETTLED, PART] = ['outside_payment_recorded paid', 'outside_payment_recorded'];
  it.each<[string, Body, string[]]>([
    ['create', create(), [`created finalized ${TAKE}`, ...EXISTS]],
    ['create a draft', create(AUTOMATIC, false), ['created', ...EXISTS]],
    ['create to be debited', create(AUTOMATIC), [`created finalized debit_begun ${TAKE} debits.create`, ...EXISTS]],
    ['finalize', FINALIZE, [MISSING, `finalized ${TAKE}`, CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT]],
    ['pay', PAY, [MISSING, `finalized payment_begun ${TAKE} payments.create`, PAID, NOT, PAID, NOT, NOT, NOT, PAID]],
    ['debit', PAY_BY_DEBIT, [MISSING, `finalized debit_begun ${TAKE} debits.create`, BY_DEBIT, NOT, NOT, NOT, NOT, NOT, BY_DEBIT]],
    ['void', VOID, [MISSING, 'voided', 'voided', CONFLICT, 'voided', CONFLICT, CONFLICT, CONFLICT, 'voided']],
    ['mark uncollectible', MARK, [MISSING, CONFLICT, 'uncollectible', CONFLICT, 'uncollectible', CONFLICT, CONFLICT, CONFLICT, CONFLICT]],
    ['its payment is captured', captured, [MISSING, `finalized paid ${TAKE}`, 'paid', 'paid', 'paid', 'paid', '', '', 'paid']],
    ['its period begins', { type: 'invoices.open', payload: {} }, [MISSING, `finalized ${TAKE}`, '', '', '', '', '', '', '']],
    ['tried with another instrument', RESTART, [MISSING, PAID, ...Array<string>(7).fill(CONFLICT)]],
    [
      'debited now',
      COLLECT,
      [MISSING, NOT, BY_DEBIT, NOT, 'debit_ended debit_begun debits.create debits.end_with_invoice', NOT, NOT, NOT, BY_DEBIT],
    ],
    ['debited no more', { type: 'invoices.stop_collecting', payload: {} }, [MISSING, '', '', '', 'debit_ended', '', '', '', '']],
    ['dropped', { type: 'invoices.drop', payload: {} }, [MISSING, 'voided', 'voided', 'voided', 'voided', 'voided', '', '', 'voided']],
    ['its payment failed', failed, [MISSING, '', '', 'payment_failed', '', '', '', '', '']],
    ['money of it went back', refunded, [MISSING, '', '', '', '', '', `refunded ${TAKE}`, '', '']],
    ['its debit is planned', debit({ nextAttemptAtMs: NOW + 2 }), [MISSING, '', '', '', 'debit_planned', 'debit_planned', '', '', '']],
    ['its debit is planned as it was', debit({ nextAttemptAtMs: NOW + 1 }), [MISSING, '', '', '', '', 'debit_planned', '', '', '']],
    [
      'its debit failed',
      debit({ isOver: true, failure: LOW_FUNDS }),
      [MISSING, '', '', '', 'payment_failed', 'payment_failed', '', '', ''],
    ],
    ['its debit is called off', debit({ isOver: true }), [MISSING, '', '', '', 'debit_ended', 'debit_ended', '', '', '']],
    ['marked as paid', MARK_PAID, [MISSING, CONFLICT, SETTLED, CONFLICT, SETTLED, CONFLICT, CONFLICT, CONFLICT, SETTLED]],
    [
      'marked as paid in part',
      MARK_PART,
      [
        MISSING,
        CONFLICT,
        PART,
        CONFLICT,
        `${PART} debit_ended debit_begun debits.create debits.end_with_invoice`,
        CONFLICT,
        CONFLICT,
        CONFLICT,
        PART,
      ],
    ],
    ['an outside payment that is not there is reversed', REVERSE, Array<string>(9).fill(MISSING)],
    [
      'credited',
      CREDIT,
      [
        MISSING,
        CONFLICT,
        `credited ${TAKE}`,
        CONFLICT,
        `credited debit_ended debit_begun ${TAKE} debits.create debits.end_with_invoice`,
        CONFLICT,
        `credited ${TAKE} payments.request_refund`,
        CONFLICT,
        `credited ${TAKE}`,
      ],
    ],
    ['its customer has credit', { type: 'invoices.use_credit', payload: {} }, [MISSING, ...Array<string>(8).fill('')]],
    ['its customer is erased', keepBuyer, [MISSING, '', ...Array<string>(7).fill('buyer_kept invoice_series.keep_key')]],
    ['another debit ends', debit({ debitId: 'debit_2', isOver: true }), [MISSING, ...Array<string>(8).fill('')]],
  ])('%s', (_what, command, expected) => {
    expect(Object.values(GIVEN).map((given) => outcome(given, command))).toEqual(expected);
  });
});

describe('the buyer of an erased customer', () => {
  const dropped: InvoiceEvent[] = [CREATED, { type: 'invoice.voided', data: { atMs: NOW } }];
  const kept: InvoiceEvent = { type: 'invoice.buyer_kept', data: { buyer: { name: '~s1.series', stateCode: '29' } } };
  const stateOf = (given: InvoiceEvent[]) => replay({ initialState: INITIAL_INVOICE, evolve }, given);

  it('is kept once, under the key of the series and year of the number', () => {
    const decision = decide(keepBuyer, stateOf(OPEN), { ...CONTEXT, nowMs: Date.parse('2027-06-01T00:00:00Z') });
    expect(decision).toMatchObject({
      events: [kept],
      followUps: [
        // 1 April 2027, 00:00 in India.
        { streamId: 'series INV', type: 'invoice_series.keep_key', payload: { yearEndsAtMs: Date.parse('2027-03-31T18:30:00Z') } },
      ],
    });
    expect(outcome([...OPEN, kept], keepBuyer)).toBe('');
  });

  it('is kept without a number too, and not for a draft that was dropped', () => {
    const unnumbered: InvoiceEvent = { type: 'invoice.finalized', data: { bill: BILL, document: { ...document, number: null } } };
    const decision = decide(keepBuyer, stateOf([CREATED, unnumbered]), CONTEXT);
    expect(decision).toMatchObject({ followUps: [{ streamId: 'series ' }] });
    expect(outcome(dropped, keepBuyer)).toBe('');
  });

  it('stays with the invoice whatever comes then', () => {
    const paid: InvoiceEvent[] = [...OPEN, kept, PAYING, { type: 'invoice.paid', data: { paymentId: PAYMENT, atMs: NOW } }];
    const voided: InvoiceEvent[] = [...OPEN, kept, { type: 'invoice.voided', data: { atMs: NOW } }];
    for (const given of [paid, voided])
      expect(stateOf(given)).toMatchObject({ document: { buyer: kept.data.buyer, number: document.number } });
  });

  it('is that of the past as well, from when it was finalized on, once it is kept', () => {
    const now = stateOf([...OPEN, kept]);
    expect(withBuyerOf(stateOf(OPEN), now)).toEqual(now);
    expect(withBuyerOf(stateOf([CREATED]), now)).toEqual(stateOf([CREATED]));
    expect(withBuyerOf(stateOf(OPEN), stateOf(OPEN))).toEqual(stateOf(OPEN));
  });
});

describe('a number', () => {
  const used = { ...CONTEXT, series: (prefix: string) => ({ id: prefix, last: 99_999_999 }) };

  it('is refused once the series is used up; a credit note goes without', () => {
    expect(outcome([CREATED], FINALIZE, used)).toBe('invoice_series_exhausted');
    expect(outcome(GIVEN['paid'] ?? [], refunded, used)).toBe('refunded');
  });
});

describe('a payment of an invoice', () => {
  it('takes the methods that can carry the amount', () => {
    const usd: InvoiceEvent = { ...CREATED, data: { terms: { ...TERMS, currency: 'USD' }, bill: BILL } };
    expect(outcome([usd, FINALIZED], PAY)).toBe('payment_begun payments.create');
    expect(outcome([usd, FINALIZED], { type: 'invoices.pay', payload: { methods: ['upi', 'netbanking'] } })).toBe('parameter_invalid');
  });

  it('is by its mandate where the caller names nothing', () => {
    const automatic: InvoiceEvent = { ...CREATED, data: { terms: { ...TERMS, ...AUTOMATIC }, bill: BILL } };
    expect(outcome([automatic, FINALIZED], { type: 'invoices.pay', payload: { methods: [] } })).toBe('debit_begun debits.create');
    expect(outcome(OPEN, { type: 'invoices.pay', payload: { methods: [] } })).toBe('payment_begun payments.create');
  });

  it('needs an active mandate of the customer, large enough', () => {
    const under = (mandate: object) => outcome(OPEN, PAY_BY_DEBIT, { ...CONTEXT, mandate: () => ({ ...ACTIVE, ...mandate }) });
    expect(under({ status: 'paused' })).toBe('mandate_not_active');
    expect(under({ terms: { customerId: CUSTOMER, maxAmount: 49_899 } })).toBe('mandate_amount_exceeded');
    expect(under({ debits: { open: Array<string>(10).fill('debit_1') } })).toBe('limit_exceeded');
    expect(under({ terms: { customerId: 'cust_2', maxAmount: 5_000_000 } })).toBe('resource_missing');
  });
});
