import {
  invalidParameter,
  istDateOf,
  startOfIstDate,
  type CreateSubscriptionPayload,
  type MandateMethod,
  type Refusal,
  type SubscriptionPrice,
  type SubscriptionTerms,
} from '#contracts';
import type { SubscriptionFacts, Trial } from '../state';
import { taxedBuyer } from '../../invoice/decide/bill';
import { chargedOf, regularAmountOf, taxingSeller, type Charged } from './bills';
import type { SubscriptionContext } from './context';

/** A price, and the days without charge that come with it. */
export interface Priced {
  price: SubscriptionPrice;
  trialDays: number;
}

/** The price that is asked for: of a plan, or its own. */
export function priceOf(
  { planId, price, trialDays }: CreateSubscriptionPayload,
  { plan }: SubscriptionContext,
): Priced | { refusal: Refusal } {
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
export function factsOf(
  payload: CreateSubscriptionPayload,
  { price, trialDays }: Priced,
  context: SubscriptionContext,
): { facts: SubscriptionFacts; charged: Charged } {
  const { customer, mandateMaxAmount } = payload;
  const method = methodOf(payload, context);
  const terms = { ...termsOf(payload), method, retrySchedule: payload.retrySchedule ?? scheduleOf({ ...payload, method }, context) };
  const charged =
    customer === undefined ? chargedOf({ terms, price }, context) : { seller: taxingSeller(context.seller), buyer: taxedBuyer(customer) };
  const start = startOf(payload, trialDays, context.nowMs);
  const facts: SubscriptionFacts = {
    terms,
    price,
    regularAmount: regularAmountOf({ terms, price }, charged),
    ...start,
    ...(mandateMaxAmount !== undefined && { mandateMaxAmount }),
    ...(terms.methods !== undefined && payload.retrySchedule === undefined && { hasUsualSchedule: true }),
    authorizeByMs: authorizeByMsOf({ ...payload, method }, start, context),
  };
  return { charged, facts };
}

type Start = Pick<SubscriptionFacts, 'startsAtMs' | 'trial' | 'firstFrom'>;

/** What begins once the customer has agreed has no time yet. */
function startOf(payload: CreateSubscriptionPayload, trialDays: number, nowMs: number): Start {
  const { startsAtMs, collection } = payload;
  const trial = trialOf(payload, trialDays, nowMs);
  const firstMs = trial?.endMs ?? startsAtMs;
  const isOpen = trial === null && collection === 'automatic';
  return { startsAtMs: startsAtMs ?? (isOpen ? null : nowMs), trial, firstFrom: firstMs === undefined ? null : istDateOf(firstMs) };
}

/** The start, or some days where it starts at once. */
function authorizeByMsOf(
  { collection, authorizeByMs, method, methods = [method] }: CreateSubscriptionPayload,
  { firstFrom }: Start,
  { nowMs, rules }: SubscriptionContext,
): number | null {
  if (collection === 'send_invoice') return null;
  const isLater = firstFrom !== null && firstFrom > istDateOf(nowMs);
  return authorizeByMs ?? (isLater ? startOfIstDate(firstFrom) : nowMs + Math.max(...methods.map((one) => rules.authorizeWithinMs[one])));
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
