import {
  firstCharacters,
  invalidParameter,
  istDateOf,
  minorText,
  startOfIstDate,
  statusSentence,
  type CreateSubscriptionPayload,
  type MandateInstrument,
  type MandateMethod,
  type MandateTerms,
  type Refusal,
  type TakenPayment,
} from '#contracts';
import { instrumentOf } from '../../mandate/decide/payment-under';
import { mandateLimit } from '../../mandate/decide/rails';
import { openPartOf } from '../../mandate/decide/subscriptions';
import { endOfCardMs, yearsAfter } from '../../mandate/decide/terms';
import type { ExistingMandate } from '../../mandate/state';
import type { ExistingSubscription, MandateOfSubscription, SubscriptionFacts } from '../state';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { lastEndMs, type Course } from './schedule';

const DAY_MS = 86_400_000;
/** A mandate outlives the last period, so that its retries are made. */
const MANDATE_TAIL_MS = 30 * DAY_MS;
const MANDATE_YEARS_MAX = 10;
const DESCRIPTION_MAX = 100;

/** What a mandate is to be on: as named, a saved instrument, or what the sandbox takes. */
export type Named = { instrument: MandateInstrument } | { refusal: Refusal };

/** The instrument that a caller names for a mandate. */
export function namedInstrument(
  {
    instrument,
    paymentMethodId,
    customerId,
    method,
    returnUrl,
  }: Pick<CreateSubscriptionPayload, 'instrument' | 'paymentMethodId' | 'customerId' | 'returnUrl'> & { method: MandateMethod },
  { paymentMethod, usualInstrument }: SubscriptionContext,
): Named {
  if (instrument !== undefined) return { instrument };
  if (paymentMethodId === undefined) return { instrument: usualInstrument(method, returnUrl) };
  const saved = paymentMethod(paymentMethodId);
  if (saved.status !== 'attached' || saved.customerId !== customerId) {
    const message = saved.status === 'attached' ? { message: 'It does not belong to this customer.' } : {};
    return { refusal: { code: 'resource_missing', details: { param: 'payment_method_id', ...message } } };
  }
  const { instrument: known } = saved;
  return { instrument: known.method === 'card' ? { method: 'card', card: known.card } : { method: 'upi', vpa: known.vpa } };
}

/** What a mandate needs to know of a subscription. */
export type Mandated = Course & Pick<SubscriptionFacts, 'mandateMaxAmount'>;

/**
 * What the customer is asked to agree to: debits of any amount up to what is needed, or to what the merchant wanted, whenever they are due.
 *
 * @param amount the largest that is needed, minor units.
 */
export function mandateTermsOf(
  subscription: Mandated,
  { instrument, amount }: { instrument: MandateInstrument; amount: number },
  { nowMs, subscriptionId, rules }: SubscriptionContext,
): MandateTerms {
  const { terms, price, mandateMaxAmount } = subscription;
  const lastMs = lastEndMs(subscription, istDateOf(nowMs));
  const ends = [yearsAfter(nowMs, MANDATE_YEARS_MAX)];
  if (lastMs !== null) ends.push(lastMs + MANDATE_TAIL_MS);
  const cardEndsMs = instrument.method === 'card' ? endOfCardMs(instrument.card) : null;
  if (cardEndsMs !== null) ends.push(cardEndsMs);
  const description = terms.description ?? price.name;
  return {
    customerId: terms.customerId,
    instrument,
    maxAmount: Math.max(amount, Math.min(mandateMaxAmount ?? 0, mandateLimit(rules.rails[instrument.method], rules.mcc))),
    amountRule: 'maximum',
    frequency: 'as_presented',
    debitDayRule: 'on',
    startsAtMs: nowMs,
    endsAtMs: Math.min(...ends),
    category: terms.category,
    subscriptionId,
    ...(description !== undefined && { description: firstCharacters(description, DESCRIPTION_MAX) }),
    ...whereOf(terms),
  };
}

/** Where it is registered, and where the customer returns to. */
function whereOf({ returnUrl, processorHint }: Mandated['terms']): Pick<MandateTerms, 'returnUrl' | 'processorHint'> {
  return { ...(returnUrl !== undefined && { returnUrl }), ...(processorHint !== undefined && { processorHint }) };
}

/**
 * Why no mandate of this amount can be made, or null.
 *
 * @param amount the largest that is needed, minor units.
 * @param most what the caller wants as the largest, minor units; absent for what is needed.
 */
