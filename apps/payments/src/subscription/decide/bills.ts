import { shareOf, startOfIstDate, type InvoiceLineTerms, type SubscriptionPrice, type TaxingSeller, type TaxParties } from '#contracts';
import { taxProfileOf } from '../../customer/state';
import { billOf, grossOf, taxedBuyer, type Bill } from '../../invoice/decide/bill';
import type { ExistingSubscription, SubscriptionPeriod, WaitingLine } from '../state';
import type { SubscriptionContext } from './context';
import { measure, prorate } from './proration';

/** What lines are made from. */
export type Priced = Pick<ExistingSubscription, 'terms' | 'price'>;

/** Whom a subscription charges, and as what. */
export type Charged = TaxParties;

/** Seller and buyer as they are now. */
export function chargedOf({ terms }: Priced, { seller, customer }: SubscriptionContext): Charged {
  return { seller: taxingSeller(seller), buyer: taxedBuyer(taxProfileOf(customer(terms.customerId))) };
}

/** What of the tax settings a bill is made with. */
export function taxingSeller(settings: SubscriptionContext['seller']): TaxingSeller {
  const { stateCode, registration, defaultSac, defaultRateBps, behavior, roundToRupee, lutReference } = settings;
  return {
    registration,
    behavior,
    roundToRupee,
    ...(stateCode !== undefined && { stateCode }),
    ...(defaultSac !== undefined && { defaultSac }),
    ...(defaultRateBps !== undefined && { defaultRateBps }),
    ...(lutReference !== undefined && { lutReference }),
  };
}

/** The line of a period; none for one that is free. */
export function periodLines({ terms, price }: Priced, period: SubscriptionPeriod): InvoiceLineTerms[] {
  if (!period.isWhole && terms.firstPeriod === 'free') return [];
  const line = {
    description: price.name ?? 'Subscription',
    period: { startMs: startOfIstDate(period.from), endMs: startOfIstDate(period.to) },
    ...(price.tax !== undefined && { tax: price.tax }),
  };
  if (period.isWhole || terms.firstPeriod === 'full') {
    return [{ ...line, type: 'recurring', quantity: terms.quantity, unitAmount: price.amount }];
  }
  const days = period.to - period.from;
  const { ofDays } = period;
  const proration = { days, ofDays, ...(terms.planId !== undefined && { planId: terms.planId }) };
  return [{ ...line, type: 'proration', quantity: 1, unitAmount: shareOf(price.amount * terms.quantity, days, ofDays), proration }];
}

/**
 * What a change of price in a period gives back and charges, for the days that are left of it (docs/how-to/dunning.md). An incomplete
 * period that cost nothing changes nothing.
 *
 * @param days that are left, that of the change included.
 */
export function changeLines(before: Priced, after: Priced, period: SubscriptionPeriod, days: number): InvoiceLineTerms[] {
  const { firstPeriod } = before.terms;
  if (!period.isWhole && firstPeriod === 'free') return [];
  const ofDays = period.isWhole || firstPeriod === 'prorate' ? period.ofDays : period.to - period.from;
  const { oldLine, newLine } = measure(lineOf(before), lineOf(after), period.waived);
  const { credit, charge } = prorate(oldLine, newLine, { days, ofDays });
  return [partLine(before, credit, { period, days, ofDays }), partLine(after, charge, { period, days, ofDays })];
}

/** The price of a whole period, minor units. */
export function lineOf({ price, terms }: Priced): number {
  return price.amount * terms.quantity;
}

interface Part {
  period: SubscriptionPeriod;
  days: number;
  ofDays: number;
}

function partLine({ price, terms }: Priced, unitAmount: number, { period, days, ofDays }: Part): InvoiceLineTerms {
  const name = price.name ?? 'Subscription';
  return {
    type: 'proration',
    description: `${name}, ${days} of ${ofDays} days`,
    quantity: 1,
    unitAmount,
    period: { startMs: startOfIstDate(period.to - days), endMs: startOfIstDate(period.to) },
    ...(price.tax !== undefined && { tax: price.tax }),
    proration: { days, ofDays, ...(terms.planId !== undefined && { planId: terms.planId }) },
  };
}

/** Lines with others added: two that cancel each other to the last minor unit are left out. */
export function addLines(lines: readonly WaitingLine[], added: readonly WaitingLine[]): WaitingLine[] {
  return added.reduce<WaitingLine[]>(
    (all, line) => {
      const index = all.findIndex((other) => cancels(other, line));
      return index < 0 ? [...all, line] : all.filter((_other, place) => place !== index);
    },
    [...lines],
  );
}

function cancels(one: WaitingLine, other: WaitingLine): boolean {
  return one.unitAmount === -other.unitAmount && JSON.stringify(withoutAmounts(one)) === JSON.stringify(withoutAmounts(other));
}

function withoutAmounts(waiting: WaitingLine): Partial<WaitingLine> {
  const { unitAmount: _unitAmount, taxed: _taxed, taxedAs: _taxedAs, ofInvoice: _ofInvoice, ...line } = waiting;
  return line;
}

/** Lines with their tax as it is now. */
export function taxedLines(lines: readonly WaitingLine[], price: SubscriptionPrice, charged: Charged): WaitingLine[] {
  const bill = billed(lines, price, charged);
  return lines.map((line, index) => {
    const taxed = bill.lines[index]!;
    return { ...line, taxed: { amount: grossOf(taxed), taxable: taxed.taxable } };
  });
}

/** What is charged once. */
export function upfrontLines({ terms, price }: Priced): InvoiceLineTerms[] {
  return terms.upfrontItems.map(({ description, amount, quantity }) => ({
    type: 'upfront',
    quantity,
    unitAmount: amount,
    ...(description !== undefined && { description }),
    ...(price.tax !== undefined && { tax: price.tax }),
  }));
}

/** What lines come to. */
export function billed(lines: readonly InvoiceLineTerms[], { currency }: SubscriptionPrice, { seller, buyer }: Charged): Bill {
  return billOf({ lines, currency }, seller, buyer);
}

/** What a whole period comes to, with tax, minor units. */
export function regularAmountOf({ terms, price }: Priced, charged: Charged): number {
  const line: InvoiceLineTerms = {
    type: 'recurring',
    quantity: terms.quantity,
    unitAmount: price.amount,
    ...(price.tax !== undefined && { tax: price.tax }),
  };
  return billed([line], price, charged).total;
}
