import type { ShownObject } from '../../commands/write-rules';

/** The processor was asked to take the money it holds, or to let it go, and has not answered. */
export function isBeingAsked({ status, next_action }: ShownObject): boolean {
  return status === 'authorized' && next_action?.type === 'wait';
}

/** The processor would not take the money that it holds: the payment is authorized as before, and says why. */
export function isCaptureRefused({ status, last_error }: ShownObject): boolean {
  return status === 'authorized' && last_error !== null;
}

/** It is unknown whether the customer's money moved, or it is authorized and being captured. */
export function isOutcomeOpen(payment: ShownObject): boolean {
  return payment.status === 'processing' || isBeingAsked(payment);
}

/** The processor was asked whether the one-time password is right, and what it says may take a moment more. */
export function isOtpOpen(payment: ShownObject): boolean {
  return isOutcomeOpen(payment) || (payment.status === 'requires_action' && payment.next_action?.type === 'wait');
}

/** The password was wrong: the payment failed by it, or waits for another one and says why. */
export function isOtpRefused({ status, last_error }: ShownObject): boolean {
  return status === 'failed' || (status === 'requires_action' && last_error !== null);
}
