import { UPI_CAP_MINOR_DEFAULT } from '../money';

/** How a payer pays. */
export const PAYMENT_METHODS = ['upi', 'card', 'netbanking'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How a payment is made: by what a payer chooses, or by a debit of a bank account under a mandate. */
export const CHARGED_METHODS = [...PAYMENT_METHODS, 'enach'] as const;
export type ChargedMethod = (typeof CHARGED_METHODS)[number];

export const UPI_FLOWS = ['intent', 'qr', 'collect'] as const;
export type UpiFlow = (typeof UPI_FLOWS)[number];

export const CAPTURE_METHODS = ['automatic', 'manual'] as const;
export type CaptureMethod = (typeof CAPTURE_METHODS)[number];

/** How long an authorization may be left to wait for its capture, in seconds: 12 minutes to 7 days. */
export const CAPTURE_WINDOW_SECONDS = { min: 720, max: 604_800 } as const;

/** UPI and netbanking take rupees only. */
export function methodTakesCurrency(method: PaymentMethod, currency: string): boolean {
  return method === 'card' || currency.toUpperCase() === 'INR';
}

/** Whether a method takes so much of a currency, as far as the rules of the country go. */
export function methodTakes(
  method: PaymentMethod,
  { amount, currency }: { amount: number; currency: string },
  upiCapMinor: number = UPI_CAP_MINOR_DEFAULT,
): boolean {
  return methodTakesCurrency(method, currency) && !(method === 'upi' && amount > upiCapMinor);
}
