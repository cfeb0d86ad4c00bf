import {
  firstCharacters,
  type BillingReason,
  type InvoiceCommandPayloads,
  type InvoiceLineTerms,
  type InvoiceStart,
  type Instrument,
  type TakenPayment,
} from '#contracts';
import { balanceOf } from '../../customer/state';
import type { ExistingSubscription, SubscriptionPeriod, WaitingLine } from '../state';
import { applyBalance, takenOf } from '../../invoice/decide/balance';
import { creditOf, ownCredit, withCredit, type Bill } from '../../invoice/decide/bill';
import { becomesVoid } from '../../invoice/state';
import { billed, chargedOf, regularAmountOf, type Charged, type Priced } from './bills';
import type { SubscriptionContext } from './context';
import { settleLines } from './credit';
import type { Draft } from './draft';
import { agreedAmount, askForLarger } from './larger-mandate';

/**
 * How an invoice is paid: with the registration, by a debit from a time on, or by whoever gets it. `waits`: the customer has to agree to
 * the debit first, which is larger than the mandate. Ms since the epoch.
 */
export type Collecting =
  | { by: 'registration'; mandateId: string; instrument: Instrument; taken?: TakenPayment }
  | { by: 'debit'; mandateId: string; notBeforeMs: number; waits?: boolean }
  | { by: 'customer' };

/** An invoice that is to be made. */
export interface NewInvoice {
  reason: BillingReason;
  /** What it charges; null where that is no period. */
  period: SubscriptionPeriod | null;
  lines: readonly WaitingLine[];
  /** Of these lines, those of the period. */
  periodLines: readonly InvoiceLineTerms[];
  collecting: Collecting;
  /** Its period has not begun, or the subscription has not ended. */
  isUpcoming?: true;
  /** It charges what waits when the subscription ends. */
  isLast?: true;
  /** With the lines that waited for the next invoice. */
  takesPending?: true;
  /** Absent: as the customer is now. */
  charged?: Charged;
}

/** Makes an invoice, in the same commit. */
export function makeInvoice(draft: Draft, invoice: NewInvoice, context: SubscriptionContext): void {
  const { state } = draft;
  const charged = invoice.charged ?? chargedOf(state, context);
  const settled = settleLines(state, invoice.lines, context);
  if (settled.lines.length === 0) return;
  draft.ask(...settled.notes);
  const lines = withCredit({ lines: settled.lines.map(toTerms), currency: state.price.currency }, charged.seller, charged.buyer);
  const bill = billed(lines, state.price, charged);
  const applied = appliedOf(bill, invoice.collecting, draft, context);
  const { period } = invoice;
  const id = context.idOf('invoice', `${period?.from ?? 'upfront'}:${state.made}`);
  const periodAmount = billed(invoice.periodLines, state.price, charged).total;
  const amountRemaining = bill.total + applied;
  const collecting = largeEnough(draft, invoice.collecting, amountRemaining, context);
  const made = { id, period, periodAmount, amountRemaining };
  const { kept, deductions } = settled;
  draft.add({
    type: 'subscription.invoice_made',
    data: {
      ...made,
      ...flagsOf(invoice),
      ...(kept.length > 0 && { kept }),
      ...(deductions.length > 0 && { deductions }),
      ...regularOf(state, charged),
    },
  });
  const { subscriptionId } = context;
  const payload = payloadOf(draft, { ...invoice, lines, charged, collecting }, { applied, amountRemaining, subscriptionId });
  draft.ask({ streamId: id, type: 'invoices.create', payload });
}

/** Before a debit is larger than its mandate, the customer is asked for another one: until they agree the draft of a period has no debit. */
function largeEnough(draft: Draft, collecting: Collecting, amount: number, context: SubscriptionContext): Collecting {
  if (collecting.by !== 'debit' || amount <= agreedAmount(draft.state, context)) return collecting;
  askForLarger(draft, amount, context);
  return { ...collecting, mandateId: draft.state.mandate!.id, ...(amount > agreedAmount(draft.state, context) && { waits: true }) };
}

/** What a whole period comes to, where the tax is another one by now. */
function regularOf(state: Priced & Pick<ExistingSubscription, 'regularAmount'>, charged: Charged): { regularAmount?: number } {
  const regularAmount = regularAmountOf(state, charged);
  return regularAmount === state.regularAmount ? {} : { regularAmount };
}

