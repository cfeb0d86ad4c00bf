import {
  findCurrency,
  invalidParameter,
  istDateOf,
  minorText,
  passedTimesOf,
  startOfIstDate,
  type CancelTime,
  type CreateSubscriptionPayload,
  type MandateMethod,
  type Refusal,
  type SubscriptionPrice,
  type SubscriptionTerms,
} from '#contracts';
import { refuse } from '#decider';
import { rateProblem } from '../../invoice/decide/gst-rates';
import { INITIAL_SUBSCRIPTION, type MandateOfSubscription, type SubscriptionFacts, type SubscriptionState, type Trial } from '../state';
import {
  amountProblem,
  askForMandate,
  existingMandate,
  joinedMandate,
  mandateTermsOf,
  namedInstrument,
  ownMandate,
  type OwnMandate,
} from './agree';
import { begin } from './begin';
import { applyBalance, billed, buyerOf, chargedOf, periodLines, regularAmountOf, upfrontLines, type Charged } from './bills';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { anchorOf, periodFrom } from './schedule';

/** – → created, and on with what the customer agrees to at once. */
export function create(payload: CreateSubscriptionPayload, state: SubscriptionState, context: SubscriptionContext): SubscriptionDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A subscription of this id exists already.' } });
  }
  const priced = priceOf(payload, context);
  if ('refusal' in priced) return refuse(priced.refusal);
  const { facts, charged } = factsOf(payload, priced, context);
  const needed = neededOf(facts, charged, context.nowMs);
  const refusal = problemOf(payload, { facts, needed, ...priced }, context);
  if (refusal !== null) return refuse(refusal);
  const agreed = agreementOf(payload, facts, needed, context);
  return 'refusal' in agreed ? refuse(agreed.refusal) : created(payload, { facts, charged, ...agreed }, context);
}

interface Priced {
  price: SubscriptionPrice;
  trialDays: number;
}

function priceOf({ planId, price, trialDays }: CreateSubscriptionPayload, { plan }: SubscriptionContext): Priced | { refusal: Refusal } {
  if (planId === undefined) return { price: price!, trialDays: trialDays ?? 0 };
  const state = plan(planId);
  if (state.status === 'none') return { refusal: { code: 'resource_missing', details: { param: 'plan_id' } } };
  if (state.status === 'inactive')
    return { refusal: invalidParameter('plan_id', 'is inactive and takes no new subscriptions.', 'plan_inactive') };
  const { name, amount, currency, interval, tax } = state.terms;
  return {
    price: { name, amount, currency, interval, ...(tax !== undefined && { tax }) },
    trialDays: trialDays ?? state.terms.trialDays,
  };
}

/** When it starts and what it comes to. */
function factsOf(
  payload: CreateSubscriptionPayload,
  { price, trialDays }: Priced,
  context: SubscriptionContext,
): { facts: SubscriptionFacts; charged: Charged } {
  const { nowMs, rules } = context;
  const { customer, startsAtMs, mandateMaxAmount, authorizeByMs } = payload;
  const method = methodOf(payload, context);
  const terms = { ...termsOf(payload), method, retrySchedule: payload.retrySchedule ?? scheduleOf({ ...payload, method }, context) };
  const trial = trialOf(payload, trialDays, nowMs);
  const firstFrom = trial === null ? (startsAtMs === undefined ? null : istDateOf(startsAtMs)) : istDateOf(trial.endMs);
  const charged = customer === undefined ? chargedOf({ terms, price }, context) : { seller: context.seller, buyer: buyerOf(customer) };
  const latestMs = firstFrom !== null && firstFrom > istDateOf(nowMs) ? startOfIstDate(firstFrom) : null;
  const isAgreed = payload.collection === 'send_invoice';
  return {
    charged,
    facts: {
      terms,
      price,
      regularAmount: regularAmountOf({ terms, price }, charged),
      startsAtMs: startsAtMs ?? (trial === null && !isAgreed ? null : nowMs),
      trial,
      firstFrom,
      ...(mandateMaxAmount !== undefined && { mandateMaxAmount }),
      authorizeByMs: isAgreed ? null : (authorizeByMs ?? latestMs ?? nowMs + rules.authorizeWithinMs[method]),
    },
  };
}

