import { istDateOf, startOfIstDate, type InvoiceLineTerms } from '#contracts';
import type { ExistingSubscription, SubscriptionFacts, TrackedInvoice } from '../state';
import { beginDrafted } from './apply-price';
import { applyBalance } from '../../invoice/decide/balance';
import { balanceOf } from '../../customer/state';
import { addLines, billed, chargedOf, periodLines, regularAmountOf, upfrontLines, type Charged } from './bills';
import type { SubscriptionContext } from './context';
import { Draft } from './draft';
import { firstLines } from './first-charge';
import { atNextPeriod, nextPeriodOf } from './schedule';

/**
 * How large a mandate has to be: the largest invoice that is open or can follow, at the tax of today. Minor units. It holds wherever a
 * mandate is made, joined, replaced or renewed (docs/reference/state-machines.md, Subscription).
 */
export function neededAmount(state: ExistingSubscription, context: SubscriptionContext): number {
  const following = state.status === 'created' ? neededToBegin(state, chargedOf(state, context), context) : followingAmount(state, context);
  return Math.max(following, ...state.invoices.filter((invoice) => isDue(invoice, state)).map(({ amountRemaining }) => amountRemaining));
}

/** Whether a debit may have to pay it: it is open, or the draft of a first payment, of the next period or of the end. */
function isDue({ id, status, isLast }: TrackedInvoice, { upcoming, current }: ExistingSubscription): boolean {
  return status === 'open' || (status === 'draft' && (id === upcoming || current === null || isLast === true));
}

/** The largest invoice that can follow those that are made: a whole period, or the next one with what waits for it. Minor units. */
export function followingAmount(state: ExistingSubscription, context: SubscriptionContext): number {
  const drafted = new Draft({ ...state, pause: null });
  beginDrafted(drafted, context);
  const next = atNextPeriod(drafted.state);
  const charged = chargedOf(next, context);
  const period = nextPeriodOf(drafted.state);
  const lines = waitingOf(drafted.state);
  const own = period === null ? [] : periodLines(next, period);
  const following = billed([...lines, ...own], next.price, charged).total + debtOf(state, context);
  return Math.max(regularAmountOf(next, charged), following);
}

/** Debt of the customer, which the next invoice charges; 0 for credit, which may be used up before. Minor units. */
function debtOf({ terms, price }: Unbegun, { customer }: SubscriptionContext): number {
  return Math.max(0, balanceOf(customer(terms.customerId), price.currency));
}

/** What waits for the next invoice, with what a draft has taken that is dropped. */
function waitingOf(state: ExistingSubscription): readonly InvoiceLineTerms[] {
  const dropped = state.invoices.filter((invoice) => invoice.status === 'draft' && !isDue(invoice, state));
  return dropped.reduce<readonly InvoiceLineTerms[]>((lines, { took }) => addLines(took ?? [], lines), state.pendingLines);
}

type Unbegun = Pick<SubscriptionFacts, 'terms' | 'price' | 'firstFrom' | 'authorizeByMs'>;

/**
 * The same of a subscription that has not begun: a whole period, with what the first invoice leaves, or the first invoice. Where the
 * customer may agree after the start, that invoice is for the first period as well.
 */
export function neededToBegin(subscription: Unbegun, charged: Charged, context: SubscriptionContext): number {
  const { terms, price, firstFrom, authorizeByMs } = subscription;
  const { nowMs } = context;
  const regular = regularAmountOf({ terms, price }, charged);
  const { lines } = firstLines({ terms, price, firstFrom }, nowMs);
  const first = billed(lines, price, charged).total;
  const isLate = firstFrom !== null && firstFrom > istDateOf(nowMs) && startOfIstDate(firstFrom) < (authorizeByMs ?? 0);
  const late = isLate ? billed(upfrontLines({ terms, price }), price, charged).total + regular : 0;
  const largest = Math.max(regular + Math.max(0, applyBalance(first, 0, price.currency).balance), first, late);
  return largest + debtOf(subscription, context);
}
