/** How a payer pays (spec/interface.md). */
export const PAYMENT_METHODS = ['upi', 'card', 'netbanking'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const UPI_FLOWS = ['intent', 'qr', 'collect'] as const;
export type UpiFlow = (typeof UPI_FLOWS)[number];

export const CAPTURE_METHODS = ['automatic', 'manual'] as const;
export type CaptureMethod = (typeof CAPTURE_METHODS)[number];

/** UPI and netbanking take rupees only (spec/api.md 2.1). */
export function methodTakesCurrency(method: PaymentMethod, currency: string): boolean {
  return method === 'card' || currency.toUpperCase() === 'INR';
}
