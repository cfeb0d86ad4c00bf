import { istDateOf, startOfIstDate, type CancelTime, type CreateSubscriptionPayload, type MandateMethod, type Refusal } from '#contracts';
import { refuse } from '#decider';
import { INITIAL_SUBSCRIPTION, type MandateOfSubscription, type SubscriptionFacts, type SubscriptionState } from '../state';
import { amountProblem, askForMandate, existingMandate, joinedMandate, namedInstrument, type OwnMandate } from './agree';
import { begin } from './begin';
import type { Charged } from './bills';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { factsOf, priceOf } from './facts';
import { beginningMandate } from './first-charge';
import { neededToBegin } from './needed';
import { problemOf } from './problems';
import { anchorOf, periodFrom } from './schedule';

/** – → created, and on with what the customer agrees to at once. */
export function create(payload: CreateSubscriptionPayload, state: SubscriptionState, context: SubscriptionContext): SubscriptionDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A subscription of this id exists already.' } });
  }
  const priced = priceOf(payload, context);
  if ('refusal' in priced) return refuse(priced.refusal);
  const { facts, charged } = factsOf(payload, priced, context);
  const needed = neededToBegin(facts, charged, context);
  const refusal = problemOf(payload, { facts, needed, ...priced }, context);
  if (refusal !== null) return refuse(refusal);
  const agreed = agreementOf(payload, { facts, charged, amount: needed }, context);
  return 'refusal' in agreed ? refuse(agreed.refusal) : created(payload, { facts, charged, ...agreed }, context);
}

/** What the customer agreed to before, or does now; neither where each invoice is paid by hand, or a method is chosen later. */
interface Agreement {
  mandate: MandateOfSubscription | null;
  own?: OwnMandate;
}

function agreementOf(
  payload: CreateSubscriptionPayload,
  { facts, charged, amount }: { facts: SubscriptionFacts; charged: Charged; amount: number },
  context: SubscriptionContext,
): Agreement | { refusal: Refusal } {
  const { mandateId, customerId, collection } = payload;
  if (collection === 'send_invoice') return { mandate: null };
  if (mandateId !== undefined) {
    const found = existingMandate({ mandateId, customerId, amount }, context);
    return 'refusal' in found ? found : { mandate: joinedMandate(mandateId, found.mandate) };
  }
  if (facts.terms.methods !== undefined) return offered(facts, facts.terms.methods, amount, context);
  const named = namedInstrument(payload, context);
  if ('refusal' in named) return named;
  const refusal = amountProblem(facts, named.instrument.method, { amount, most: facts.mandateMaxAmount }, context);
  if (refusal !== null) return { refusal };
  const own = beginningMandate(facts, { instrument: named.instrument, amount, charged, number: 0 }, context);
  return { mandate: own.mandate, own };
}

/** Every method that the customer may choose has to take the amount. */
function offered(
  facts: SubscriptionFacts,
  methods: readonly MandateMethod[],
  amount: number,
  context: SubscriptionContext,
): Agreement | { refusal: Refusal } {
  const [refusal] = methods.flatMap((method) => amountProblem(facts, method, { amount, most: facts.mandateMaxAmount }, context) ?? []);
  return refusal === undefined ? { mandate: null } : { refusal };
}

function created(
  { customer, cancelAt }: CreateSubscriptionPayload,
  { facts, charged, mandate, own }: Agreement & { facts: SubscriptionFacts; charged: Charged },
  context: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(INITIAL_SUBSCRIPTION);
  const cancelAtMs = cancelAt === undefined ? null : cancelAtMsOf(cancelAt, facts, context.nowMs);
  draft.add({ type: 'subscription.created', data: { facts, mandate, cancelAtMs } });
  if (customer !== undefined) draft.ask({ streamId: facts.terms.customerId, type: 'customers.create', payload: customer });
  const { subscriptionId } = context;
  draft.ask({ streamId: facts.terms.customerId, type: 'customers.add_subscription', payload: { subscriptionId } });
  if (own !== undefined) askForMandate(draft, own);
  else if (mandate !== null) {
    draft.ask({ streamId: mandate.id, type: 'mandates.join_subscription', payload: { subscriptionId } });
  }
  const isChosenLater = facts.terms.methods !== undefined;
  if (!isChosenLater && (mandate === null || mandate.status === 'active')) begin(draft, { own, charged }, context);
  return draft.accept(201);
}

/** `period_end` of a subscription that begins is the end of its first period. */
function cancelAtMsOf(at: CancelTime, { terms, price, firstFrom }: SubscriptionFacts, nowMs: number): number {
  if (at !== 'period_end') return at;
  const from = Math.max(firstFrom ?? 0, istDateOf(nowMs));
  return startOfIstDate(periodFrom({ price }, anchorOf({ terms, price }, from), from, 0).to);
}
