import type { InvoiceDocumentType, InvoiceLineTerms, InvoiceTerms, LineTaxBasis, SupplyType, TaxingSeller } from '#contracts';
import type { TaxProfile } from '../../customer/state';
import { placeOfSupply, roundToRupee, taxOfLine, type LineTax, type PlaceOfSupply, type Supply } from './gst';

/** A line with its tax. Money in minor units. */
export interface BilledLine extends Omit<InvoiceLineTerms, 'tax' | 'taxedAs'>, LineTax {
  amount: number;
  /** Absent: not known, or not taxed. */
  sac?: string;
  rateBps?: number;
}

/** What an invoice comes to, and why. Money in minor units. */
export interface Bill extends LineTax {
  lines: readonly BilledLine[];
  roundOff: number;
  total: number;
  documentType: InvoiceDocumentType;
  /** GST code; null where no tax is charged by it. */
  place: string | null;
  supply: SupplyType;
}

/** Who buys, as far as tax asks. */
export type Buyer = Supply['buyer'];

export function taxedBuyer({ taxPlace = {}, gstCategory }: TaxProfile): Buyer {
  const { gstinState = null, country = null, state = null } = taxPlace;
  return { gstinState, country, state, isSez: gstCategory === 'sez' };
}

export const TAX_PARTS = ['taxable', 'cgst', 'sgst', 'igst'] as const satisfies (keyof LineTax)[];

/** A tax, part by part. */
export function taxBy(partOf: (name: keyof LineTax) => number): LineTax {
  return { taxable: partOf('taxable'), cgst: partOf('cgst'), sgst: partOf('sgst'), igst: partOf('igst') };
}

/** A line, or several, with their tax. Minor units. */
export function grossOf({ taxable, cgst, sgst, igst }: LineTax): number {
  return taxable + cgst + sgst + igst;
}

/** The bill of lines, as a seller charges a buyer. */
export function billOf({ lines, currency }: Pick<InvoiceTerms, 'lines' | 'currency'>, seller: TaxingSeller, buyer: Buyer): Bill {
  const place = placeOf(seller, buyer);
  const own = lines.filter(({ type }) => type !== 'carried').map((line) => billedLine(line, seller, place));
  const billed = [...own, ...lines.filter(({ type }) => type === 'carried').map((line) => carriedLine(line, own))];
  const parts = taxBy((name) => sumOf(billed, name));
  const exact = grossOf(parts);
  const rounded = seller.roundToRupee && currency === 'INR' ? roundToRupee(exact) : { total: exact, roundOff: 0 };
  const { registration } = seller;
  return {
    lines: billed,
    ...parts,
    ...rounded,
    documentType: documentTypeOf(registration, own, place),
    place: place?.place ?? null,
    supply: place?.supply ?? 'none',
  };
}

/**
 * A bill of supply bears no tax: a seller under the composition scheme charges none, nor does a regular one for what is exempt or
 * nil-rated (CGST Act, sections 10(4), 31(3)(c) and 32). An export stays a supply with an invoice (IGST Act, section 16(2)).
 */
function documentTypeOf(
  registration: TaxingSeller['registration'],
  own: readonly BilledLine[],
  place: PlaceOfSupply | null,
): InvoiceDocumentType {
  if (registration === 'unregistered') return 'invoice';
  const isExempt = own.length > 0 && place?.isZeroRated === false && own.every(({ rateBps }) => rateBps === 0);
  return registration === 'composition' || isExempt ? 'bill_of_supply' : 'tax_invoice';
}

/** Null where no tax is charged. Who is registered has a state. */
function placeOf({ registration, stateCode, lutReference }: TaxingSeller, buyer: Buyer): PlaceOfSupply | null {
  if (registration !== 'regular' || stateCode === undefined) return null;
  return placeOfSupply({ sellerState: stateCode, buyer, hasLut: lutReference !== undefined });
}

