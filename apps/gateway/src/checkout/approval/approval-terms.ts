import {
  displayMinor,
  formatIstDate,
  istDateOf,
  type MandateFrequency,
  type MandateMethod,
  type MandateResource,
  type SubscriptionResource,
} from '#contracts';
import { escapeHtml } from '../../docs/html';

export const METHOD_NAMES: Readonly<Record<MandateMethod, string>> = { upi: 'UPI', card: 'Card', enach: 'Bank account (eNACH)' };

const FREQUENCIES: Readonly<Record<MandateFrequency, string>> = {
  as_presented: 'Whenever a payment is due',
  daily: 'Once a day',
  weekly: 'Once a week',
  fortnightly: 'Once in two weeks',
  monthly: 'Once a month',
  bimonthly: 'Once in two months',
  quarterly: 'Once in three months',
  half_yearly: 'Once in six months',
  yearly: 'Once a year',
};

/** What a payer is asked to agree to, as rows of a table: HTML. */
export function renderTerms(mandate: MandateResource | null, subscription: SubscriptionResource | null): string {
  const rows = [
    ...(subscription === null ? [] : subscriptionRows(subscription, mandate)),
    ...(mandate === null ? [] : mandateRows(mandate, subscription === null)),
  ];
  return `<table>${rows.map(([name, value]) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`;
}

type Row = [name: string, value: string];

function subscriptionRows(subscription: SubscriptionResource, mandate: MandateResource | null): Row[] {
  const { plan, regular_amount: regular, upfront_items: items } = subscription;
  const changed = subscription.pending_update?.changes;
  return [
    ...(plan.name === null ? [] : ([['Plan', plan.name]] as Row[])),
    ['Price', `${displayMinor(regular, plan.currency)} ${everyOf(plan.interval, plan.interval_count)}`],
    ...(changed ? ([['New price', newPrice(changed, plan.currency)]] as Row[]) : []),
    ...items.map(({ description, amount, quantity }): Row => [description ?? 'Once', displayMinor(amount * quantity, plan.currency)]),
    ...(subscription.status === 'created' ? ([['First payment', firstPaymentOf(subscription, mandate)]] as Row[]) : []),
  ];
}

function newPrice(
  { amount, quantity, interval, interval_count: count }: NonNullable<NonNullable<SubscriptionResource['pending_update']>['changes']>,
  currency: string,
): string {
  return `${displayMinor(amount * quantity, currency)} ${everyOf(interval, count)}, without tax that comes on top`;
}

function everyOf(interval: string, count: number): string {
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}

/** When money is taken first, and what: the first period may be shorter than the others. What the registration takes is known. */
function firstPaymentOf(subscription: SubscriptionResource, mandate: MandateResource | null): string {
  const { trial_end_at: trialEnd, start_at: start, plan, upfront_items: items } = subscription;
  const laterAt = trialEnd ?? start;
  const amount = firstPeriodOf(subscription);
  const first = mandate?.first_amount ?? null;
  if (first !== null) {
    const now = `${displayMinor(first, plan.currency)}, with your agreement`;
    return laterAt === null ? now : `${now}; then ${amount} on ${dateOf(laterAt)}`;
  }
  if (laterAt !== null) return `${amount} on ${dateOf(laterAt)}${items.length === 0 ? '' : '; what is charged once with your agreement'}`;
  return `${amount}${items.length === 0 ? '' : ' and what is charged once'}, with your agreement`;
}

/** What the first period costs, as far as that is known. */
function firstPeriodOf({
  plan,
  regular_amount: regular,
  billing_anchor_day: anchorDay,
  first_period: first,
}: SubscriptionResource): string {
  return anchorDay === null || first === 'full' ? displayMinor(regular, plan.currency) : 'the part of the first period that is left';
}

function mandateRows(mandate: MandateResource, isAlone: boolean): Row[] {
  const { amount_rule: rule, max_amount: amount, currency, frequency, method, ends_at: endsAt, description } = mandate;
  return [
    ...(isAlone && description !== null ? ([['For', description]] as Row[]) : []),
    [rule === 'fixed' ? 'Each debit' : 'Each debit at most', displayMinor(amount, currency)],
    ['How often', frequencyOf(frequency, mandate.debit_day)],
    ['Until', dateOf(endsAt)],
    ['Debited from', instrumentOf(method, mandate.payment_method_details)],
    ...(isAlone ? ([['First payment', firstAmountOf(mandate)]] as Row[]) : []),
  ];
}

function firstAmountOf({ first_amount: first, currency }: MandateResource): string {
  return first === null ? 'Nothing now: you hear of each debit before it is made' : `${displayMinor(first, currency)}, with your agreement`;
}

function frequencyOf(frequency: MandateFrequency, debitDay: number | null): string {
  return debitDay === null ? FREQUENCIES[frequency] : `${FREQUENCIES[frequency]}, day ${debitDay}`;
}

function instrumentOf(method: MandateMethod, { upi, card, enach }: MandateResource['payment_method_details']): string {
  const shown = [upi?.vpa, card && `${card.network ?? ''} ending ${card.last4}`, enach && `${enach.bank} ${enach.last4 ?? ''}`];
  const known = shown.find((text) => typeof text === 'string');
  return known === undefined ? METHOD_NAMES[method] : `${METHOD_NAMES[method]}, ${known.trim()}`;
}

/** @param at Unix seconds. */
function dateOf(at: number): string {
  return formatIstDate(istDateOf(at * 1_000));
}
