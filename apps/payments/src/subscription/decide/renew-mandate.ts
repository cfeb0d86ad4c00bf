import { mandateLimit } from '../../mandate/decide/rails';
import type { ExistingSubscription, PendingUpdate } from '../state';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { askForAnother, instrumentAfter, keptChange } from './larger-mandate';
import { neededAmount } from './needed';
import { nextPeriodOf } from './schedule';

const DAY_MS = 86_400_000;
/** When the customer is asked for another mandate: so many days before the present one ends, and again where they did not agree. */
const ASKED_DAYS_BEFORE = [30, 7, 1] as const;

/** When the customer is asked for another mandate, ms since the epoch; null where none is needed, or something else waits for them. */
export function mandateRenewalMs(state: ExistingSubscription): number | null {
  const { mandate, pendingUpdate } = state;
  if (mandate?.status !== 'active' || isAsked(pendingUpdate) || nextPeriodOf(state) === null) return null;
  const days = ASKED_DAYS_BEFORE[mandate.renewals ?? 0];
  return days === undefined ? null : mandate.endsAtMs - days * DAY_MS;
}

/** Whether the customer has something to agree to. A renewal whose registration has run out is asked for at the next of the days. */
function isAsked(update: PendingUpdate | null): boolean {
  if (update === null || update.mandate === null) return false;
  return update.reason !== 'mandate_expiring' || update.mandate.status !== 'expired';
}

/** The customer is asked for another mandate of no less; until they agree the present one is debited. */
export function renewMandate(draft: Draft, context: SubscriptionContext): void {
  const { state } = draft;
  const before = context.mandate(state.mandate!.id);
  if (before.status === 'none') throw new Error(`${state.mandate!.id} is debited and does not exist`);
  const { maxAmount, endsAtMs: expiresAtMs } = before.terms;
  const instrument = instrumentAfter(before, context);
  const most = mandateLimit(context.rules.rails[instrument.method], context.rules.mcc);
  const amount = Math.min(Math.max(maxAmount, neededAmount(state, context)), most);
  askForAnother(draft, { instrument, amount, waits: { ...keptChange(state), reason: 'mandate_expiring', expiresAtMs } }, context);
}