function billedLine({ tax, taxedAs, ...line }: InvoiceLineTerms, seller: TaxingSeller, place: PlaceOfSupply | null): BilledLine {
  const amount = line.quantity * line.unitAmount;
  const { sac, rateBps, behavior, supply } = taxedAs ?? basisOf(tax, seller, place);
  const named = { ...line, amount, ...(sac !== undefined && { sac }) };
  if (rateBps === undefined) return { ...named, ...taxOfLine(amount, { rateBps: 0, behavior }, 'none') };
  return { ...named, rateBps, ...taxOfLine(amount, { rateBps, behavior }, supply) };
}

/** How a line is taxed now. */
function basisOf(tax: InvoiceLineTerms['tax'], seller: TaxingSeller, place: PlaceOfSupply | null): LineTaxBasis {
  const { defaultSac, defaultRateBps, behavior } = seller;
  const { sac, rateBps } = tax ?? { sac: defaultSac, rateBps: defaultRateBps };
  const supply = place?.isTaxed ? place.supply : 'none';
  return {
    behavior: tax?.behavior ?? behavior,
    supply,
    ...(sac !== undefined && { sac }),
    ...(place !== null && rateBps !== undefined && { rateBps }),
  };
}

/** How a line of a bill was taxed: that of what corrects it. */
export function taxBasisOf({ sac, rateBps, amount, taxable, cgst, igst }: BilledLine, { supply }: Pick<Bill, 'supply'>): LineTaxBasis {
  const taxed: SupplyType = igst !== 0 ? (supply === 'export' ? 'export' : 'inter') : cgst !== 0 ? 'intra' : 'none';
  const named = { ...(sac !== undefined && { sac }), ...(rateBps !== undefined && { rateBps }) };
  return { ...named, behavior: taxable === amount ? 'exclusive' : 'inclusive', supply: taxed };
}

/**
 * Lines of an invoice, with one that carries what they give back where a sum of the document would be below zero: the customer gets that as
 * credit, with a credit note.
 */
export function withCredit(
  { lines, currency }: Pick<InvoiceTerms, 'lines' | 'currency'>,
  seller: TaxingSeller,
  buyer: Buyer,
): readonly InvoiceLineTerms[] {
  const bill = billOf({ lines, currency }, seller, buyer);
  if (bill.total >= 0 && TAX_PARTS.every((name) => bill[name] >= 0)) return lines;
  const carried = carriedOf(bill.lines);
  const description = carried.length === lines.length ? 'Credit for later invoices' : 'Given back by a credit note';
  return [...lines, { type: 'carried', description, quantity: 1, unitAmount: -sumOf(carried, 'amount') }];
}

/** What an invoice gives the customer as credit, with tax, minor units. */
export function creditOf({ lines }: Pick<Bill, 'lines'>): number {
  const carried = lines.filter(({ type }) => type === 'carried');
  return TAX_PARTS.reduce((sum, name) => sum + sumOf(carried, name), 0);
}

/** Of that credit, what pays the invoice itself, minor units. */
export function ownCredit(bill: Pick<Bill, 'lines' | 'total'>): number {
  return Math.min(creditOf(bill), bill.total);
}

/** What a credit note takes back: all lines where none of their sums is above zero, else those that give back. */
function carriedOf(own: readonly BilledLine[]): readonly BilledLine[] {
  const isCharge = (['amount', ...TAX_PARTS] as const).some((name) => sumOf(own, name) > 0);
  return isCharge ? own.filter(({ amount }) => amount < 0) : own;
}

function sumOf(lines: readonly BilledLine[], name: keyof LineTax | 'amount'): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}

/** Takes what a credit note gives back out of every sum of the invoice. */
function carriedLine({ tax: _tax, taxedAs: _taxedAs, ...line }: InvoiceLineTerms, own: readonly BilledLine[]): BilledLine {
  const carried = carriedOf(own);
  const less = (name: keyof LineTax | 'amount'): number => 0 - sumOf(carried, name);
  const amount = less('amount');
  return {
    ...line,
    quantity: 1,
    unitAmount: amount,
    amount,
    taxable: less('taxable'),
    cgst: less('cgst'),
    sgst: less('sgst'),
    igst: less('igst'),
  };
}
