import { findCurrency, invalidParameter, minorText, type CreateSubscriptionPayload, type Refusal } from '#contracts';
import { rateProblem } from '../../invoice/decide/gst-rates';
import type { SubscriptionFacts } from '../state';
import type { SubscriptionContext } from './context';
import type { Priced } from './facts';
import { timesProblem } from './time-problems';

/** A subscription that is asked for, and the largest amount that one debit may have to take, minor units. */
export interface Checked extends Priced {
  facts: SubscriptionFacts;
  needed: number;
}

/** Why it cannot be made, or null. */
export function problemOf(payload: CreateSubscriptionPayload, checked: Checked, context: SubscriptionContext): Refusal | null {
  const { facts } = checked;
  return (
    customerProblem(payload, context) ??
    currencyProblem(checked) ??
    anchorDayProblem(facts) ??
    timesProblem(payload, context) ??
    scheduleProblem(facts, context) ??
    rateProblem(payload.price?.tax?.rateBps, context.rules, 'tax.rate_bps') ??
    context.refusalOf(payload.metadata)
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
function currencyProblem({ price, facts: { terms, regularAmount }, needed }: Checked): Refusal | null {
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

/** The largest `billing_anchor_day` of each unit; none of days. */
export const ANCHOR_DAY_MAX = { day: 0, week: 7, month: 31, year: 31 } as const;

function anchorDayProblem({ terms: { anchorDay }, price }: SubscriptionFacts): Refusal | null {
  const most = ANCHOR_DAY_MAX[price.interval.unit];
  if (anchorDay === undefined || anchorDay <= most) return null;
  const message = most === 0 ? 'goes with no interval of days.' : `must be 1 to ${most} with this interval.`;
  return invalidParameter('billing_anchor_day', message, 'anchor_day_not_allowed');
}

function scheduleProblem({ terms, hasUsualSchedule }: SubscriptionFacts, { rules }: SubscriptionContext): Refusal | null {
  if (hasUsualSchedule) return null;
  const { method, methods = [method], retrySchedule } = terms;
  const few = methods.find((one) => retrySchedule.length > rules.rails[one].attemptsMax - 1);
  if (few === undefined) return null;
  const most = rules.rails[few].attemptsMax - 1;
  return invalidParameter('retry_schedule', `must contain at most ${most} values for ${few}.`, 'invalid_length');
}