export function amountProblem(
  { terms }: Pick<Mandated, 'terms'>,
  method: MandateMethod,
  { amount, most }: { amount: number; most?: number },
  { rules }: SubscriptionContext,
): Refusal | null {
  const limit = mandateLimit(rules.rails[method], rules.mcc);
  if (amount > limit) {
    const others = Object.entries(rules.rails).filter(([, rail]) => mandateLimit(rail, rules.mcc) >= amount);
    const hint = others.length === 0 ? {} : { hint: `A mandate on ${others.map(([name]) => name).join(' or ')} takes it.` };
    const message = `A mandate on ${method} takes at most ${minorText(limit, 'INR')}, and ${minorText(amount, 'INR')} are to be debited.`;
    return { code: 'amount_too_large', details: { message, param: terms.planId === undefined ? 'amount' : 'plan_id', ...hint } };
  }
  if (most === undefined || (most >= amount && most <= limit)) return null;
  const bounds = `${minorText(amount, 'INR')} to ${minorText(limit, 'INR')}`;
  return invalidParameter('mandate_max_amount', `must be ${bounds}, for a mandate on ${method}.`, 'mandate_limit');
}

/** A mandate of the customer that is there already, or why it cannot be taken. @param amount the largest that is needed, minor units. */
export function existingMandate(
  { mandateId, customerId, amount }: { mandateId: string; customerId: string; amount: number },
  { mandate }: SubscriptionContext,
): { mandate: ExistingMandate } | { refusal: Refusal } {
  const state = mandate(mandateId);
  if (state.status === 'none' || state.terms.customerId !== customerId) {
    const message = state.status === 'none' ? {} : { message: 'It does not belong to this customer.' };
    return { refusal: { code: 'resource_missing', details: { param: 'mandate_id', ...message } } };
  }
  if (state.status !== 'active') {
    const message = statusSentence('mandate', state.status, 'be debited', ['active']);
    const details = { message, param: 'mandate_id', current_status: state.status, allowed_from: ['active'] };
    return { refusal: { code: 'mandate_not_active', details } };
  }
  if (amount <= state.terms.maxAmount) return { mandate: state };
  const message = `${minorText(amount, 'INR')} is above the ${minorText(state.terms.maxAmount, 'INR')} that the payer agreed to.`;
  return { refusal: { code: 'mandate_amount_exceeded', details: { message, param: 'mandate_id' } } };
}

/** A mandate of its own, as it is at once. */
export interface OwnMandate {
  terms: MandateTerms;
  mandate: MandateOfSubscription;
  /** What its registration took for the subscription. */
  taken?: TakenPayment;
}

/** The mandate that comes with the subscription: what its rail answers is known before it is made. @param number from 0. */
export function ownMandate(terms: MandateTerms, number: number, { idOf, register, rules, nowMs }: SubscriptionContext): OwnMandate {
  const id = idOf('mandate', String(number));
  const report = register(id, terms);
  const isOpen = report.state === 'requires_action';
  const open = {
    action: report.state === 'requires_action' ? report.action : null,
    expiresAtMs: isOpen ? nowMs + rules.rails[terms.instrument.method].approveWithinMs : null,
  };
  return { terms, mandate: { id, isOwn: true, status: report.state, endsAtMs: terms.endsAtMs, ...open } };
}

/** A mandate that is there, as a subscription sees it. */
export function joinedMandate(id: string, state: ExistingMandate): MandateOfSubscription {
  return { id, isOwn: false, status: state.status, endsAtMs: state.terms.endsAtMs, ...openPartOf(state) };
}

/** The mandate is made in the same commit. */
export function askForMandate(draft: Draft, { terms, mandate }: OwnMandate): void {
  draft.ask({ streamId: mandate.id, type: 'mandates.create', payload: terms });
}

/** How an invoice is paid with the registration of a mandate. */
export function registrationOf({ terms, mandate, taken }: OwnMandate): {
  by: 'registration';
  mandateId: string;
  instrument: ReturnType<typeof instrumentOf>;
  taken?: TakenPayment;
} {
  return { by: 'registration', mandateId: mandate.id, instrument: instrumentOf(terms), ...(taken !== undefined && { taken }) };
}

/** From when on a period is debited, ms since the epoch. */
export function debitFromMs(from: number, { rules }: Pick<SubscriptionContext, 'rules'>): number {
  return startOfIstDate(from) + rules.debitHour * 3_600_000;
}

/** Whether the first payment comes with the registration: a debit of a bank account follows it (docs/reference/indian-payments.md). */
export function paysWithRegistration(
  { taken }: OwnMandate,
  { terms }: Pick<ExistingSubscription, 'terms'>,
  { canPayWithRegistration }: Pick<SubscriptionContext, 'canPayWithRegistration'>,
): boolean {
  return taken !== undefined || (canPayWithRegistration && terms.method !== 'enach');
}
