import { shareOf, type SupplyType } from '#contracts';

/** A rate, and whether prices contain it. */
export interface TaxRate {
  /** Basis points: 1800 is 18 %. */
  rateBps: number;
  behavior: 'inclusive' | 'exclusive';
}

/** The tax of one line, minor units; all have the sign of the line. */
export interface LineTax {
  taxable: number;
  cgst: number;
  /** State tax, or the tax of a union territory. */
  sgst: number;
  igst: number;
}

/** The tax of a line, each part rounded once, half up. @param amount minor units; below zero for what is given back. */
export function taxOfLine(amount: number, { rateBps, behavior }: TaxRate, supply: SupplyType): LineTax {
  if (supply === 'none' || rateBps === 0) return { taxable: amount, cgst: 0, sgst: 0, igst: 0 };
  const whole = behavior === 'inclusive' ? 10_000 + rateBps : 10_000;
  const isSplit = supply === 'intra';
  const part = shareOf(amount, rateBps, isSplit ? 2 * whole : whole);
  const total = isSplit ? 2 * part : part;
  const taxable = behavior === 'inclusive' ? amount - total : amount;
  return isSplit ? { taxable, cgst: part, sgst: part, igst: 0 } : { taxable, cgst: 0, sgst: 0, igst: part };
}

/** Who sells to whom, as far as tax asks. */
export interface Supply {
  /** State code of the seller, as in a GSTIN. */
  sellerState: string;
  buyer: {
    /** State of the registration, where there is one. */
    gstinState: string | null;
    /** ISO 3166-1; null counts as India. */
    country: string | null;
    /** State code of the address, as in a GSTIN. */
    state: string | null;
    isSez: boolean;
  };
  /** Whether the seller makes zero-rated supplies under a letter of undertaking, without tax. */
  hasLut: boolean;
}

/** Where a sale takes place, and how it is taxed. */
export interface PlaceOfSupply {
  /** State code; 96 is abroad. */
  place: string;
  supply: SupplyType;
  /** An export, or a supply into a special economic zone (IGST Act, section 16(1)). */
  isZeroRated: boolean;
  /** False for a zero-rated supply under a letter of undertaking (IGST Act, section 16(3)). */
  isTaxed: boolean;
}

/** The place of supply of a country other than India. */
const ABROAD = '96';

/**
 * The place of supply of a service: the state of the buyer's registration, whatever their address, for a service that is received at a
 * registered place is located there (IGST Act, sections 2(14)(a) and 12(2)(a)); else abroad for an address in another country (section
 * 13(2)), else the state of the address, else the seller's (section 12(2)(b)). A zero-rated supply without a letter of undertaking
 * bears integrated tax.
 */
export function placeOfSupply({ sellerState, buyer, hasLut }: Supply): PlaceOfSupply {
  const { gstinState, country, isSez } = buyer;
  const isAbroad = gstinState === null && country !== null && country !== 'IN';
  if (isAbroad) return { place: ABROAD, supply: 'export', isZeroRated: true, isTaxed: !hasLut };
  const place = gstinState ?? buyer.state ?? sellerState;
  return { place, supply: isSez || place !== sellerState ? 'inter' : 'intra', isZeroRated: isSez, isTaxed: !(isSez && hasLut) };
}

/** A total to the nearest rupee, 50 paise up (CGST Act, section 170), and what that added: −50 to 50 paise. */
export function roundToRupee(total: number): { total: number; roundOff: number } {
  const rounded = shareOf(total, 1, 100) * 100;
  return { total: rounded, roundOff: rounded - total };
}

/** An amount with its tax, minor units: an invoice, or credit notes of it. */
export interface Credited {
  total: number;
  tax: LineTax;
}

/**
 * The tax that a credit note gives back, in proportion to what is left of the invoice, half up: no note has tax below zero, nor a value,
 * although a paisa may be less than its tax, and a total may be rounded up. The one that credits the last of it takes what is left, so
 * that all of them come to the tax of the invoice.
 *
 * @param left what earlier notes left of the invoice. @param part what is credited now, at most that.
 */
export function creditedTax({ total, tax }: Credited, part: number): LineTax {
  if (part >= total) return { taxable: tax.taxable, cgst: tax.cgst, sgst: tax.sgst, igst: tax.igst };
  const [cgst, sgst, igst] = [tax.cgst, tax.sgst, tax.igst].map((whole) => shareOf(whole, part, total)) as [number, number, number];
  return { taxable: Math.min(Math.max(part - cgst - sgst - igst, 0), tax.taxable), cgst, sgst, igst };
}