/** A mandate or a saved instrument that is named says on which rail it is. */
function methodOf({ mandateId, paymentMethodId, method }: CreateSubscriptionPayload, context: SubscriptionContext): MandateMethod {
  const mandate = mandateId === undefined ? null : context.mandate(mandateId);
  if (mandate !== null && mandate.status !== 'none') return mandate.terms.instrument.method;
  const saved = paymentMethodId === undefined ? null : context.paymentMethod(paymentMethodId);
  return saved !== null && saved.status === 'attached' ? saved.instrument.method : method;
}

function scheduleOf({ collection, method }: CreateSubscriptionPayload, { rules }: SubscriptionContext): readonly number[] {
  return collection === 'automatic' ? rules.rails[method].retrySchedule : [];
}

/** A trial covers whole dates. */
function trialOf({ trialEndsAtMs, startsAtMs }: CreateSubscriptionPayload, trialDays: number, nowMs: number): Trial | null {
  const startMs = startsAtMs ?? nowMs;
  if (trialEndsAtMs !== undefined) return { startMs, endMs: startOfIstDate(istDateOf(trialEndsAtMs)) };
  return trialDays > 0 ? { startMs, endMs: startOfIstDate(istDateOf(startMs) + trialDays) } : null;
}

function termsOf(payload: CreateSubscriptionPayload): SubscriptionTerms {
  const {
    customer: _customer,
    price: _price,
    startsAtMs: _startsAtMs,
    trialDays: _trialDays,
    trialEndsAtMs: _trialEndsAtMs,
    mandateId: _mandateId,
    instrument: _instrument,
    mandateMaxAmount: _mandateMaxAmount,
    authorizeByMs: _authorizeByMs,
    cancelAt: _cancelAt,
    ...terms
  } = payload;
  return terms;
}

/** What one debit may have to take, minor units: a whole period, with what the first invoice leaves, or the first invoice. */
function neededOf({ terms, price, firstFrom, regularAmount }: SubscriptionFacts, charged: Charged, nowMs: number): number {
  const from = Math.max(firstFrom ?? 0, istDateOf(nowMs));
  const period = periodFrom({ price }, anchorOf({ terms, price }, from), from, 0);
  const isLater = from > istDateOf(nowMs);
  const lines = [...upfrontLines({ terms, price }), ...(isLater ? [] : periodLines({ terms, price }, period))];
  const first = billed(lines, price, charged).total;
  return Math.max(regularAmount + Math.max(0, applyBalance(first, 0, price.currency).balance), first);
}

interface Judged extends Priced {
  facts: SubscriptionFacts;
  needed: number;
}

function problemOf(payload: CreateSubscriptionPayload, judged: Judged, context: SubscriptionContext): Refusal | null {
  const { facts } = judged;
  return (
    customerProblem(payload, context) ??
    currencyProblem(judged) ??
    anchorDayProblem(facts) ??
    startProblem(payload, context) ??
    scheduleProblem(facts, context) ??
    rateProblem(payload.price?.tax?.rateBps, context.rules, 'tax.rate_bps')
  );
}

function customerProblem({ customer, customerId }: CreateSubscriptionPayload, context: SubscriptionContext): Refusal | null {
  if (customer !== undefined) return null;
  const { status } = context.customer(customerId);
  if (status === 'active') return null;
  if (status === 'deleted') return invalidParameter('customer_id', 'names a customer who is deleted.', 'customer_deleted');
  return { code: 'resource_missing', details: { param: 'customer_id' } };
}

