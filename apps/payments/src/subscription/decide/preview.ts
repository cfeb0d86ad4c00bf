import type { SubscriptionChange } from '#contracts';
import { refuse } from '#decider';
import type { ExistingSubscription } from '../state';
import { beginDrafted } from './apply-price';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { draftFollowing } from './last-invoice';
import { updated } from './update';

/** The invoice that follows a change: the one that it makes, or that of the next period. Nothing of it is stored. */
export function preview(change: SubscriptionChange, state: ExistingSubscription, context: SubscriptionContext): SubscriptionDecision {
  const draft = new Draft(state);
  const refused = updated(draft, change, context);
  if (refused !== null) return refused;
  if (!draft.makesInvoice) {
    // Of a period whose draft is out nothing else is invoiced: the one after it is shown.
    beginDrafted(draft, context);
    draftFollowing(draft, context);
  }
  const made = draft.acceptInvoice();
  return (
    made ??
    refuse({
      code: 'state_conflict',
      details: { message: 'No invoice follows: the subscription ends or is paused before.', current_status: state.status },
    })
  );
}
