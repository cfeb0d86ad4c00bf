import { invalidParameter, type MandateCategory, type MandateMethod, type MandateTerms, type Refusal } from '#contracts';

/** Up to which amount a debit needs no factor of the payer, by what the mandate is for. Minor units. */
export type NoFactorLimits = Readonly<Record<MandateCategory, number>>;

/** @param higher of insurance premiums, mutual funds and credit card bills. Minor units. */
export function noFactorLimits(general: number, higher: number): NoFactorLimits {
  return { general, insurance: higher, mutual_fund: higher, credit_card_bill: higher };
}

/** ₹15,000 and ₹1,00,000 (RBI, e-mandate framework of 21 April 2026, as the press reports it). */
export const DEFAULT_NO_FACTOR_LIMITS = noFactorLimits(15_000_00, 1_00_000_00);

/** Whether the payer has to approve a debit of this amount, minor units. */
export function needsFactor(amount: number, category: MandateCategory, limits: NoFactorLimits): boolean {
  return amount > limits[category];
}

/** Merchant category codes whose mandates have the higher limit (Razorpay, "Recurring payments", on UPI and on cards). */
const HIGHER_LIMIT_CODES: Readonly<Partial<Record<MandateMethod, readonly string[]>>> = {
  upi: ['5413', '5960', '6012', '6211', '6300', '6381', '6399', '6529'],
  card: ['5413', '5960', '6012', '6211', '6300', '6529'],
};

/** A category with the higher limit is for merchants whose own code has it. @param mcc null when none is known: then any goes. */
export function categoryProblem(
  { category, instrument: { method } }: Pick<MandateTerms, 'category' | 'instrument'>,
  mcc: string | null,
): Refusal | null {
  const codes = HIGHER_LIMIT_CODES[method];
  if (category === 'general' || mcc === null || codes === undefined || codes.includes(mcc)) return null;
  return invalidParameter(
    'category',
    `must be general: the merchant category code ${mcc} has no higher limit on ${method}.`,
    'category_not_allowed',
  );
}
