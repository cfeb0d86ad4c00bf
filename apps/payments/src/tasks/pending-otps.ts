import type { Clock } from '#contracts';

/** A one-time password is good for this long at the most; then the customer asks for another. */
const KEPT_MS = 120_000;
const KEPT_MAX = 10_000;

interface Kept {
  otp: string;
  untilMs: number;
}

/**
 * One-time passwords on their way to a processor. They live here and nowhere else: in no event, no log and no table. A
 * process that ends forgets them, and the customer is asked again.
 */
export class PendingOtps {
  private readonly byPayment = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  /** Remembers the password unless one is on its way already. @returns whether it was taken. */
  keep(paymentId: string, otp: string): boolean {
    if (this.find(paymentId) !== undefined) return false;
    const oldest = this.byPayment.keys().next();
    if (this.byPayment.size >= KEPT_MAX && !oldest.done) this.byPayment.delete(oldest.value);
    this.byPayment.set(paymentId, { otp, untilMs: this.clock.nowMs() + KEPT_MS });
    return true;
  }

  find(paymentId: string): string | undefined {
    const kept = this.byPayment.get(paymentId);
    if (kept === undefined || kept.untilMs > this.clock.nowMs()) return kept?.otp;
    this.byPayment.delete(paymentId);
    return undefined;
  }

  forget(paymentId: string): void {
    this.byPayment.delete(paymentId);
  }
}
