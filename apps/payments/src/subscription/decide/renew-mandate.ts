import { istDateOf, type MandateInstrument } from '#contracts';
import { endOfCardMs } from '../../mandate/decide/terms';
import type { ExistingMandate } from '../../mandate/state';
import type { ExistingSubscription } from '../state';
import { askForMandate, mandateTermsOf, ownMandate } from './agree';
import { replaceMandate } from './change-mandate';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { nextPeriodOf } from './schedule';

const DAY_MS = 86_400_000;
/** When the customer is asked for another mandate: so many days before the present one ends, and again where they did not agree. */
const ASKED_DAYS_BEFORE = [30, 7, 1] as const;

/** When the customer is asked for another mandate, ms since the epoch; null where none is needed, or something else waits for them. */
export function mandateRenewalMs(state: ExistingSubscription): number | null {
  const { mandate, pendingUpdate } = state;
  if (mandate?.status !== 'active' || pendingUpdate !== null || nextPeriodOf(state) === null) return null;
  const days = ASKED_DAYS_BEFORE[mandate.renewals ?? 0];
  return days === undefined ? null : mandate.endsAtMs - days * DAY_MS;
}

/** The customer is asked for another mandate of the same amount; until they agree the present one is debited. */
export function renewMandate(draft: Draft, context: SubscriptionContext): void {
  const { state } = draft;
  const before = context.mandate(state.mandate!.id);
  if (before.status === 'none') throw new Error(`${state.mandate!.id} is debited and does not exist`);
  const amount = Math.max(before.terms.maxAmount, state.regularAmount);
  const instrument = instrumentAfter(before, context);
  const terms = mandateTermsOf({ ...state, mandateMaxAmount: amount }, { instrument, amount, today: istDateOf(context.nowMs) }, context);
  const own = ownMandate(terms, state.mandates, context);
  askForMandate(draft, own);
  if (own.mandate.status === 'active') return replaceMandate(draft, own.mandate, context);
  const { endsAtMs } = before.terms;
  const waiting = { change: null, proration: 'none', effective: 'now', expiresAtMs: endsAtMs, mandate: own.mandate } as const;
  draft.add({ type: 'subscription.update_planned', data: { ...waiting, reason: 'mandate_expiring' } });
}

/** The same, but for a card that is over with its mandate. */
function instrumentAfter(
  { terms: { instrument, endsAtMs } }: ExistingMandate,
  { usualInstrument }: SubscriptionContext,
): MandateInstrument {
  const cardEndsMs = instrument.method === 'card' ? endOfCardMs(instrument.card) : null;
  return cardEndsMs !== null && cardEndsMs <= endsAtMs ? usualInstrument('card') : instrument;
}
