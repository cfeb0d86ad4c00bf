import type { Refusal, SubscriptionChange } from '#contracts';
import type { PendingUpdate } from '../state';
import { amountProblem, existingMandate, joinedMandate, namedInstrument } from './agree';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { AGREE_WITHIN_MS, askForAnother, goOn, keptChange, replaceMandate } from './larger-mandate';

/** What comes with another mandate. */
export interface WithPrice {
  /** A new price that waits where the customer has to agree first; null for none. */
  planned: Pick<PendingUpdate, 'change' | 'proration' | 'effective'> | null;
  /** How large the mandate has to be then, minor units. */
  needed: number;
}

/** Why the mandate is not another one, whether it waits, and whether the customer agreed to it at once. */
type Changed = { refusal: Refusal } | { waits: boolean; isAgreed?: true };

/** Another mandate, or one on another instrument. Where the customer has to agree first, the price that comes with it waits as well. */
export function changeMandate(draft: Draft, asked: SubscriptionChange, price: WithPrice, context: SubscriptionContext): Changed {
  const { mandateId, instrument, paymentMethodId, mandateMaxAmount: most } = asked;
  const { state } = draft;
  if (mandateId !== undefined) return takeMandate(draft, mandateId, price.needed, context);
  if (instrument !== undefined || paymentMethodId !== undefined) return takeInstrument(draft, asked, price, context);
  const isWanted = most !== undefined;
  const refusal = isWanted ? amountProblem(state, state.terms.method, { amount: price.needed, most }, context) : null;
  return refusal === null ? { waits: false } : { refusal };
}

function takeInstrument(
  draft: Draft,
  asked: SubscriptionChange,
  { planned, needed: amount }: WithPrice,
  context: SubscriptionContext,
): Changed {
  const { state } = draft;
  const { customerId, method, returnUrl } = state.terms;
  const { paymentMethodId, mandateMaxAmount: most } = asked;
  const named = namedInstrument({ instrument: asked.instrument, paymentMethodId, customerId, method, returnUrl }, context);
  if ('refusal' in named) return named;
  const { instrument } = named;
  const problem = amountProblem(state, instrument.method, { amount, most }, context);
  if (problem !== null) return { refusal: problem };
  const expiresAtMs = context.nowMs + AGREE_WITHIN_MS;
  const waits = { ...(planned ?? keptChange(state)), reason: 'instrument', expiresAtMs } as const;
  const isAgreed = askForAnother(draft, { instrument, amount, waits }, context);
  if (isAgreed) goOn(draft, context);
  return isAgreed ? { waits: false, isAgreed } : { waits: true };
}

function takeMandate(draft: Draft, mandateId: string, amount: number, context: SubscriptionContext): Changed {
  const { state } = draft;
  if (state.mandate?.id === mandateId) return { waits: false };
  const found = existingMandate({ mandateId, customerId: state.terms.customerId, amount }, context);
  if ('refusal' in found) return found;
  draft.ask({ streamId: mandateId, type: 'mandates.join_subscription', payload: { subscriptionId: context.subscriptionId } });
  replaceMandate(draft, joinedMandate(mandateId, found.mandate), context);
  goOn(draft, context);
  return { waits: false };
}