/** E-mandates are in rupees (RBI, e-mandate framework). */
function currencyProblem({ price, facts: { terms, regularAmount }, needed }: Judged): Refusal | null {
  const { currency } = price;
  if (terms.collection === 'automatic' && currency !== 'INR') {
    const message = 'Only INR can be debited under a mandate; use collection send_invoice.';
    return { code: 'currency_not_supported', details: { message, param: terms.planId === undefined ? 'currency' : 'plan_id' } };
  }
  const row = findCurrency(currency);
  if (row === undefined || Math.max(needed, regularAmount) <= row.maxMinor) return null;
  const message = `A period comes to ${minorText(needed, currency)}; the most is ${minorText(row.maxMinor, currency)}.`;
  return { code: 'amount_too_large', details: { message, param: 'quantity' } };
}

const ANCHOR_DAY_MAX = { day: 0, week: 7, month: 31, year: 31 } as const;

function anchorDayProblem({ terms: { anchorDay }, price }: SubscriptionFacts): Refusal | null {
  const most = ANCHOR_DAY_MAX[price.interval.unit];
  if (anchorDay === undefined || anchorDay <= most) return null;
  const message = most === 0 ? 'goes with no interval of days.' : `must be 1 to ${most} with this interval.`;
  return invalidParameter('billing_anchor_day', message, 'anchor_day_not_allowed');
}

function startProblem(payload: CreateSubscriptionPayload, { nowMs }: SubscriptionContext): Refusal | null {
  const [passed] = passedTimesOf(payload, nowMs);
  if (passed !== undefined) return invalidParameter(passed.param, passed.message, passed.reason ?? 'time_in_past');
  const { startsAtMs, cancelAt } = payload;
  if (typeof cancelAt !== 'number' || cancelAt > (startsAtMs ?? nowMs)) return null;
  return invalidParameter('cancel_at', 'must be after the start.', 'cancel_before_start');
}

function scheduleProblem({ terms }: SubscriptionFacts, { rules }: SubscriptionContext): Refusal | null {
  const most = rules.rails[terms.method].attemptsMax - 1;
  if (terms.retrySchedule.length <= most) return null;
  return invalidParameter('retry_schedule', `must contain at most ${most} values for ${terms.method}.`, 'invalid_length');
}

/** What the customer agreed to before, or does now; neither where each invoice is paid by hand. */
interface Agreement {
  mandate: MandateOfSubscription | null;
  own?: OwnMandate;
}

function agreementOf(
  payload: CreateSubscriptionPayload,
  facts: SubscriptionFacts,
  amount: number,
  context: SubscriptionContext,
): Agreement | { refusal: Refusal } {
  const { mandateId, customerId, collection } = payload;
  if (collection === 'send_invoice') return { mandate: null };
  if (mandateId !== undefined) {
    const found = existingMandate({ mandateId, customerId, amount }, context);
    return 'refusal' in found ? found : { mandate: joinedMandate(mandateId, found.mandate) };
  }
  const named = namedInstrument(payload, context);
  if ('refusal' in named) return named;
  const refusal = amountProblem(facts, named.instrument.method, amount, context);
  if (refusal !== null) return { refusal };
  const terms = mandateTermsOf(facts, { instrument: named.instrument, amount, today: istDateOf(context.nowMs) }, context);
  const own = ownMandate(terms, 0, context);
  return { mandate: own.mandate, own };
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
  if (own !== undefined) askForMandate(draft, own);
  else if (mandate !== null) {
    const { subscriptionId } = context;
    draft.ask({ streamId: mandate.id, type: 'mandates.join_subscription', payload: { subscriptionId } });
  }
  if (mandate === null || mandate.status === 'active') begin(draft, { own, charged }, context);
  return draft.accept(201);
}

/** `period_end` of a subscription that begins is the end of its first period. */
function cancelAtMsOf(at: CancelTime, { terms, price, firstFrom }: SubscriptionFacts, nowMs: number): number {
  if (at !== 'period_end') return at;
  const from = Math.max(firstFrom ?? 0, istDateOf(nowMs));
  return startOfIstDate(periodFrom({ price }, anchorOf({ terms, price }, from), from, 0).to);
}
