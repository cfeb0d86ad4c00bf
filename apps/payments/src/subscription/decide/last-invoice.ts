import { istDateOf, shareOf, startOfIstDate, type CancelSubscriptionPayload, type InvoiceLineTerms } from '#contracts';
import { canDebit, type ExistingSubscription, type TrackedInvoice, type WaitingLine } from '../state';
import { debitFromMs } from './agree';
import { draftNext, leadOf, usualCollecting } from './begin';
import { addLines, billed, chargedOf } from './bills';
import type { SubscriptionContext } from './context';
import { settleLines } from './credit';
import type { Draft } from './draft';
import { makeInvoice, type NewInvoice } from './invoices';
import { isLast, nextPeriodOf } from './schedule';
import { trackedReport } from './tracked-report';

/** When a subscription that does not renew ends, ms since the epoch; null where another period follows, or it has no end. */
export function endMsOf(state: ExistingSubscription): number | null {
  const { cancelAtMs, nextFrom } = state;
  if (nextPeriodOf(state) !== null) return null;
  const lastMs = isLast(state) && nextFrom !== null ? startOfIstDate(nextFrom) : Infinity;
  const endMs = Math.min(cancelAtMs ?? Infinity, lastMs);
  return endMs === Infinity ? null : endMs;
}

/** When the payer hears of the debit for what waits at the end, ms since the epoch; null where nothing is to be debited then. */
export function lastDraftDueMs(state: ExistingSubscription, { rules }: Pick<SubscriptionContext, 'rules'>): number | null {
  const endMs = endMsOf(state);
  const sum = state.pendingLines.reduce((total, { quantity, unitAmount }) => total + quantity * unitAmount, 0);
  return endMs === null || sum <= 0 || !canDebit(state) ? null : endMs - leadOf(state, rules);
}

/** The earliest time of the debit of waiting lines at the end, ms since the epoch. */
export function lastDebitMs(endMs: number, context: Pick<SubscriptionContext, 'rules'>): number {
  return Math.max(endMs, debitFromMs(istDateOf(endMs), context));
}

/** What waits is charged at the end as a period is: by a draft, and a debit that is announced. */
export function draftLast(draft: Draft, context: SubscriptionContext): void {
  const notBeforeMs = lastDebitMs(endMsOf(draft.state) ?? context.nowMs, context);
  makeLast(draft, { lines: draft.state.pendingLines, collecting: usualCollecting(draft, notBeforeMs), isUpcoming: true }, context);
}

/** The invoice that follows: of the next period, or of what waits at the end. In a pause what waits goes on waiting. */
export function draftFollowing(draft: Draft, context: SubscriptionContext): void {
  if (nextPeriodOf(draft.state) !== null) draftNext(draft, context);
  else if (draft.state.pendingLines.length > 0 && endMsOf(draft.state) !== null) draftLast(draft, context);
}

/**
 * At the end what waits is charged, or becomes credit. With a refund, lines for days that the customer does not get are left out.
 *
 * @param refund of the cancellation.
 */
export function chargeLast(draft: Draft, refund: CancelSubscriptionPayload['refund'], context: SubscriptionContext): LastInvoice {
  for (const { id } of draft.state.invoices.filter(isLastDraft)) draft.ask({ streamId: id, type: 'invoices.open', payload: {} });
  const { pendingLines: waiting, current, made } = draft.state;
  // In a pause the present period may have ended, and goes back all the same.
  const sinceMs = refund === 'full' && current !== null ? startOfIstDate(current.from) : context.nowMs;
  const others = waiting.filter((line) => !isSettled(line));
  const used = waiting.filter(isSettled).flatMap((line) => usedOf(line, refund, sinceMs));
  const lines = addLines([...used, ...others], unusedOf(others, refund, sinceMs));
  if (lines.length > 0) makeLast(draft, { lines, collecting: usualCollecting(draft, context.nowMs) }, context);
  return draft.state.made === made ? NO_LAST : lastOf(draft, lines, context);
}

/** What is charged at the end. Minor units. */
export interface LastInvoice {
  /** What is left to pay of it. */
  remaining: number;
  /** Credit that pays some of it. */
  applied: number;
  /** What it gives back beyond what it charges: credit of the customer. */
  credit: number;
}

export const NO_LAST: LastInvoice = { remaining: 0, applied: 0, credit: 0 };

function lastOf(draft: Draft, lines: readonly WaitingLine[], context: SubscriptionContext): LastInvoice {
  const { amountRemaining } = draft.state.invoices.at(-1)!;
  const { price } = draft.state;
  const { total } = billed(settleLines(draft.state, lines, context).lines, price, chargedOf(draft.state, context));
  return { remaining: amountRemaining, applied: Math.max(0, total - amountRemaining), credit: Math.max(0, -total) };
}

function makeLast(draft: Draft, invoice: Pick<NewInvoice, 'lines' | 'collecting' | 'isUpcoming'>, context: SubscriptionContext): void {
  makeInvoice(
    draft,
    { ...invoice, reason: 'subscription_update', period: null, periodLines: [], takesPending: true, isLast: true },
    context,
  );
}

function isLastDraft({ isLast: isOfEnd, status }: TrackedInvoice): boolean {
  return isOfEnd === true && status === 'draft';
}

/** Lines that take back what of others is for days from a time on, its day included; all of a line that is refunded wholly. */
function unusedOf(
  lines: readonly InvoiceLineTerms[],
  refund: CancelSubscriptionPayload['refund'],
  sinceMs: number,
): readonly InvoiceLineTerms[] {
  return lines.flatMap((line) => {
    const { period, quantity, unitAmount, description } = line;
    if (refund === 'none' || period === undefined || period.endMs <= sinceMs) return [];
    if (refund === 'full') return [{ ...line, unitAmount: -unitAmount }];
    const [from, to] = [istDateOf(period.startMs), istDateOf(period.endMs)];
    const amount = quantity * unitAmount;
    const unused = shareOf(Math.abs(amount), to - Math.max(from, istDateOf(sinceMs)), to - from);
    const back = amount < 0 ? unused : -unused;
    return back === 0 ? [] : [{ ...line, description: `Not used: ${description ?? 'subscription'}`, quantity: 1, unitAmount: back }];
  });
}

/** Whether what becomes of a line depends on its invoice: one that takes it back would be judged as a credit of its own. */
function isSettled({ ofInvoice }: WaitingLine): boolean {
  return ofInvoice !== undefined;
}

/** A line for the days before a cancellation alone: what is for the others goes back by the refund. */
function usedOf(line: WaitingLine, refund: CancelSubscriptionPayload['refund'], sinceMs: number): WaitingLine[] {
  const unused = unusedOf([line], refund, sinceMs).reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  const amount = line.quantity * line.unitAmount + unused;
  if (unused === 0) return [line];
  return amount === 0 ? [] : [{ ...line, quantity: 1, unitAmount: amount }];
}

/** Drafts are void, and what waited for them waits again, in this decision already. */
export function dropDrafts(draft: Draft, drafts: readonly TrackedInvoice[]): void {
  for (const invoice of drafts) {
    draft.add({ type: 'subscription.invoice_recorded', data: { ...trackedReport(invoice), status: 'void' } });
    draft.ask({ streamId: invoice.id, type: 'invoices.drop', payload: {} });
  }
}

/** A subscription that ends at another time, or goes on, charges what waits then. @param before what the change was made of. */
export function dropLast(draft: Draft, before: ExistingSubscription): void {
  if (endMsOf(before) !== endMsOf(draft.state)) dropDrafts(draft, draft.state.invoices.filter(isLastDraft));
}