/** Of the draft of what waits at the end no period begins. */
function flagsOf({ isUpcoming, takesPending, isLast }: NewInvoice): Pick<NewInvoice, 'isUpcoming' | 'takesPending' | 'isLast'> {
  return { ...(isUpcoming && !isLast && { isUpcoming }), ...(takesPending && { takesPending }), ...(isLast && { isLast }) };
}

function toTerms({ taxed: _taxed, ...terms }: WaitingLine): InvoiceLineTerms {
  return terms;
}

/** What the customer has, minor units. What a registration took was fixed before: credit is used by the next invoice. */
function usableBalance(draft: Draft, collecting: Collecting, context: SubscriptionContext): number {
  const isTaken = collecting.by === 'registration' && collecting.taken !== undefined;
  return isTaken ? 0 : balanceAfterDrops(draft, context);
}

/** What the customer has once they have again what credit paid of invoices that will be void, minor units. */
export function balanceAfterDrops(draft: Draft, { customer, invoice }: SubscriptionContext): number {
  const { terms, price } = draft.state;
  const voided = draft.dropped.map((id) => invoice(id)).filter(becomesVoid);
  return voided.reduce((balance, state) => balance + takenOf(state), balanceOf(customer(terms.customerId), price.currency));
}

/** What credit pays of an invoice: its own first, then what the customer has. What is left of its own pays what they owe: no more is charged. */
function appliedOf(bill: Bill, collecting: Collecting, draft: Draft, context: SubscriptionContext): number {
  const own = ownCredit(bill);
  const most = creditOf(bill) > own ? 0 : Infinity;
  const usable = Math.min(usableBalance(draft, collecting, context), most);
  return applyBalance(bill.total - own, usable, draft.state.price.currency, mostOf(collecting, context)).applied - own;
}

/** What the payer agreed to, minor units. */
function mostOf(collecting: Collecting, { mandate }: SubscriptionContext): number | undefined {
  const state = collecting.by === 'debit' ? mandate(collecting.mandateId) : null;
  return state === null || state.status === 'none' ? undefined : state.terms.maxAmount;
}

function payloadOf(
  { state: { terms, price } }: Draft,
  { reason, lines, period, collecting, isUpcoming, charged }: NewInvoice,
  { applied, amountRemaining, subscriptionId }: { applied: number; amountRemaining: number; subscriptionId: string },
): InvoiceCommandPayloads['invoices.create'] {
  const isFree = amountRemaining <= 0;
  const start = isFree ? undefined : startOf(collecting, isUpcoming === true);
  return {
    subscriptionId,
    customerId: terms.customerId,
    billingReason: reason,
    currency: price.currency,
    lines,
    collection: terms.collection,
    ...(collecting.by !== 'customer' && { mandateId: collecting.mandateId }),
    daysUntilDue: terms.daysUntilDue,
    retrySchedule: terms.retrySchedule,
    ...(applied !== 0 && { balanceApplied: applied }),
    ...paysOf(period),
    ...(price.name !== undefined && { description: firstCharacters(price.name, 100) }),
    ...(terms.metadata !== undefined && { metadata: terms.metadata }),
    isFinal: (isFree || collecting.by !== 'registration') && !isUpcoming,
    ...(isUpcoming && { isUpcoming }),
    ...(start !== undefined && { start }),
    ...partiesOf(collecting, charged),
  };
}

function paysOf(period: SubscriptionPeriod | null): { paysPeriod?: true } {
  return period?.isWhole ? { paysPeriod: true } : {};
}

function startOf(collecting: Collecting, isUpcoming: boolean): InvoiceStart | undefined {
  switch (collecting.by) {
    case 'registration':
      return registrationStart(collecting);
    case 'debit':
      return collecting.waits && isUpcoming ? undefined : { kind: 'debit', notBeforeMs: collecting.notBeforeMs };
    case 'customer':
      return undefined;
  }
}

function registrationStart({ mandateId, instrument, taken }: Extract<Collecting, { by: 'registration' }>): InvoiceStart {
  return { kind: 'payment', mandateId, instrument, ...(taken !== undefined && { taken }) };
}

/** What was taken is what it has to come to. */
function partiesOf(collecting: Collecting, charged: Charged | undefined): { parties?: Charged } {
  const isTaken = collecting.by === 'registration' && collecting.taken !== undefined;
  return isTaken && charged !== undefined ? { parties: charged } : {};
}
